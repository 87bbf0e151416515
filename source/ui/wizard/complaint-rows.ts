import {fill} from '../../core/template.ts'
import type {Around} from './around.ts'
import {clip, paragraph, type Row, span} from './row.ts'
import type {NoticeKey, WizardState} from './state.ts'

/** What was just done or is missing, and what speaks against an answer. */
export function complaintRows(state: WizardState, {words, columns, x, given}: Around): readonly Row[] {
  const {notice} = state
  const calm = notice !== undefined && CALM.includes(notice.key)
  const said = notice ? [fill(words[notice.key], safeSlots(notice.slots ?? {}))] : []
  const place = {x: x + 2, columns, most: given.rows < 14 ? 3 : 5}
  const texts = [...said, ...state.objections.map(({text}) => text)]
  return texts.flatMap(text => {
    const [first, ...others] = paragraph(text, place)
    const mark = calm ? span('✓ ', {color: 'green'}) : span('! ', {color: 'yellow', bold: true})
    return [{spans: [span(' '.repeat(x)), mark, ...(first?.spans.slice(1) ?? [])], focus: true}, ...others]
  })
}

/** Nothing is wrong. */
const CALM: readonly NoticeKey[] = ['lineupSaved', 'keyKept', 'keyReady']

const safeSlots = (slots: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(slots).map(([key, value]) => [key, typeof value === 'number' ? value : clip(value, key === 'why' ? 240 : 60)]),
  )
