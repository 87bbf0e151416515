import {isOnTopics, openPeople, placeOfTopic, topicChoices, topicPicked} from './council.ts'
import {formOf} from './form.ts'
import {confirmRows, modeOf, type StepId, stepsOf} from './modes.ts'
import {askKey, openOverlay, resume, takeLineup, toggle} from './moves.ts'
import {areSeatable, highlighted, seatable} from './seats.ts'
import {type Objection, roundsOf, voiceChoices, type WizardState} from './state.ts'

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
      return leave(picking(state), objections)
    case 'voice':
      if (voiceChoices(state)[state.at.voice] === 'again') return {...state, notice: {key: 'lookedAgain'}}
      if (voiceChoices(state)[state.at.voice] === 'key') return openOverlay(state, 'services')
      if (voiceChoices(state)[state.at.voice] === undefined) return state
      return leave(picking(state), objections)
    case 'seats':
      return isOnTopics(state) ? enterTopic(state, objections) : enterSeats(state, objections)
    case 'rounds': {
      const [rounds, most] = [roundsOf(state), modeOf(state.protocol).mostRounds]
      if (rounds < 1 || rounds > most) return {...state, notice: {key: 'roundsMissing', slots: {most}}}
      return leave({...state, rounds: String(rounds)}, objections)
    }
    case 'files':
    case 'debate':
    case 'discover':
      return leave(picking(state), objections)
    case 'confirm':
      return confirm(state, objections)
    default:
      return state.step satisfies never
  }
}

function enterTopic(state: WizardState, objections: readonly Objection[]): WizardState {
  const choice = topicChoices(state)[state.at.topics]
  if (choice === 'people') return openPeople(state)
  // Whoever asks the model answers this later.
  if (choice === 'ask') return state
  return state.chosen.length === 0 ? {...state, notice: {key: 'memberMissing'}} : leave(picking(state), objections)
}

function enterSeats(state: WizardState, objections: readonly Objection[]): WizardState {
  const wanted = state.filter === '' ? undefined : highlighted(state)
  if (wanted && !state.chosen.includes(wanted.id)) return toggle(state)
  const {leastSeats} = modeOf(state.protocol)
  if (state.chosen.length >= leastSeats) return leave(state, objections)
  const count = state.chosen.length
  return {...state, notice: leastSeats === 1 ? {key: 'memberMissing'} : {key: 'seatsMissing', slots: {count}}}
}

/** With the highlighted row of a list as its answer, as Enter would take it: what the world is asked about. */
export function picking(state: WizardState): WizardState {
  if (state.overlay !== 'none') return state
  switch (state.step) {
    case 'protocol':
      return heldAs(state, state.facts.protocols[state.at.protocol]?.id ?? state.protocol)
    case 'voice': {
      const voice = voiceChoices(state)[state.at.voice]
      if (voice === undefined || voice === 'again' || voice === 'key' || voice === state.voice) return state
      // Voices that a sentence gave to some stay while nobody has chosen one for all.
      return {...state, voice, voiceOf: state.voice === undefined ? state.voiceOf : {}}
    }
    case 'seats':
      return isOnTopics(state) ? {...state, council: topicPicked(state)} : state
    case 'debate':
      return {...state, council: {...state.council, debate: state.at.debate === 0}}
    case 'discover':
      return {...state, council: {...state.council, discover: discoverChoices[state.at.discover] ?? 'open'}}
    case 'topic':
    case 'files':
    case 'rounds':
    case 'confirm':
      return state
    default:
      return state.step satisfies never
  }
}

export const discoverChoices = ['open', 'on', 'off'] as const

/** As this kind of meeting: with who can sit there, and with its own rounds where nobody said how many. */
export function heldAs(state: WizardState, protocol: string): WizardState {
  const held = seatable({...state, protocol})
  const rounds = state.roundsSaid ? state.rounds : String(modeOf(protocol).rounds)
  const roles = protocol === 'review' && held.chosen.length === 0 ? {chosen: held.facts.roles} : {}
  return {...held, rounds, ...roles}
}

/** On to the next open question; what speaks against this answer, or in the end against any, is shown where it can be mended. */
function leave(state: WizardState, objections: readonly Objection[]): WizardState {
  const here = objections.filter(({step}) => step === state.step)
  if (here.length > 0) return {...state, objections: here, answered: state.answered.filter(step => step !== state.step)}
  const answered = [...new Set([...state.answered, state.step])].filter(step => holds(state, step))
  const next = stepsOf(state).find(step => !answered.includes(step)) ?? 'confirm'
  return next === 'confirm' ? toConfirm({...state, answered}, objections) : entering({...state, answered, step: next})
}

/** An answer may have been changed on the way back, and then left without Enter. */
function holds(state: WizardState, step: StepId): boolean {
  const {leastSeats, mostSeats, mostRounds} = modeOf(state.protocol)
  if (step === 'topic') return state.topic !== ''
  if (step === 'seats') return state.chosen.length >= leastSeats && state.chosen.length <= mostSeats && areSeatable(state)
  if (step === 'rounds') return roundsOf(state) >= 1 && roundsOf(state) <= mostRounds
  return step !== 'voice' || state.voice !== undefined
}

function toConfirm(state: WizardState, objections: readonly Objection[]): WizardState {
  const first = stepsOf(state).find(step => objections.some(objection => objection.step === step))
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
    topics: placeOfTopic(state),
    debate: state.routing?.debate === false ? 1 : 0,
    discover: place(discoverChoices, state.routing?.discover),
    confirm: confirmRows(state).indexOf('begin'),
  }
  return {...state, at, people: false}
}

function confirm(state: WizardState, objections: readonly Objection[]): WizardState {
  const row = confirmRows(state)[state.at.confirm] ?? 'begin'
  if (row === 'back') return back(state)
  if (row !== 'begin') return entering({...state, step: row})
  const unheld = stepsOf(state).find(step => step !== 'confirm' && !holds(state, step))
  if (unheld !== undefined) return entering({...state, step: unheld})
  if (objections.length > 0) return toConfirm(state, objections)
  return {...state, result: {kind: 'begin', form: formOf(state)}}
}

/** To the question asked before: those that answered themselves are passed over. */
export function back(state: WizardState): WizardState {
  if (state.overlay === 'key') return {...state, overlay: 'services', keyTyped: 0}
  if (state.overlay !== 'none') return {...state, overlay: 'none'}
  if (state.step === 'seats' && state.people) return entering({...state, objections: []})
  const steps = stepsOf(state)
  const before = steps.slice(0, steps.indexOf(state.step)).filter(step => !answersItself(state, step))
  const step = before.at(-1)
  return step === undefined ? state : entering({...state, step, objections: []})
}

function answersItself({facts}: WizardState, step: StepId): boolean {
  if (step === 'protocol') return facts.protocols.length < 2
  if (step === 'debate' || step === 'discover') return true
  return step === 'voice' && facts.voices.length < 2
}
