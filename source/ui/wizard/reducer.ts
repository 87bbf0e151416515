import {graphemes} from '../../core/width.ts'
import {filtered, move, openOverlay, revoice, takeLineup} from './moves.ts'
import {areSeatable, highlighted, moved, seatable, toggled} from './seats.ts'
import {
  confirmRows,
  type Facts,
  formOf,
  leastSeats,
  moderators,
  mostNaming,
  mostRounds,
  type Notice,
  type Objection,
  type Overlay,
  proposedVoice,
  roundsOf,
  type StepId,
  steps,
  type Understood,
  voiceChoices,
  type WizardState,
} from './state.ts'

export type WizardAction =
  | {readonly type: 'found'; readonly facts: Partial<Facts>}
  /** The composer's text, as Enter found it. */
  | {readonly type: 'topic'; readonly text: string}
  | {readonly type: 'understood'; readonly said: Understood}
  /** Enter on the question in hand; `objections` are the world's against the whole form as it stands. */
  | {readonly type: 'enter'; readonly objections: readonly Objection[]}
  | {readonly type: 'back'}
  | {readonly type: 'open'; readonly step: StepId}
  | {readonly type: 'overlay'; readonly overlay: Overlay}
  | {readonly type: 'move'; readonly by: number}
  | {readonly type: 'filter'; readonly typed: string}
  /** Of a board: the next one who could moderate. */
  | {readonly type: 'moderator'}
  | {readonly type: 'erase'; readonly what: 'character' | 'all'}
  | {readonly type: 'toggle'}
  | {readonly type: 'reorder'; readonly by: -1 | 1}
  | {readonly type: 'revoice'}
  | {readonly type: 'rounds'; readonly text: string}
  | {readonly type: 'naming'; readonly text: string}
  | {readonly type: 'saved'; readonly name: string; readonly lineups: Facts['lineups']}
  | {readonly type: 'notice'; readonly notice: Notice}
  | {readonly type: 'resume'}
  | {readonly type: 'quit'}

const MOST_FILTER = 40

/** Everything the wizard does, but for the composer's buffer. Pure; the same state when an action means nothing now. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  if (state.result !== undefined) return state
  const calm = action.type === 'found' ? state : {...state, notice: undefined}
  switch (action.type) {
    case 'found':
      return withFacts(state, action.facts)
    case 'topic':
      return {...calm, topic: action.text.trim(), understood: undefined}
    case 'understood':
      return understand(calm, action.said)
    case 'enter':
      return enter({...calm, objections: []}, action.objections)
    case 'back':
      return back(calm)
    case 'open':
      return {...calm, step: action.step, overlay: 'none', objections: []}
    case 'overlay':
      return openOverlay(calm, action.overlay)
    case 'move':
      return move(calm, action.by)
    case 'filter':
      return filtered(
        calm,
        graphemes((calm.found ? '' : calm.filter) + action.typed)
          .slice(0, MOST_FILTER)
          .join(''),
      )
    case 'erase':
      return filtered(calm, action.what === 'all' ? '' : graphemes(calm.filter).slice(0, -1).join(''))
    case 'toggle': {
      const persona = highlighted(calm)
      if (!persona) return calm
      const chosen = toggled(calm.chosen, persona.id)
      return {...calm, chosen, objections: [], found: chosen.length > calm.chosen.length}
    }
    case 'reorder': {
      const persona = highlighted(calm)
      return persona ? {...calm, chosen: moved(calm.chosen, persona.id, action.by)} : calm
    }
    case 'revoice':
      return revoice(calm)
    case 'moderator': {
      const all = moderators(calm)
      const now = all.indexOf(calm.moderator ?? all[0] ?? '')
      return all.length === 0 ? calm : {...calm, moderator: all[(now + 1) % all.length], objections: []}
    }
    case 'rounds':
      return {...calm, rounds: action.text.normalize('NFKC').replace(/\D/g, '').slice(0, 2), objections: []}
    case 'naming':
      return {
        ...calm,
        naming: graphemes(action.text.replace(/\p{Cs}/gu, ''))
          .slice(0, mostNaming)
          .join(''),
      }
    case 'saved':
      return {
        ...calm,
        overlay: 'none',
        naming: '',
        facts: {...calm.facts, lineups: action.lineups},
        notice: {key: 'lineupSaved', slots: {name: action.name}},
      }
    case 'notice':
      return {...calm, notice: action.notice}
    case 'resume': {
      const folder = calm.facts.unfinished[calm.at.unfinished]?.folder
      return folder === undefined ? calm : {...calm, result: {kind: 'resume', folder}}
    }
    case 'quit':
      return {...calm, result: {kind: 'quit'}}
    default:
      return action satisfies never
  }
}

/** One protocol answers itself; a voice with a model is taken until the person says otherwise, one without never. */
function withFacts(state: WizardState, found: Partial<Facts>): WizardState {
  const facts = {...state.facts, ...found}
  const protocol = state.protocol || (facts.protocols[0]?.id ?? '')
  const voice = state.voice ?? proposedVoice(facts)
  const settled: readonly StepId[] = [
    ...(facts.protocols.length === 1 ? (['protocol'] as const) : []),
    ...(voice === undefined ? [] : (['voice'] as const)),
  ]
  const known = {...state, facts, protocol, voice, answered: [...new Set([...state.answered, ...settled])]}
  return voice === state.voice ? known : entering({...known, notice: undefined})
}

function understand(state: WizardState, said: Understood): WizardState {
  const chosen = said.ids.length > 0 ? said.ids : state.chosen
  const found = said.unknown.length === 0
  const answered: readonly StepId[] = [
    ...state.answered.filter(step => step !== 'seats'),
    ...(chosen.length >= leastSeats(said.protocol ?? state.protocol) && found ? (['seats'] as const) : []),
    // Whoever names the people in a sentence has asked for a meeting as it is held by itself.
    ...(said.protocol === undefined && said.ids.length === 0 ? [] : (['protocol'] as const)),
    ...(said.rounds === undefined ? [] : (['rounds'] as const)),
  ]
  return {
    ...state,
    topic: said.topic ?? '',
    protocol: said.protocol ?? state.protocol,
    chosen,
    rounds: said.rounds === undefined ? state.rounds : String(said.rounds),
    answered: [...new Set(answered)],
    understood: said,
    filter: '',
  }
}

function enter(state: WizardState, objections: readonly Objection[]): WizardState {
  if (state.overlay === 'lineups') return takeLineup(state)
  if (state.overlay === 'unfinished') return wizardReducer(state, {type: 'resume'})
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
      if (voiceChoices(state)[state.at.voice] === 'key') return {...state, notice: {key: 'keyHow'}}
      if (voiceChoices(state)[state.at.voice] === undefined) return state
      return leave(picking(state), objections)
    case 'seats': {
      const wanted = state.filter === '' ? undefined : highlighted(state)
      if (wanted && !state.chosen.includes(wanted.id)) return wizardReducer(state, {type: 'toggle'})
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
function entering(state: WizardState): WizardState {
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
function back(state: WizardState): WizardState {
  if (state.overlay !== 'none') return {...state, overlay: 'none'}
  const before = steps.slice(0, steps.indexOf(state.step)).filter(step => !answersItself(state, step))
  const step = before.at(-1)
  return step === undefined ? state : entering({...state, step, objections: []})
}

function answersItself({facts}: WizardState, step: StepId): boolean {
  if (step === 'protocol') return facts.protocols.length < 2
  return step === 'voice' && facts.voices.length < 2
}
