import {byHand, isOnTopics, topicChoices} from './council.ts'
import {confirmRows, modeOf} from './modes.ts'
import {highlighted, matchesOf, peopleOf, toggled} from './seats.ts'
import {type ListId, type Notice, type Overlay, roundsOf, voiceChoices, voiceOfSeat, type WizardState} from './state.ts'

/** What keys do within a question: its lists, its filter, its voices, what is laid over it for a moment. */

export function openOverlay(state: WizardState, overlay: Overlay): WizardState {
  if (overlay === state.overlay) return {...state, overlay: 'none'}
  if (overlay === 'naming' && state.chosen.length === 0) return {...state, notice: {key: 'nobodyChosen'}}
  const count = {none: 1, naming: 1, key: 1, ...countsOf(state)}[overlay]
  return count === 0 ? state : {...state, overlay}
}

const countsOf = ({facts}: WizardState) => ({
  unfinished: facts.unfinished.length,
  lineups: facts.lineups.length,
  problems: facts.problems.length,
  services: facts.services.length,
})

export function move(state: WizardState, by: number): WizardState {
  if (state.step === 'rounds' && state.overlay === 'none') {
    const rounds = String(clamp(roundsOf(state) - by, 1, modeOf(state.protocol).mostRounds))
    return {...state, rounds, roundsSaid: true, nudges: state.nudges + 1, objections: []}
  }
  const [list, count] = listOf(state)
  if (list === undefined) return state
  return {...state, at: {...state.at, [list]: clamp(state.at[list] + by, 0, count - 1)}}
}

function listOf(state: WizardState): readonly [ListId | undefined, number] {
  const {overlay, step} = state
  if (overlay === 'naming' || overlay === 'key') return [undefined, 0]
  if (overlay !== 'none') return [overlay, countsOf(state)[overlay]]
  if (step === 'protocol') return [step, state.facts.protocols.length]
  if (step === 'voice') return [step, voiceChoices(state).length]
  if (step === 'seats') return isOnTopics(state) ? ['topics', topicChoices(state).length] : [step, matchesOf(state).length]
  if (step === 'files') return [step, state.files.length]
  if (step === 'debate') return [step, 2]
  if (step === 'discover') return [step, 3]
  return step === 'confirm' ? [step, confirmRows(state).length] : [undefined, 0]
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)))

export const filtered = (state: WizardState, filter: string): WizardState =>
  filter === state.filter ? state : {...state, filter, found: false, at: {...state.at, seats: 0}}

export function toggle(state: WizardState): WizardState {
  const persona = highlighted(state)
  if (!persona) return state
  const chosen = toggled(state.chosen, persona.id)
  const most = modeOf(state.protocol).mostSeats
  if (chosen.length > most) return {...state, notice: {key: 'seatsMost', slots: {most}}}
  return {...state, chosen, council: byHand(state), objections: [], found: chosen.length > state.chosen.length}
}

/** The masked field for the highlighted service. */
export function askKey(state: WizardState): WizardState {
  const service = state.facts.services[state.at.services]
  return service === undefined ? {...state, overlay: 'none'} : {...state, overlay: 'key', keyFor: service.id, keyTyped: 0}
}

/** A voice that was just made usable, put under the person's hand; an answer given meanwhile stays. */
export function propose(state: WizardState, voice: string): WizardState {
  const asked = state.step === 'voice' && state.overlay === 'none'
  if (!asked) return state.voice === undefined ? {...state, voice} : state
  const at = {...state.at, voice: Math.max(0, voiceChoices(state).indexOf(voice))}
  return {...state, voice, voiceOf: {}, at, answered: [...new Set([...state.answered, 'voice' as const])]}
}

/** The highlighted meeting is gone on with. */
export function resume(state: WizardState): WizardState {
  const folder = state.facts.unfinished[state.at.unfinished]?.folder
  return folder === undefined ? state : {...state, result: {kind: 'resume', folder}}
}

export function revoice(state: WizardState): WizardState {
  const persona = highlighted(state)
  const ids = state.facts.voices.map(({id}) => id)
  if (persona === undefined) return state
  const next = ids[(ids.indexOf(voiceOfSeat(state, persona.id)) + 1) % ids.length]
  if (ids.length < 2 || next === undefined) return {...state, notice: {key: 'oneVoice'}}
  return {...state, voiceOf: {...state.voiceOf, [persona.id]: next}, objections: []}
}

/** A line-up replaces the choice; who is no longer there is said. */
export function takeLineup(state: WizardState): WizardState {
  const lineup = state.facts.lineups[state.at.lineups]
  if (lineup === undefined) return {...state, overlay: 'none'}
  const sits = (id: string) => peopleOf(state).some(persona => persona.id === id)
  const chosen = [...new Set(lineup.ids)].filter(sits)
  const gone = lineup.ids.filter(id => !sits(id))
  const notice: Notice | undefined = gone.length > 0 ? {key: 'lineupGone', slots: {names: gone.join(', ')}} : undefined
  return {...state, overlay: 'none', chosen, council: byHand(state), filter: '', at: {...state.at, seats: 0}, notice}
}
