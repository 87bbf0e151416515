import type {Lang} from '../../core/events.ts'
import type {WizardForm, WizardPersona, WizardResult, WizardVoice, WizardWorld} from '../ports.ts'
import type {KeyDesk, KeyService} from './keys-kept.ts'

/** The questions, in the order they are asked. */
export const steps = ['topic', 'protocol', 'voice', 'seats', 'rounds', 'confirm'] as const
export type StepId = (typeof steps)[number]

/** What stands in the way of a meeting, and at which question it can be mended. */
export type Objection = {readonly step: StepId; readonly text: string}

/** The world as the wizard reads it: what the plain one says as a list of lines, this one may say by step. */
export type World = WizardWorld & {
  objections?(form: WizardForm): readonly Objection[]
  /** How names are compared: what two spellings of one name have in common. */
  fold?(name: string): string
  /** Absent: no key can be entered. */
  readonly keys?: KeyDesk
}

/** What was read of the world; all of it is there before the question that needs it. */
export type Facts = {
  readonly personas: readonly WizardPersona[]
  readonly problems: readonly string[]
  readonly voices: ReturnType<WizardWorld['voices']>
  readonly protocols: ReturnType<WizardWorld['protocols']>
  readonly unfinished: ReturnType<WizardWorld['unfinished']>
  readonly lineups: ReturnType<WizardWorld['lineups']>
  readonly fold: (name: string) => string
  /** Voices with a model are being looked for. */
  readonly looking: boolean
  /** Services that a key can be entered for, and the file it will stand in. */
  readonly services: readonly KeyService[]
  readonly keysAt: string
}

/** What lies over the question for a moment. */
export type Overlay = 'none' | 'unfinished' | 'lineups' | 'problems' | 'naming' | 'services' | 'key'

/** One line about what was just done or is missing: a key of the words and its slots. */
export type Notice = {readonly key: NoticeKey; readonly slots?: Readonly<Record<string, string | number>>}
export type NoticeKey =
  | 'topicMissing'
  | 'topicStillMissing'
  | 'seatsMissing'
  | 'nobodyChosen'
  | 'oneVoice'
  | 'lineupSaved'
  | 'lineupGone'
  | 'nameMissing'
  | 'roundsMissing'
  | 'lookedAgain'
  | 'keyMissing'
  | 'keyUnlike'
  | 'keyUnkept'
  | 'keyKept'
  | 'keyReady'
  | 'keyShadowed'
  | 'keyUseless'

export type Understood = NonNullable<ReturnType<WizardWorld['understand']>>

export type WizardState = {
  readonly lang: Lang
  readonly facts: Facts
  readonly step: StepId
  readonly answered: readonly StepId[]
  readonly overlay: Overlay
  /** As it was when Enter was last hit on it. */
  readonly topic: string
  readonly protocol: string
  /** Of every seat that has none of its own; undefined until it is chosen. */
  readonly voice: string | undefined
  /** Voices of single seats, by persona, kept also while the persona is not chosen. */
  readonly voiceOf: Readonly<Record<string, string>>
  /** Ids in seating order. */
  readonly chosen: readonly string[]
  readonly filter: string
  /** Whoever the filter was for has been chosen: the next letter begins another name. */
  readonly found: boolean
  /** Chosen at the confirmation; undefined: the first expert. */
  readonly moderator?: string | undefined
  /** As typed: digits, two at most. */
  readonly rounds: string
  /** How often the number was changed from outside its field, which must then begin anew. */
  readonly nudges: number
  /** A line-up's name while it is typed. */
  readonly naming: string
  /** The service whose key is entered, and how many characters of it there are. What they are is nobody's business. */
  readonly keyFor: string
  readonly keyTyped: number
  /** The highlighted row of each list, from 0. */
  readonly at: Readonly<Record<ListId, number>>
  readonly understood: Understood | undefined
  readonly objections: readonly Objection[]
  readonly notice: Notice | undefined
  readonly result: WizardResult | undefined
}

export type ListId = 'protocol' | 'voice' | 'seats' | 'confirm' | 'unfinished' | 'lineups' | 'problems' | 'services'

export type WizardInitial = {
  readonly topic?: string
  readonly ids?: readonly string[]
  readonly rounds?: number
  /** The voice the person settled on before, as `--provider` takes it. */
  readonly voice?: string
}

export const mostRounds = 20
/** At a board one expert is enough: a facilitator moderates then. */
export const leastSeats = (protocol: string): number => (protocol === 'board' ? 1 : 2)
export const mostNaming = 24
const standardRounds = 2

/** Voices without a model behind them: one of them is taken only when the person says so. */
export const modelless: readonly string[] = ['rehearsal', 'manual']

export function initialState(lang: Lang, initial: WizardInitial = {}): WizardState {
  return {
    lang,
    facts: {
      personas: [],
      problems: [],
      voices: [],
      protocols: [],
      unfinished: [],
      lineups: [],
      fold: plainFold,
      looking: false,
      services: [],
      keysAt: '',
    },
    step: 'topic',
    answered: initial.voice === undefined ? [] : ['voice'],
    overlay: 'none',
    topic: initial.topic ?? '',
    protocol: '',
    voice: initial.voice,
    voiceOf: {},
    chosen: initial.ids ?? [],
    filter: '',
    found: false,
    rounds: String(initial.rounds ?? standardRounds),
    nudges: 0,
    naming: '',
    keyFor: '',
    keyTyped: 0,
    at: {
      protocol: 0,
      voice: 0,
      seats: 0,
      confirm: confirmRows.indexOf('begin'),
      unfinished: 0,
      lineups: 0,
      problems: 0,
      services: 0,
    },
    understood: undefined,
    objections: [],
    notice: undefined,
    result: undefined,
  }
}

/** The rows of the confirmation that can be chosen: every question again, then the two ways on. */
export const confirmRows = ['topic', 'protocol', 'voice', 'seats', 'rounds', 'begin', 'back'] as const

export const voiceOfSeat = (state: WizardState, id: string): string => state.voiceOf[id] ?? state.voice ?? ''

export const roundsOf = (state: WizardState): number => (/^\d{1,2}$/.test(state.rounds) ? Number(state.rounds) : 0)

export const formOf = (state: WizardState): WizardForm => ({
  topic: state.topic,
  protocol: state.protocol,
  seats: state.chosen.map(id => ({id, voice: voiceOfSeat(state, id)})),
  rounds: roundsOf(state),
  ...(state.moderator !== undefined && moderators(state).includes(state.moderator) ? {moderator: state.moderator} : {}),
})

/** Who can moderate a board, in the order of the switch. With one or two experts only a facilitator is left to do it. */
export const moderators = ({protocol, chosen}: WizardState): readonly string[] =>
  protocol === 'board' && chosen.length > 2 ? [...chosen, 'facilitator'] : []

/** No voice with a model was found. */
export const withoutModels = ({facts}: WizardState): boolean => facts.voices.every(({id}) => modelless.includes(id))

/** What the list of voices offers; with `key` one is entered, `again` looks for others. */
export const voiceChoices = (state: WizardState): readonly string[] => [
  ...state.facts.voices.map(({id}) => id),
  ...(state.facts.looking ? [] : [...(state.facts.services.length > 0 ? ['key'] : []), 'again']),
]

/** The voice that is taken until the person says otherwise: with a model, and never an unproven one. */
export const proposedVoice = ({voices}: Pick<Facts, 'voices'>): string | undefined =>
  voices.find(({id, experimental, unsure}) => !modelless.includes(id) && !experimental && !unsure)?.id

/** The voices of the table that ask a model, each once. One that nobody looked at may cost something as well. */
export function askedVoices(state: WizardState): readonly (WizardVoice & {readonly asks: 'local' | 'paid'})[] {
  const ids = new Set(state.chosen.map(id => voiceOfSeat(state, id)))
  return [...ids].flatMap(id => {
    const [base = '', model] = id.split(/[:/](.*)/s)
    if (modelless.includes(base) || base === 'script' || base === '') return []
    const known = state.facts.voices.find(voice => voice.id === id) ?? state.facts.voices.find(voice => voice.id === base)
    return [{label: id, asks: 'paid' as const, ...known, ...(model ? {model} : {}), id}]
  })
}

/** Which short field of letters or digits is open; its keys go through the tree. */
export const fieldOf = (state: WizardState): 'rounds' | 'naming' | undefined => {
  if (state.overlay === 'naming') return 'naming'
  return state.overlay === 'none' && state.step === 'rounds' ? 'rounds' : undefined
}

/** Without a world of its own to ask: width, case, spaces and hyphens do not count. */
function plainFold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}_·•.．'’]/gu, '')
}
