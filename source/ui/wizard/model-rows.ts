import {fill} from '../../core/template.ts'
import {rounded} from '../../i18n/usage.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardPreview} from '../ports.ts'
import {askedVoices} from './form.ts'
import {clip, paragraph, type Row} from './row.ts'
import {proposedVoice, type WizardState, withoutModels} from './state.ts'

export function voiceQuestion(state: WizardState, words: WizardWords): string {
  if (withoutModels(state)) return state.facts.looking ? words.voiceLooking : words.voiceNone
  if (state.facts.voices.every(({asks}) => asks === undefined)) return words.voiceAsk
  const proposed = proposedVoice(state.facts)
  if (proposed === undefined) return words.voiceUnproven
  return state.voice === undefined || state.voice === proposed ? words.voiceFound : words.voiceAsk
}

type Place = {
  readonly words: WizardWords
  readonly columns: number
  readonly x: number
  readonly preview: WizardPreview | undefined
}

/** Before anything is paid: which model speaks, where everything goes, and about how much it takes. */
export function modelRows(state: WizardState, {words, columns, x, preview}: Place): readonly Row[] {
  const voices = askedVoices(state).map(voice =>
    fill(voice.asks === 'local' ? words.paidLocal : words.paidTo, {
      name: clip(voice.label, 40),
      model: clip(voice.model ?? words.defaultModel, 40),
      host: clip(voice.server ?? words.ownServer, 60),
    }),
  )
  if (voices.length === 0) return []
  const {estimate, files = 0} = preview ?? {}
  const sums = estimate && {calls: estimate.calls, min: rounded(estimate.tokens.min), max: rounded(estimate.tokens.max)}
  return [
    ...voices,
    ...(files > 0 ? [fill(words.paidFiles, {count: files})] : []),
    ...(sums ? [fill(words.paidEstimate, sums)] : []),
  ].flatMap(text => paragraph(text, {x, columns, most: 3}, {color: 'yellow'}))
}
