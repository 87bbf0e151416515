import {
  type BoardProblem,
  type BoardRequest,
  boardRequest,
  facilitatorName,
  mostBoardRounds,
  mostExperts,
} from '../core/board-request.ts'
import type {MeetingRequest} from '../core/request.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import {tell, type WordKey} from '../i18n/index.ts'
import {noteText} from '../i18n/notes.ts'
import {expertsFor, facilitatorFor} from '../runtime/personas/experts.ts'
import {boardFacts} from './board-facts.ts'
import {type Seating, seatExperts} from './board-seats.ts'
import type {Host} from './host.ts'
import type {MeetFlags, Planned} from './plan.ts'
import {commonOf, rehearsedByDefault} from './plan-common.ts'
import {checkRehearsal, type PlannedSeat} from './plan-voices.ts'

/** What was typed, and what was read in it. */
type Said = {readonly sentence?: string | undefined; readonly request: MeetingRequest}

/** A board to be held. The moderator has a seat: the first expert's, or, for a facilitator, one before all others. */
export function planBoard(flags: MeetFlags, {sentence, request}: Said, host: Host): Planned {
  const usage: string[] = []
  const wrong = (key: WordKey, slots: Parameters<typeof tell>[2] = {}) => void usage.push(tell(host.words, key, slots))
  const {topic, lang, seed, voice} = commonOf(flags, request, {host, usage, wrong})
  const asked = boardRequest({request, ...(sentence === undefined ? {} : {sentence})}, flags, host.home.settings.board)
  for (const problem of asked.problems) usage.push(problemText(problem, host))

  const experts = expertsFor(host)
  const seating = seatExperts(asked.guests, {experts, lang, voice, host})
  usage.push(...seating.usage)
  if (asked.problems.some(({code}) => code === 'no-expert')) usage.push(...seating.available())
  if (seating.seats.length > mostExperts && asked.guests.length <= mostExperts)
    usage.push(problemText({code: 'too-many', count: seating.seats.length}, host))

  const moderating = moderatorOf(asked, seating, {facilitator: facilitatorFor(experts, lang), voice, host})
  if ('usage' in moderating) usage.push(moderating.usage)
  const seats = 'usage' in moderating ? seating.seats : moderating.seats
  const {rounds} = asked
  const moderator = 'usage' in moderating ? {} : {moderator: moderating.moderator}
  checkRehearsal(seats, {topic, rounds, lang, words: host.words, ...moderator}, wrong)
  if (usage.length > 0 || 'usage' in moderating) return {usage}

  const plan = {
    protocol: 'board',
    topic,
    lang,
    seats,
    rounds,
    provider: voice.provider,
    ...(voice.model ? {model: voice.model} : {}),
    seed,
    board: {moderator: moderating.moderator, parallel: asked.parallel, threshold: asked.threshold},
    notices: [],
  }
  return {
    plan: {
      ...plan,
      notices: [
        ...asked.notes.map(note => noteText(host.uiLang, note)),
        ...seating.notices,
        ...rehearsedByDefault(flags, host, seats),
        ...boardFacts(plan, host),
      ],
    },
  }
}

type Moderation = {readonly moderator: string; readonly seats: readonly PlannedSeat[]} | {readonly usage: string}

/** Who would be left to speak decides: with one or two experts nobody of them can moderate. */
function moderatorOf(
  {moderator: said}: BoardRequest,
  {seats, templateModerator, find}: Seating,
  {facilitator, voice, host}: {facilitator: PlannedSeat['persona'] | undefined; voice: Omit<PlannedSeat, 'persona'>; host: Host},
): Moderation {
  const words = entryWords(host.uiLang)
  const names = seats.map(({persona}) => persona.displayName).join(words.separator)
  const wanted = said ?? templateModerator
  const few = seats.length <= 2
  const facilitates = wanted === undefined ? few : wanted.toLowerCase() === facilitatorName
  if (facilitates || (few && said === undefined)) {
    if (!facilitator) return {usage: words.noFacilitator}
    return {moderator: facilitator.id, seats: [{persona: facilitator, ...voice}, ...seats]}
  }
  const seat = wanted === undefined ? seats[0] : find(wanted)
  if (!seat) return {usage: tellEntry(words, 'moderatorUnknown', {said: wanted ?? '', names})}
  if (few) return {usage: tellEntry(words, 'moderatorFew', {count: seats.length, said: wanted ?? ''})}
  return {moderator: seat.persona.id, seats}
}

function problemText(problem: BoardProblem, host: Host): string {
  const words = entryWords(host.uiLang)
  switch (problem.code) {
    case 'no-expert':
      return words.noExpert
    case 'bad-name':
      return tellEntry(words, 'badName', {name: problem.name})
    case 'too-many':
      return tellEntry(words, 'tooMany', {most: mostExperts, count: problem.count})
    case 'rounds':
      return tellEntry(words, 'rounds', {most: mostBoardRounds, said: problem.said})
    default:
      return problem satisfies never
  }
}
