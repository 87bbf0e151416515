import type {Lang} from '../../core/events.ts'
import type {WizardCouncil, WizardFile, WizardForm, WizardPersona, WizardResult, WizardRouting, WizardWorld} from '../ports.ts'
import type {CouncilDesk, CouncilSubject, ReviewDesk} from './desks.ts'
import type {KeyDesk, KeyService} from './keys-kept.ts'
import {confirmRows, modeOf, type StepId} from './modes.ts'

/** What stands in the way of a meeting, and at which question it can be mended. */
export type Objection = {readonly step: StepId; readonly text: string}

/** The world as the wizard reads it: what the plain one says as a list of lines, this one may say by step. */
export type World = WizardWorld & {
  objections?(form: WizardForm): readonly Objection[]
  /** How names are compared: what two spellings of one name have in common. */
  fold?(name: string): string
  /** Absent: no key can be entered. */
  readonly keys?: KeyDesk
  /** Who can be seated at this kind of meeting only; read when the first frames are out, or when it is chosen. */
  guests?(protocol: string): readonly WizardPersona[]
  readonly review?: ReviewDesk
  readonly council?: CouncilDesk
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
  /** Topics of a council. */
  readonly topics: readonly CouncilSubject[]
  /** Roles that a review has by itself. */
  readonly roles: readonly string[]
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
  | 'seatsMost'
  | 'memberMissing'
  | 'topicUnasked'

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
  /** Of a review, chosen at the confirmation; undefined: the voice of all. */
  readonly judge?: string | undefined
  /** What lies before a review. */
  readonly files: readonly WizardFile[]
  readonly council: WizardCouncil
  /** Who sits on the council as it is settled; `said`: as the request alone settles it. */
  readonly routing?: WizardRouting | undefined
  readonly said?: WizardRouting | undefined
  /** The members of a council are picked one by one. */
  readonly people: boolean
  /** A model is asked for the topic of a council. */
  readonly asking: boolean
  /** As typed: digits, two at most. */
  readonly rounds: string
  /** The person said how many; else each kind of meeting has its own. */
  readonly roundsSaid: boolean
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

export type ListId =
  | 'protocol'
  | 'files'
  | 'voice'
  | 'seats'
  | 'topics'
  | 'debate'
  | 'discover'
  | 'confirm'
  | 'unfinished'
  | 'lineups'
  | 'problems'
  | 'services'

export type WizardInitial = {
  readonly topic?: string
  readonly ids?: readonly string[]
  readonly rounds?: number
  /** The voice the person settled on before, as `--provider` takes it. */
  readonly voice?: string
}

export const mostNaming = 24

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
      topics: [],
      roles: [],
    },
    step: 'topic',
    // How a council goes on is as the request says, until somebody opens the question.
    answered: ['debate', 'discover', ...(initial.voice === undefined ? [] : (['voice'] as const))],
    overlay: 'none',
    topic: initial.topic ?? '',
    protocol: '',
    voice: initial.voice,
    voiceOf: {},
    chosen: initial.ids ?? [],
    filter: '',
    found: false,
    files: [],
    council: {by: 'request'},
    people: false,
    asking: false,
    rounds: String(initial.rounds ?? modeOf('').rounds),
    roundsSaid: initial.rounds !== undefined,
    nudges: 0,
    naming: '',
    keyFor: '',
    keyTyped: 0,
    at: {
      protocol: 0,
      files: 0,
      voice: 0,
      seats: 0,
      topics: 0,
      debate: 0,
      discover: 0,
      confirm: confirmRows({protocol: ''}).indexOf('begin'),
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

export const voiceOfSeat = (state: WizardState, id: string): string => state.voiceOf[id] ?? state.voice ?? ''

export const roundsOf = (state: WizardState): number => (/^\d{1,2}$/.test(state.rounds) ? Number(state.rounds) : 0)

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
