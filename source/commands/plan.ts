import type {Lang} from '../core/events.ts'
import {type Guest, languageOf, type MeetingRequest, parseRequest, parseWith} from '../core/request.ts'
import {charCount, cleanIngest} from '../core/text.ts'
import {tell, type WordKey, type Words} from '../i18n/index.ts'
import {noteText} from '../i18n/notes.ts'
import {voiceText} from '../i18n/voices.ts'
import {protocols} from '../protocols/index.ts'
import {ledgerName, parseVoice} from '../providers/index.ts'
import {rehearsable} from '../providers/rehearsal/speak.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import type {Host} from './host.ts'

export type MeetFlags = {
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
}

export type PlannedSeat = Voice & {readonly persona: LoadedPersona}

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
  /** To be said before the meeting begins. */
  readonly notices: readonly string[]
}

export type Planned = {readonly plan: Plan} | {readonly usage: readonly string[]}

export const mostRounds = 20
const mostTopic = 4000
const rehearsalRounds = 3
const defaultRounds = 2

/** Flags and a sentence to a plan; flags win over the sentence. Everything that is wrong is said at once, in the person's language. */
export function planMeeting(flags: MeetFlags, sentence: string | undefined, host: Host): Planned {
  const usage: string[] = []
  const wrong = (key: WordKey, slots: Parameters<typeof tell>[2] = {}) => {
    usage.push(tell(host.words, key, slots))
  }
  const request = requestOf(flags, sentence)
  if (!request) return {usage: [tell(host.words, 'usageNotRequest', {said: sentence ?? ''})]}

  const topic = cleanIngest(flags.topic ?? request.topic ?? '').text.trim()
  if (!topic) wrong('usageTopic')
  if (charCount(topic) > mostTopic) wrong('usageTopicLong', {most: mostTopic, count: charCount(topic)})

  const lang = langOf(flags, request, topic)
  if (!lang) wrong('usageFlagValue', {flag: '--lang', said: flags.lang ?? '', allowed: 'zh, en'})
  const protocol = flags.protocol ?? 'roundtable'
  const known = protocols.map(p => p.id)
  if (!known.includes(protocol)) wrong('usageProtocol', {said: protocol, allowed: known.join(', ')})
  const rounds =
    flags.rounds === undefined ? (request.rounds ?? host.home.settings.rounds ?? defaultRounds) : wholeNumber(flags.rounds)
  const outOfRange = request.notes.find(note => note.code === 'rounds-out-of-range')
  if (flags.rounds === undefined && outOfRange) wrong('usageRounds', {most: mostRounds, said: String(outOfRange.slots.said)})
  else if (!rounds || rounds > mostRounds) wrong('usageRounds', {most: mostRounds, said: flags.rounds ?? String(rounds)})
  const seed = flags.seed === undefined ? 1 : wholeNumber(flags.seed)
  if (seed === undefined) wrong('usageFlagValue', {flag: '--seed', said: flags.seed ?? '', allowed: '1, 2, 3 …'})

  const standard = voiceOf(flags.provider ?? host.home.settings.provider ?? 'rehearsal', host, usage)
  const {provider} = standard
  const model = flags.model ?? standard.model
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
  const seats = seatsOf(guests, lang ?? 'zh', {provider, ...(model ? {model} : {})}, host, usage)
  if (guests.length === 0) wrong('usageWith')
  else if (guests.length === 1 && seats.length === 1) wrong('usageTwo', {names: seats[0]?.persona.displayName ?? ''})
  checkRehearsal(
    seats,
    {topic, rounds: rounds && rounds <= mostRounds ? rounds : 0, lang: lang ?? 'zh', words: host.words},
    wrong,
  )
  if (usage.length > 0) return {usage}

  const byDefault = !flags.provider && !host.home.settings.provider && seats.every(seat => seat.provider === 'rehearsal')
  return {
    plan: {
      protocol,
      topic,
      lang: lang ?? 'zh',
      seats,
      rounds: rounds ?? defaultRounds,
      provider,
      ...(model ? {model} : {}),
      seed: seed ?? 1,
      notices: [
        ...notes.map(note => noteText(host.uiLang, note)),
        ...(byDefault ? [tell(host.words, 'rehearsalByDefault')] : []),
      ],
    },
  }
}

const nothingSaid: MeetingRequest = {kind: 'meeting', with: [], missing: [], notes: []}

function requestOf(flags: MeetFlags, sentence: string | undefined): MeetingRequest | undefined {
  if (!sentence) return nothingSaid
  const request = parseRequest(sentence)
  if (request.kind === 'meeting') return request
  return flags.topic === undefined && flags.with !== undefined ? {...nothingSaid, topic: sentence} : undefined
}

function langOf(flags: MeetFlags, request: MeetingRequest, topic: string): Lang | undefined {
  if (flags.lang === undefined) return request.lang ?? languageOf(topic)
  return flags.lang === 'zh' || flags.lang === 'en' ? flags.lang : undefined
}

const wholeNumber = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined)

type Voice = {readonly provider: string; readonly model?: string}

/** A voice as the ledger names it. One that does not exist comes back as it was written, and what is wrong is said once. */
function voiceOf(said: string, host: Host, usage: string[]): Voice {
  const voice = parseVoice(said)
  if ('ok' in voice) return {provider: ledgerName(voice.ok), ...(voice.ok.model ? {model: voice.ok.model} : {})}
  const problem = voiceText(host.uiLang, voice.problem)
  if (!usage.includes(problem)) usage.push(problem)
  return {provider: said}
}

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

/** The tests hold that our own figures last on a topic in their language; trying it out takes a moment that others have to wait. */
const isUnproven = (persona: LoadedPersona, {topic, lang}: {topic: string; lang: Lang}) =>
  persona.origin.kind !== 'built-in' || languageOf(topic) !== lang

/** A rehearsal recites what an author allowed, in the file's language, as far as the material goes, and never beside a model. */
function checkRehearsal(
  seats: readonly PlannedSeat[],
  meeting: {topic: string; rounds: number; lang: Lang; words: Words},
  wrong: (key: WordKey, slots?: Parameters<typeof tell>[2]) => void,
) {
  const rehearsed = seats.filter(seat => seat.provider === 'rehearsal')
  if (rehearsed.length === 0) return
  const others = seats.filter(seat => seat.provider !== 'rehearsal')
  if (others.length > 0) wrong('usageMixed', {names: others.map(seat => seat.persona.displayName).join(', ')})
  if (meeting.rounds > rehearsalRounds) wrong('usageRehearsalRounds', {rounds: meeting.rounds})
  for (const {persona} of rehearsed) {
    if (!persona.rehearsal) wrong('usageCannotRehearse', {name: persona.displayName})
    else if (persona.lang !== meeting.lang) {
      wrong('usageRehearsalLanguage', {
        name: persona.displayName,
        fileLang: meeting.words[`lang.${persona.lang}`],
        lang: meeting.words[`lang.${meeting.lang}`],
      })
    } else if (isUnproven(persona, meeting) && meeting.topic && meeting.rounds > 0 && meeting.rounds <= rehearsalRounds) {
      const fault = rehearsable({id: persona.id, name: persona.displayName, body: persona.body}, meeting)
      if (fault) wrong('usageRehearsalThin', {name: persona.displayName, message: fault.message})
    }
  }
}
