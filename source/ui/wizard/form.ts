import type {WizardForm, WizardVoice} from '../ports.ts'
import {modelless, roundsOf, voiceOfSeat, type WizardState} from './state.ts'

/** What the answers come to. */
export function formOf(state: WizardState): WizardForm {
  const {topic, protocol, moderator} = state
  return {
    topic,
    protocol,
    seats: state.chosen.map(id => ({id, voice: voiceOfSeat(state, id)})),
    rounds: roundsOf(state),
    ...(moderator !== undefined && moderators(state).includes(moderator) ? {moderator} : {}),
    ...(protocol === 'review' || protocol === 'council' ? {voice: state.voice ?? ''} : {}),
    ...(protocol === 'review' ? {judge: judgeOf(state), files: state.files.map(({kind, path}) => ({kind, path}))} : {}),
    ...(protocol === 'council' ? {council: state.council} : {}),
  }
}

/** Who can moderate a board, in the order of the switch. With one or two experts only a facilitator is left to do it. */
export const moderators = ({protocol, chosen}: Pick<WizardState, 'protocol' | 'chosen'>): readonly string[] =>
  protocol === 'board' && chosen.length > 2 ? [...chosen, 'facilitator'] : []

/** Voices that can judge a review, in the order of the switch: a rehearsal mixes with no other. */
export function judges(state: WizardState): readonly string[] {
  if (state.protocol !== 'review') return []
  const seated = state.chosen.map(id => voiceOfSeat(state, id))
  const rehearsed = seated.length > 0 && seated.every(id => id === 'rehearsal')
  const all = new Set([...(state.voice ? [state.voice] : []), ...seated, ...state.facts.voices.map(({id}) => id)])
  return [...all].filter(id => (id === 'rehearsal') === rehearsed)
}

/** The voice of all, where it goes with those of the seats. */
export function judgeOf(state: WizardState): string {
  const able = judges(state)
  return [state.judge, state.voice].find(id => id !== undefined && able.includes(id)) ?? able[0] ?? ''
}

/** The voices of the table that ask a model, each once. One that nobody looked at may cost something as well. */
export function askedVoices(state: WizardState): readonly (WizardVoice & {readonly asks: 'local' | 'paid'})[] {
  const ids = new Set([
    ...state.chosen.map(id => voiceOfSeat(state, id)),
    ...(state.protocol === 'review' ? [judgeOf(state)] : []),
  ])
  return [...ids].flatMap(id => {
    const [base = '', model] = id.split(/[:/](.*)/s)
    if (modelless.includes(base) || base === 'script' || base === '') return []
    const known = state.facts.voices.find(voice => voice.id === id) ?? state.facts.voices.find(voice => voice.id === base)
    return [{label: id, asks: 'paid' as const, ...known, ...(model ? {model} : {}), id}]
  })
}
