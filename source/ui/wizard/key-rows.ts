import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import {type Around, openHead} from './around.ts'
import {listRows} from './list-rows.ts'
import {clip, dim, paragraph, type Row, span} from './row.ts'
import type {WizardState} from './state.ts'

/** Which service a key is entered for. */
export function serviceRows(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const start = openHead('voice', around)
  return [{spans: [...start, span(around.words.keyServices, dim)]}, ...complaints, ...listRows(state, around)]
}

/** The masked field: a dot a character, and how many there are, because a paste is not seen otherwise. */
export function keyRows(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const {words, columns, x} = around
  const service = state.facts.services.find(({id}) => id === state.keyFor)
  const [first, ...others] = paragraph(fill(words.keyAsk, {name: clip(service?.label ?? '', 30)}), {x, columns}, dim)
  const label = `${words.keyLabel}  `
  const at = x + textWidth(label)
  const count = state.keyTyped === 0 ? '' : `  ${fill(words.keyCount, {count: state.keyTyped})}`
  const room = Math.max(1, columns - at - textWidth(count) - 2)
  const dots = state.keyTyped > room ? `…${'•'.repeat(room - 1)}` : '•'.repeat(state.keyTyped)
  const field: Row = {
    spans: [span(' '.repeat(x)), span(label), span(dots), span(count, dim)],
    cursor: at + textWidth(dots),
    focus: true,
  }
  const where = fill(words.keyWhere, {path: clip(state.facts.keysAt, 60), server: clip(service?.server ?? '', 40)})
  return [
    {spans: [...openHead('voice', around), ...(first?.spans.slice(1) ?? [])]},
    ...others,
    field,
    ...complaints,
    ...paragraph(where, {x, columns, most: 3}, dim),
  ]
}
