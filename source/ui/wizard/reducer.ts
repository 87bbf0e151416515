import {graphemes} from '../../core/width.ts'
import type {WizardRouting} from '../ports.ts'
import {back, enter, entering, heldAs} from './answers.ts'
import {byHand, isOnTopics, openPeople, settledBy} from './council.ts'
import type {ReadFiles} from './desks.ts'
import {withFiles, withoutFile} from './files.ts'
import {judgeOf, judges, moderators} from './form.ts'
import {modeOf, type StepId} from './modes.ts'
import {filtered, move, openOverlay, propose, resume, revoice, toggle} from './moves.ts'
import {highlighted, moved} from './seats.ts'
import {
  type Facts,
  mostNaming,
  type Notice,
  type Objection,
  type Overlay,
  proposedVoice,
  type Understood,
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
  /** Of a review: the next voice that could judge. */
  | {readonly type: 'judge'}
  | {readonly type: 'files'; readonly read: ReadFiles}
  /** The highlighted file, taken out; or as the other kind. */
  | {readonly type: 'unfile'}
  | {readonly type: 'kind'}
  /** Of a council: who sits, as it is settled, and as the request alone settles it; `chosen`: so nobody picked them by hand. */
  | {readonly type: 'routed'; readonly routing: WizardRouting; readonly said: WizardRouting; readonly chosen?: readonly string[]}
  /** Two for three, or three for two. */
  | {readonly type: 'mode'}
  | {readonly type: 'asking'; readonly on: boolean}
  /** The topic that a model chose. */
  | {readonly type: 'chose'; readonly topic: string}
  | {readonly type: 'erase'; readonly what: 'character' | 'all'}
  | {readonly type: 'toggle'}
  | {readonly type: 'reorder'; readonly by: -1 | 1}
  | {readonly type: 'revoice'}
  | {readonly type: 'rounds'; readonly text: string}
  | {readonly type: 'naming'; readonly text: string}
  | {readonly type: 'saved'; readonly name: string; readonly lineups: Facts['lineups']}
  | {readonly type: 'notice'; readonly notice: Notice}
  /** Of the masked field: how many characters it holds. */
  | {readonly type: 'keyTyped'; readonly count: number}
  | {readonly type: 'keyKept'; readonly services: Facts['services']; readonly notice: Notice}
  | {readonly type: 'propose'; readonly voice: string; readonly notice: Notice}
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
    case 'topic': {
      const text = action.text.trim()
      // What a model chose, it chose for other words.
      const stale = calm.council.by === 'model' && text !== calm.topic
      return {...calm, topic: text, understood: undefined, council: stale ? settledBy(calm.council, 'request') : calm.council}
    }
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
        isOnTopics(calm) ? openPeople(calm) : calm,
        graphemes((calm.found ? '' : calm.filter) + action.typed)
          .slice(0, MOST_FILTER)
          .join(''),
      )
    case 'erase':
      return filtered(calm, action.what === 'all' ? '' : graphemes(calm.filter).slice(0, -1).join(''))
    case 'toggle':
      return toggle(calm)
    case 'reorder': {
      const persona = highlighted(calm)
      const chosen = persona ? moved(calm.chosen, persona.id, action.by) : calm.chosen
      return chosen === calm.chosen ? calm : {...calm, chosen, council: byHand(calm)}
    }
    case 'revoice':
      return revoice(calm)
    case 'moderator': {
      const all = moderators(calm)
      const now = all.indexOf(calm.moderator ?? all[0] ?? '')
      return all.length === 0 ? calm : {...calm, moderator: all[(now + 1) % all.length], objections: []}
    }
    case 'judge': {
      const able = judges(calm)
      const now = able.indexOf(judgeOf(calm))
      return able.length < 2 ? calm : {...calm, judge: able[(now + 1) % able.length], objections: []}
    }
    case 'files':
      return withFiles(calm, action.read)
    case 'unfile':
      return withoutFile(calm)
    case 'kind':
      return {
        ...calm,
        files: calm.files.map((file, at) =>
          at === calm.at.files ? {...file, kind: file.kind === 'brief' ? 'material' : 'brief'} : file,
        ),
      }
    case 'routed':
      return routed(calm, action)
    case 'mode': {
      const mode = calm.routing?.mode === 'triad' ? 'duo' : 'triad'
      return {...calm, council: {...calm.council, mode}}
    }
    case 'asking':
      return {...calm, asking: action.on}
    case 'chose': {
      const council = {...calm.council, by: 'model', topic: action.topic} as const
      return {...calm, asking: false, council, at: {...calm.at, topics: 0}}
    }
    case 'rounds':
      return {...calm, roundsSaid: true, rounds: action.text.normalize('NFKC').replace(/\D/g, '').slice(0, 2), objections: []}
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
    case 'keyTyped':
      return {...calm, keyTyped: action.count}
    case 'keyKept':
      return {
        ...calm,
        overlay: 'none',
        keyTyped: 0,
        facts: {...calm.facts, services: action.services},
        notice: action.notice,
      }
    case 'propose':
      return {...propose(calm, action.voice), notice: action.notice}
    case 'resume':
      return resume(calm)
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

/** Who sits on a council is answered as soon as something settles it. */
function routed(state: WizardState, {routing, said, chosen}: Extract<WizardAction, {type: 'routed'}>): WizardState {
  if (chosen === undefined) return {...state, routing, said}
  const others = state.answered.filter(step => step !== 'seats')
  return {...state, routing, said, chosen, answered: chosen.length > 0 ? [...others, 'seats'] : others}
}

function understand(before: WizardState, said: Understood): WizardState {
  const state = said.protocol === undefined ? before : heldAs(before, said.protocol)
  const chosen = said.ids.length > 0 ? said.ids : state.chosen
  const council = said.ids.length > 0 ? byHand(state) : settledBy(state.council, 'request')
  const found = said.unknown.length === 0
  const answered: readonly StepId[] = [
    ...state.answered.filter(step => step !== 'seats'),
    ...(chosen.length >= modeOf(state.protocol).leastSeats && found ? (['seats'] as const) : []),
    // Whoever names the people in a sentence has asked for a meeting as it is held by itself.
    ...(said.protocol === undefined && said.ids.length === 0 ? [] : (['protocol'] as const)),
    ...(said.rounds === undefined ? [] : (['rounds'] as const)),
  ]
  return {
    ...state,
    topic: said.topic ?? '',
    chosen,
    council: said.protocol === 'council' ? council : state.council,
    voiceOf: {...state.voiceOf, ...said.voices},
    rounds: said.rounds === undefined ? state.rounds : String(said.rounds),
    roundsSaid: said.rounds !== undefined || state.roundsSaid,
    answered: [...new Set(answered)],
    understood: said,
    filter: '',
  }
}
