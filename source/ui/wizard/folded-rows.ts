import {fill} from '../../core/template.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import {type Around, head} from './around.ts'
import {councilFolded, debateFolded, discoverFolded} from './council-items.ts'
import {fileLines, filesFolded} from './file-rows.ts'
import {confirmRows, type StepId} from './modes.ts'
import {bold, clip, dim, paragraph, type Row, span} from './row.ts'
import {chosenSpans, tableRows, voiceName} from './seat-rows.ts'
import {roundsOf, type WizardState} from './state.ts'

/** An answered question, or one that is still to come, on one line; at the confirmation the whole answer. */
export function foldedRows(state: WizardState, step: StepId, around: Around): readonly Row[] {
  const {words, columns, x} = around
  const confirming = state.step === 'confirm'
  const here = confirming && confirmRows(state)[state.at.confirm] === step
  const answered = state.answered.includes(step)
  const mark = here ? '›' : answered ? '✓' : ' '
  const start = head(step, around, {
    mark,
    ...(here ? {label: bold} : answered ? {} : {label: dim}),
    ...(here ? {marked: bold} : {marked: {color: 'green'}}),
  })
  const room = columns - x - 1
  if (step === 'files' && confirming && state.files.length > 0) {
    const [first, ...others] = fileLines(state, around)
    return [{spans: [...start, ...(first?.spans.slice(1) ?? [])], focus: here}, ...others]
  }
  if (step === 'seats' && state.protocol === 'council') {
    const line = {
      spans: [...start, span(clip(councilFolded(state, words, !confirming), room), answered ? undefined : dim)],
      focus: here,
    }
    return confirming ? [line, ...tableRows(state, {...around, x})] : [line]
  }
  if (step === 'seats' && confirming) {
    const [first, ...others] = tableRows(state, {...around, x})
    return [{spans: [...start, ...(first?.spans.slice(1) ?? [])], focus: here}, ...others]
  }
  if (step === 'seats') return [{spans: [...start, ...chosenSpans(state, words, room)]}]
  const speeches = confirming && step === 'rounds' && around.given.preview?.speeches
  const answer = `${answerOf(state, step, around)}${speeches ? fill(words.speeches, {count: speeches}) : ''}`
  const shown = answered || step === 'topic' || step === 'rounds' ? answer : ''
  if (step !== 'topic' || !confirming)
    return [{spans: [...start, span(clip(shown, room), answered ? undefined : dim)], focus: here}]
  const [first, ...others] = paragraph(shown, {x, columns, most: 3})
  return [{spans: [...start, ...(first?.spans.slice(1) ?? [])], focus: here}, ...others]
}

function answerOf(state: WizardState, step: StepId, around: Around): string {
  const {words} = around
  const protocol = state.facts.protocols.find(({id}) => id === state.protocol)
  switch (step) {
    case 'topic':
      return state.topic
    case 'protocol':
      return protocol ? fill(words.modeRow, protocol) : ''
    case 'voice':
      return state.voice === 'rehearsal' ? words.rehearsing : state.voice === undefined ? '' : voiceName(state.voice, words)
    case 'rounds':
      return roundsSaid(roundsOf(state), words)
    case 'files':
      return filesFolded(state, words)
    case 'debate':
      return debateFolded(state, words)
    case 'discover':
      return discoverFolded(state, around)
    case 'seats':
    case 'confirm':
      return ''
    default:
      return step satisfies never
  }
}

export const roundsSaid = (rounds: number, words: WizardWords) =>
  fill(rounds === 1 ? words.roundsOne : words.roundsMany, {rounds})
