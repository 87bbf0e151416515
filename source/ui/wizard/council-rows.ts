import {fill} from '../../core/template.ts'
import {type Around, openHead} from './around.ts'
import {canAsk, settles} from './council.ts'
import {modelName} from './council-items.ts'
import {listRows} from './list-rows.ts'
import {clip, dim, paragraph, type Row} from './row.ts'
import type {WizardState} from './state.ts'

/** Which topic, while that is the question in hand. */
export function topicsOpen(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const {words, columns, x, given} = around
  const ask = state.asking
    ? words.councilAsking
    : settles(state)
      ? words.councilSettled
      : state.chosen.length > 0
        ? words.councilNow
        : canAsk(state)
          ? words.councilAsk
          : words.councilUnsettled
  const text = fill(ask, {voice: modelName(state, words), topic: clip(state.routing?.topic ?? '', 30)})
  const [first, ...others] = paragraph(text, {x, columns, most: given.rows < 14 ? 1 : 3}, dim)
  return [
    {spans: [...openHead('seats', around), ...(first?.spans.slice(1) ?? [])], focus: true},
    ...others,
    ...complaints,
    ...listRows(state, around),
  ]
}

/** A list of a few ways behind its question. */
export function waysOpen(step: 'debate' | 'discover', state: WizardState, around: Around, complaints: readonly Row[]) {
  const {words, columns, x} = around
  const [first, ...others] = paragraph(words[`${step}Ask`], {x, columns, most: 2}, dim)
  const head: Row = {spans: [...openHead(step, around), ...(first?.spans.slice(1) ?? [])]}
  return [head, ...others, ...complaints, ...listRows(state, around)]
}
