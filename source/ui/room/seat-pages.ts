import {makePane, type Pane} from '../terminal/pane-painter.ts'
import type {Colours} from '../terminal/sgr.ts'
import {type LazyPane, makeLazyPane} from './lazy-pane.ts'

/**
 * What one seat said, a page a speech. The newest page is shown: its end while it is spoken, its beginning when it is whole.
 * Reading back turns the pages, and whoever reads is not pulled forward.
 */
export type SeatPages = {
  open(page: {readonly id: string; readonly subtitle: string}): void
  append(id: string, delta: string): void
  close(id: string, text: string): void
  remove(id: string): void
  rest(): void
  /** Everything that was said, one below the other. */
  whole(): Pane
  /** Nobody looks at that any more. */
  restWhole(): void
  /** The page that is seen; undefined before the first speech. */
  seen(): SeenPage | undefined
  /** False: there was nowhere to go. */
  scroll(lines: number): boolean
  toTop(): void
  toBottom(): void
  showFrom(id: string, offset: number): void
}

export type SeenPage = {
  readonly id: string
  readonly subtitle: string
  readonly pane: Pane
  /** From 1. */
  readonly number: number
  readonly count: number
  readonly newLines: number
}

type Page = {readonly id: string; readonly subtitle: string; readonly pane: LazyPane; open: boolean}

export function makeSeatPages(colours: Colours): SeatPages {
  const pages: Page[] = []
  const whole: LazyPane = makeLazyPane(makePane(colours))
  /** The page that is read, and whether the reader went there; otherwise the newest. */
  let reading: Page | undefined
  let held = false

  const find = (id: string) => pages.find(page => page.id === id)
  const current = () => reading ?? pages.at(-1)
  const hold = (page: Page | undefined) => {
    reading = page === pages.at(-1) ? undefined : page
    held = true
  }

  return {
    open({id, subtitle}) {
      if (find(id)) return
      if (held) reading ??= pages.at(-1)
      const pane = makeLazyPane(makePane(colours))
      pane.open({id, format: 'markdown', tailMark: {text: '▍'}})
      whole.open({id, format: 'markdown', gap: 1, head: [[{text: subtitle, style: {bold: true}}]], tailMark: {text: '▍'}})
      pages.push({id, subtitle, pane, open: true})
    },
    append(id, delta) {
      find(id)?.pane.append(id, delta)
      whole.append(id, delta)
    },
    close(id, text) {
      const page = find(id)
      if (!page) return
      page.open = false
      page.pane.close(id, text)
      whole.close(id, text)
      page.pane.act(pane => {
        if (pane.status().following) pane.showFrom(id)
      })
    },
    remove(id) {
      const at = pages.findIndex(page => page.id === id)
      if (at < 0) return
      if (reading === pages[at]) reading = undefined
      pages.splice(at, 1)
      whole.remove(id)
    },
    whole: whole.pane,
    restWhole: whole.rest,
    rest() {
      for (const page of pages) page.pane.rest()
    },
    seen() {
      const page = current()
      if (!page) return undefined
      const pane = page.pane.pane()
      return {
        id: page.id,
        subtitle: page.subtitle,
        pane,
        number: pages.indexOf(page) + 1,
        count: pages.length,
        newLines: pane.status().newLines,
      }
    },
    scroll(lines) {
      const page = current()
      if (!page) return false
      const moved = page.pane.pane().scroll(lines)
      if (moved) {
        hold(page)
        if (page.pane.pane().status().following && page === pages.at(-1)) held = false
        return true
      }
      const next = pages[pages.indexOf(page) + Math.sign(lines)]
      if (!next) return false
      hold(next)
      if (lines < 0) next.pane.pane().toBottom()
      else next.pane.pane().showFrom(next.id)
      return true
    },
    toTop() {
      const [first] = pages
      if (!first) return
      hold(first)
      first.pane.pane().showFrom(first.id)
    },
    toBottom() {
      reading = undefined
      held = false
      pages.at(-1)?.pane.pane().toBottom()
    },
    showFrom(id, offset) {
      const page = find(id)
      if (!page) return
      hold(page)
      page.pane.pane().showFrom(id, offset)
    },
  }
}
