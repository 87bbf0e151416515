import type {CouncilFlags} from '../core/council-request.ts'
import type {BoardOptions, Budget, CouncilOptions, Lang, ReviewOptions} from '../core/events.ts'
import {type Guest, type Note, parseWith} from '../core/request.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import {tell, type WordKey} from '../i18n/index.ts'
import {noteText} from '../i18n/notes.ts'
import {protocols} from '../protocols/index.ts'
import type {FirstFile} from '../runtime/materials-folder.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import {planBoard} from './board-plan.ts'
import type {Unrouted} from './council-ask-topic.ts'
import {councilAsked, councilOnly, planCouncil} from './council-plan.ts'
import type {Host} from './host.ts'
import {commonOf, rehearsedByDefault, requestOf, wholeNumber} from './plan-common.ts'
import {checkRehearsal, type PlannedSeat, type Voice, voiceOf} from './plan-voices.ts'
import {planReview, reviewOnly} from './review-plan.ts'
import type {RunFlags} from './run-flags.ts'

export type MeetFlags = RunFlags &
  CouncilFlags & {
    readonly topic?: string
    readonly with?: string
    readonly rounds?: string
    readonly provider?: string
    readonly model?: string
    readonly lang?: string
    readonly out?: string
    readonly auto?: boolean
    readonly json?: boolean
    readonly plain?: boolean
    readonly reader?: boolean
    /** A saved line-up, in the place of `with`. */
    readonly lineup?: string
    readonly seed?: string
    readonly protocol?: string
    readonly dryRun?: boolean
    /** Of a board: who moderates, and whether the experts of a round speak one after the other. */
    readonly moderator?: string
    readonly sequential?: boolean
    /** `board`: with `json`, the events of FR-10 in the place of the ledger's. */
    readonly events?: string
    /** A port on which other front ends can follow a board; `0`: any. */
    readonly serve?: string
    /** The folder of the repository that a council looks into. */
    readonly repo?: string
    /** Of a review: `role:voice,…`, the judge's voice, files to read, and what may be how many. */
    readonly agents?: string
    readonly judge?: string
    readonly briefFile?: readonly string[]
    readonly material?: readonly string[]
    readonly maxAgents?: string
    readonly maxRounds?: string
    readonly maxMaterials?: string
    readonly allowSensitiveMaterials?: boolean
  }

/** A meeting that can be opened as it stands. */
export type Plan = {
  readonly protocol: string
  readonly topic: string
  readonly lang: Lang
  readonly seats: readonly PlannedSeat[]
  readonly rounds: number
  readonly provider: string
  readonly model?: string
  readonly seed: number
  readonly board?: BoardOptions
  readonly review?: ReviewOptions
  /** Who gives the verdict of a review. */
  readonly judge?: Voice
  /** What the meeting's folder begins with, beside the ledger. */
  readonly files?: readonly FirstFile[]
  readonly council?: CouncilOptions
  /** Why a council rests on the person's repository or not. */
  readonly why?: string
  readonly budget?: Budget
  readonly trustUserConfig?: boolean
  /** To be said before the meeting begins. */
  readonly notices: readonly string[]
}

/** `unrouted`: a model may still choose the topic of a council; without that it stays at what is said. */
export type Planned = {readonly plan: Plan} | {readonly usage: readonly string[]; readonly unrouted?: Unrouted}

export const mostRounds = 20
const defaultRounds = 2

/** Flags and a sentence to a plan; flags win over the sentence. Everything that is wrong is said at once, in the person's language. */
export function planMeeting(flags: MeetFlags, sentence: string | undefined, host: Host): Planned {
  const usage: string[] = []
  const wrong = (key: WordKey, slots: Parameters<typeof tell>[2] = {}) => {
    usage.push(tell(host.words, key, slots))
  }
  const council = councilAsked(flags, sentence)
  if (council !== undefined) {
    const foreign = [...reviewOnly(flags, host), ...boardOnly(flags, host)]
    return foreign.length > 0 ? {usage: foreign} : planCouncil(flags, council.said, host)
  }
  usage.push(...councilOnly(flags, host))
  const request = requestOf(flags, sentence)
  if (!request) return {usage: [tell(host.words, 'usageNotRequest', {said: sentence ?? ''})]}
  const protocol = flags.protocol ?? request.protocol ?? 'roundtable'
  if (protocol === 'review') return usage.length > 0 ? {usage} : planReview(flags, request, host)
  usage.push(...reviewOnly(flags, host))
  if (protocol === 'board') return usage.length > 0 ? {usage} : planBoard(flags, {sentence, request}, host)
  usage.push(...boardOnly(flags, host))

  const {topic, lang, seed, voice} = commonOf(flags, request, {host, usage, wrong})
  const known = protocols.map(p => p.id)
  if (!known.includes(protocol)) wrong('usageProtocol', {said: protocol, allowed: known.join(', ')})
  const rounds =
    flags.rounds === undefined ? (request.rounds ?? host.home.settings.rounds ?? defaultRounds) : wholeNumber(flags.rounds)
  const outOfRange = request.notes.find(note => note.code === 'rounds-out-of-range')
  if (flags.rounds === undefined && outOfRange) wrong('usageRounds', {most: mostRounds, said: String(outOfRange.slots.said)})
  else if (!rounds || rounds > mostRounds) wrong('usageRounds', {most: mostRounds, said: flags.rounds ?? String(rounds)})
  const lineup = host.home.settings.lineups?.find(({name}) => name === flags.lineup)
  if (flags.lineup !== undefined && !lineup) {
    const saved = (host.home.settings.lineups ?? []).map(({name}) => name).join(host.words.listSeparator)
    wrong('usageLineup', {said: flags.lineup, allowed: saved || '—'})
  }
  const listed =
    flags.with === undefined && lineup
      ? {with: lineup.ids.map(name => ({name})), notes: []}
      : flags.with === undefined
        ? undefined
        : parseWith(flags.with)
  const guests = listed?.with ?? request.with
  const notes = [...request.notes, ...(listed?.notes ?? [])].filter(note => note.code !== 'rounds-out-of-range')
  const seats = seatsOf(guests, lang, voice, host, usage)
  if (guests.length === 0) wrong('usageWith')
  else if (guests.length === 1 && seats.length === 1) wrong('usageTwo', {names: seats[0]?.persona.displayName ?? ''})
  checkRehearsal(seats, {topic, rounds: rounds && rounds <= mostRounds ? rounds : 0, lang, words: host.words}, wrong)
  if (usage.length > 0) return {usage: [...noCommands(request.notes, host), ...usage]}

  return {
    plan: {
      protocol,
      topic,
      lang,
      seats,
      rounds: rounds ?? defaultRounds,
      ...voice,
      seed,
      notices: [...notes.map(note => noteText(host.uiLang, note)), ...rehearsedByDefault(flags, host, seats)],
    },
  }
}

function boardOnly(flags: MeetFlags, host: Host): readonly string[] {
  const said = (['moderator', 'sequential', 'serve'] as const).filter(flag => flags[flag]).map(flag => `--${flag}`)
  if (flags.events === 'board') said.push('--events board')
  return said.map(flag => tellEntry(entryWords(host.uiLang), 'boardOnly', {flag}))
}

/** `@team` is said to be no command here also where the request fails for another reason. */
const noCommands = (notes: readonly Note[], host: Host): readonly string[] =>
  notes.filter(({code}) => code === 'unknown-at').map(note => noteText(host.uiLang, note))

function seatsOf(guests: readonly Guest[], lang: Lang, standard: Voice, host: Host, usage: string[]): readonly PlannedSeat[] {
  const {personas} = discoverFor(host)
  const separator = host.words.listSeparator
  const listOf = (list: readonly LoadedPersona[]) =>
    list
      .map(p => tell(host.words, 'personaFrom', {name: p.displayName, id: p.id, where: host.words[`where.${p.origin.kind}`]}))
      .join(separator)
  const seats: PlannedSeat[] = []
  let unknown = false
  for (const guest of guests) {
    const found = resolveName(guest.name, personas, lang)
    switch (found.kind) {
      case 'found': {
        const named = guest.provider && [guest.provider, guest.model].filter(part => part !== undefined).join('/')
        const voice = named ? voiceOf(named, host, usage) : standard
        if (seats.some(seat => seat.persona.id === found.persona.id)) {
          usage.push(tell(host.words, 'usageTwice', {name: found.persona.displayName}))
        } else seats.push({persona: found.persona, ...voice})
        break
      }
      case 'ambiguous':
        usage.push(tell(host.words, 'ambiguousPersona', {name: guest.name, names: listOf(found.candidates)}))
        break
      case 'unknown':
        unknown = true
        usage.push(tell(host.words, 'unknownPersona', {name: guest.name}))
        if (found.nearest.length > 0) usage.push(tell(host.words, 'nearestPersonas', {names: listOf(found.nearest)}))
        break
      default:
        found satisfies never
    }
  }
  if (unknown) usage.push(tell(host.words, 'availablePersonas', {names: listOf(personas)}))
  return seats
}
