import {cutPiece, type Piece} from './piece.ts'
import type {Colours} from './sgr.ts'
import type {TerminalWriter} from './writer.ts'

/** A rectangle of the screen painted outside React; columns and rows count from 0. */
export type Region = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** `height` styled rows, asked for once a frame; the same row must be the same string when it did not change. */
  rows(): readonly string[]
}

/** A rectangle where the frame shows through the regions: a dialog. */
export type Hole = {readonly x: number; readonly y: number; readonly width: number; readonly height: number}
/** The frame's rows from `at` on stand `rows` rows lower. */
export type Fold = {readonly at: number; readonly rows: number}
export type Cursor = {readonly x: number; readonly y: number}

export type PresenterPorts = {
  readonly writer: TerminalWriter
  readonly colours: Colours
  now(): number
  after(ms: number, act: () => void): () => void
  /** Frames a second at most; 30 when absent. */
  readonly fps?: number
}

export type Presenter = {
  /** Chrome, forms, dialogs: styled rows from the top, as Ink laid them out. */
  setFrame(rows: readonly string[]): void
  /** Leaves rows out of the frame, to be covered by regions: what Ink need not lay out costs nothing. */
  setFold(fold: Fold | null): void
  setRegions(regions: readonly Region[], holes?: readonly Hole[]): void
  /** Where the real cursor stands at the end of every frame, for input methods; null hides it. */
  setCursor(cursor: Cursor | null): void
  resize(columns: number, rows: number): void
  /** Something changed: a frame follows within one frame's time. */
  touch(): void
  /** Draws now what changed, so that a key is echoed at once; when the terminal is slow, as soon as it can. */
  flush(): void
  /** Draws everything, as if nothing were on the screen. */
  redraw(): void
  /** A sequence of ours that draws nothing (bell, clipboard), sent ahead of the next frame. */
  tell(sequence: string): void
  stop(): void
  readonly stats: {frames: number; bytes: number; dropped: number}
}

const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'
const MOST_CACHED = 4000

type Slot = {readonly x: number; readonly width: number; readonly from: number; readonly region: number; readonly line: number}

/**
 * Composes the frame and the regions, and sends only the pieces that changed. Pieces of a row are drawn from left to right at
 * absolute columns; after one with graphemes of doubtful width the rest of the row is drawn again, so that borders stay.
 */
export function makePresenter(ports: PresenterPorts, size: {readonly columns: number; readonly rows: number}): Presenter {
  const {writer, colours} = ports
  const interval = 1000 / (ports.fps ?? 30)
  const stats = {frames: 0, bytes: 0, dropped: 0}
  let columns = size.columns
  let rows = size.rows
  let frame: readonly string[] = []
  let fold: Fold | null = null
  let regions: readonly Region[] = []
  let holes: readonly Hole[] = []
  let cursor: Cursor | null = null
  let layout: Slot[][] | undefined
  let shown: Piece[][] = []
  let shownCursor = ''
  let aside = ''
  let last = Number.NEGATIVE_INFINITY
  let waiting = false
  let behind: 'no' | 'frame' | 'key' = 'no'
  let stopped = false
  let cancel = () => {}
  const cache = new Map<string, Piece>()

  const pieceOf = (row: string, slot: Slot): Piece => {
    const key = `${slot.x} ${slot.from} ${slot.width} ${row}`
    let piece = cache.get(key)
    if (piece === undefined) {
      piece = cutPiece(row, slot, colours)
      if (cache.size >= MOST_CACHED) cache.clear()
      cache.set(key, piece)
    }
    return piece
  }

  const frameRow = (y: number): string => {
    if (fold === null || y < fold.at) return frame[y] ?? ''
    return y < fold.at + fold.rows ? '' : (frame[y - fold.rows] ?? '')
  }

  const compose = (): string => {
    layout ??= layOut(regions, holes, columns, rows)
    const painted = regions.map(region => region.rows())
    let out = ''
    for (let y = 0; y < rows; y++) {
      const slots = layout[y] ?? []
      const before = shown[y]
      const pieces: Piece[] = []
      let again = before === undefined || before.length !== slots.length
      for (const [at, slot] of slots.entries()) {
        const piece = pieceOf(slot.region < 0 ? frameRow(y) : (painted[slot.region]?.[slot.line] ?? ''), slot)
        pieces.push(piece)
        const old = before?.[at]
        if (!again && (old === piece || old?.out === piece.out)) continue
        out += `\x1b[${y + 1};${slot.x + 1}H${piece.out}`
        again ||= piece.risky || old?.risky === true
      }
      shown[y] = pieces
    }
    return out
  }

  const draw = (reason: 'frame' | 'key') => {
    cancel()
    waiting = false
    if (stopped) return
    if (writer.busy()) {
      if (behind === 'no') stats.dropped++
      if (behind !== 'key') behind = reason
      return
    }
    const changes = compose()
    const visible = cursor !== null && cursor.x < columns && cursor.y < rows
    const place = visible && cursor ? `\x1b[${cursor.y + 1};${cursor.x + 1}H\x1b[?25h` : '\x1b[?25l'
    if (changes === '' && place === shownCursor && aside === '') return
    shownCursor = place
    // The beat is kept: a timer that came late does not push the next frame back.
    const now = ports.now()
    last = Math.min(now, Math.max(last + interval, now - interval))
    const text = `${aside}${BEGIN}${changes === '' ? '' : '\x1b[?25l'}${changes}${place}${END}`
    aside = ''
    stats.frames++
    stats.bytes += text.length
    writer.send(text, () => {
      const due = behind
      behind = 'no'
      if (due === 'key') draw('key')
      else if (due === 'frame') touch()
    })
  }

  const touch = () => {
    if (waiting || stopped) return
    waiting = true
    cancel = ports.after(Math.max(0, last + interval - ports.now()), () => draw('frame'))
  }

  const forget = () => {
    shown = []
    shownCursor = ''
    behind = 'no'
  }

  return {
    setFrame(next) {
      frame = next
      touch()
    },
    setFold(next) {
      fold = next
      touch()
    },
    setRegions(next, nextHoles = []) {
      // The pieces of a row may mean other columns now, even when there are as many of them.
      if (!sameBoxes(regions, next) || !sameBoxes(holes, nextHoles)) {
        layout = undefined
        shown = []
      }
      regions = next
      holes = nextHoles
      touch()
    },
    setCursor(next) {
      cursor = next
      touch()
    },
    resize(nextColumns, nextRows) {
      columns = nextColumns
      rows = nextRows
      layout = undefined
      forget()
      touch()
    },
    touch,
    flush: () => draw('key'),
    redraw() {
      forget()
      draw('key')
    },
    tell(sequence) {
      aside += sequence
      touch()
    },
    stop() {
      stopped = true
      cancel()
    },
    stats,
  }
}

function sameBoxes(before: readonly Hole[], after: readonly Hole[]): boolean {
  const same = (a: Hole, b: Hole | undefined) => a.x === b?.x && a.y === b.y && a.width === b.width && a.height === b.height
  return before.length === after.length && before.every((box, at) => same(box, after[at]))
}

const FRAME = -1

/** Who owns each column of each row: later regions lie over earlier ones, holes over all. */
function layOut(regions: readonly Region[], holes: readonly Hole[], columns: number, rows: number): Slot[][] {
  const edges = (y: number) => [...regions, ...holes].filter(box => y >= box.y && y < box.y + box.height)
  return Array.from({length: rows}, (_, y) => {
    const cuts = new Set([0, columns])
    for (const box of edges(y)) for (const x of [box.x, box.x + box.width]) if (x > 0 && x < columns) cuts.add(x)
    const sorted = [...cuts].sort((a, b) => a - b)
    const slots: Slot[] = []
    for (const [at, x] of sorted.slice(0, -1).entries()) {
      const width = (sorted[at + 1] ?? columns) - x
      const covered = (box: Hole) => y >= box.y && y < box.y + box.height && x >= box.x && x < box.x + box.width
      const region = holes.some(covered) ? FRAME : regions.findLastIndex(covered)
      const before = slots.at(-1)
      if (before?.region === region) slots[slots.length - 1] = {...before, width: before.width + width}
      else {
        const box = regions[region]
        slots.push({x, width, from: x - (box?.x ?? 0), region, line: y - (box?.y ?? 0)})
      }
    }
    return slots
  })
}
