import {askKey, openOverlay, resume, takeLineup, toggle} from './moves.ts'
import {areSeatable, highlighted, seatable} from './seats.ts'
import {
  confirmRows,
  formOf,
  leastSeats,
  mostRounds,
  type Objection,
  roundsOf,
  type StepId,
  steps,
  voiceChoices,
  type WizardState,
} from './state.ts'

/** How a question is answered, and which one comes next. */

export function enter(state: WizardState, objections: readonly Objection[]): WizardState {
  if (state.overlay === 'lineups') return takeLineup(state)
  if (state.overlay === 'unfinished') return resume(state)
  if (state.overlay === 'services') return askKey(state)
  if (state.overlay !== 'none') return {...state, overlay: 'none'}
  switch (state.step) {
    case 'topic': {
      if (state.topic !== '') return leave(state, objections)
      return {...state, notice: {key: state.understood === undefined ? 'topicMissing' : 'topicStillMissing'}}
    }
    case 'protocol':
      return leave(seatable(picking(state)), objections)
    case 'voice':
      if (voiceChoices(state)[state.at.voice] === 'again') return {...state, notice: {key: 'lookedAgain'}}
      if (voiceChoices(state)[state.at.voice] === 'key') return openOverlay(state, 'services')
      if (voiceChoices(state)[state.at.voice] === undefined) return state
      return leave(picking(state), objections)
    case 'seats': {
      const wanted = state.filter === '' ? undefined : highlighted(state)
      if (wanted && !state.chosen.includes(wanted.id)) return toggle(state)
      if (state.chosen.length < leastSeats(state.protocol))
        return {...state, notice: {key: 'seatsMissing', slots: {count: state.chosen.length}}}
      return leave(state, objections)
    }
    case 'rounds': {
      const rounds = roundsOf(state)
      if (rounds < 1 || rounds > mostRounds) return {...state, notice: {key: 'roundsMissing', slots: {most: mostRounds}}}
      return leave({...state, rounds: String(rounds)}, objections)
    }
    case 'confirm':
      return confirm(state, objections)
    default:
      return state.step satisfies never
  }
}

/** With the highlighted row of a list as its answer, as Enter would take it: what the world is asked about. */
export function picking(state: WizardState): WizardState {
  if (state.overlay !== 'none') return state
  if (state.step === 'protocol') return {...state, protocol: state.facts.protocols[state.at.protocol]?.id ?? state.protocol}
  const voice = state.step === 'voice' ? voiceChoices(state)[state.at.voice] : undefined
  if (voice === undefined || voice === 'again' || voice === 'key' || voice === state.voice) return state
  return {...state, voice, voiceOf: {}}
}

/** On to the next open question; what speaks against this answer, or in the end against any, is shown where it can be mended. */
function leave(state: WizardState, objections: readonly Objection[]): WizardState {
  const here = objections.filter(({step}) => step === state.step)
  if (here.length > 0) return {...state, objections: here, answered: state.answered.filter(step => step !== state.step)}
  const answered = [...new Set([...state.answered, state.step])].filter(step => holds(state, step))
  const next = steps.find(step => !answered.includes(step)) ?? 'confirm'
  return next === 'confirm' ? toConfirm({...state, answered}, objections) : entering({...state, answered, step: next})
}

/** An answer may have been changed on the way back, and then left without Enter. */
function holds(state: WizardState, step: StepId): boolean {
  if (step === 'topic') return state.topic !== ''
  if (step === 'seats') return state.chosen.length >= leastSeats(state.protocol) && areSeatable(state)
  if (step === 'rounds') return roundsOf(state) >= 1 && roundsOf(state) <= mostRounds
  return step !== 'voice' || state.voice !== undefined
}

function toConfirm(state: WizardState, objections: readonly Objection[]): WizardState {
  const first = steps.find(step => objections.some(objection => objection.step === step))
  const step = first ?? 'confirm'
  const answered = state.answered.filter(other => other !== first || first === 'confirm')
  return entering({...state, step, answered, objections: objections.filter(objection => objection.step === step)})
}

/** A list opens on what is chosen already. */
export function entering(state: WizardState): WizardState {
  const place = (list: readonly string[], id: string | undefined) => Math.max(0, list.indexOf(id ?? ''))
  const at = {
    ...state.at,
    protocol: place(
      state.facts.protocols.map(({id}) => id),
      state.protocol,
    ),
    voice: place(voiceChoices(state), state.voice),
    confirm: confirmRows.indexOf('begin'),
  }
  return {...state, at}
}

function confirm(state: WizardState, objections: readonly Objection[]): WizardState {
  const row = confirmRows[state.at.confirm] ?? 'begin'
  if (row === 'back') return back(state)
  if (row !== 'begin') return entering({...state, step: row})
  const unheld = steps.find(step => step !== 'confirm' && !holds(state, step))
  if (unheld !== undefined) return entering({...state, step: unheld})
  if (objections.length > 0) return toConfirm(state, objections)
  return {...state, result: {kind: 'begin', form: formOf(state)}}
}

/** To the question asked before: those that answered themselves are passed over. */
export function back(state: WizardState): WizardState {
  if (state.overlay === 'key') return {...state, overlay: 'services', keyTyped: 0}
  if (state.overlay !== 'none') return {...state, overlay: 'none'}
  const before = steps.slice(0, steps.indexOf(state.step)).filter(step => !answersItself(state, step))
  const step = before.at(-1)
  return step === undefined ? state : entering({...state, step, objections: []})
}

function answersItself({facts}: WizardState, step: StepId): boolean {
  if (step === 'protocol') return facts.protocols.length < 2
  return step === 'voice' && facts.voices.length < 2
}
