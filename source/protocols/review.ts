import type {Heard, Meeting, Outcome, Seat} from '../core/events.ts'
import {review as bounds, reviewOptions} from '../core/review.ts'
import {asHollowOnes, hollowOnes} from '../core/review-check.ts'
import {headingOf} from '../core/review-report.ts'
import type {Flow, Need, Protocol, Spoken} from '../core/steps.ts'
import {enter, glance, listen, say, speak, survey, together} from '../core/steps.ts'
import {reviewSystem} from './review-prompts.ts'
import {asSections, challengeTurn, missingSections, roundLimits, roundTurn, verdictTurn} from './review-turns.ts'

/**
 * The review of `seeds/ai-meeting.txt`: roles analyse independently, cross-examine one another round by round, and a judge who
 * holds no role decides. Nobody hears their own round; a final report that has gaps is the person's explicit wish.
 */
export const review: Protocol = {id: 'review', version: 1, flow, system: reviewSystem}

/** `stopped`: the person asked for the verdict; `done`: there is nothing to go on with; `aborted`: at once, without a report. */
type Ending = 'open' | 'stopped' | 'done' | 'aborted'

type Table = {
  readonly meeting: Meeting
  rounds: number
  /** The present round, from 1. */
  round: number
  /** Parts of the present round that were called: the first, and each time the missing ones were asked again. */
  parts: number
  /** Rounds that were held in full. */
  readonly held: Set<number>
  /** Who has said nothing in the present round. */
  missing: readonly Seat[]
  /** The present round's gaps were taken as they are. */
  accepted: boolean
  /** Somebody said something in some round. */
  spoken: boolean
}

function* flow(meeting: Meeting): Flow<Outcome> {
  const {rounds} = meeting.options
  const table: Table = {
    ...{meeting, rounds, round: 0, parts: 0, held: new Set<number>()},
    ...{missing: [], accepted: false, spoken: false},
  }
  let ending: Ending = 'open'

  yield* say('review.begin', 'review.begin', {topic: meeting.topic, names: names(meeting, meeting.seats), rounds})
  for (let round = 1; round <= table.rounds && ending === 'open' && meeting.seats.length > 0; round++) {
    Object.assign(table, {round, parts: 0, accepted: false})
    yield* enter('discussion', round)
    ending = yield* callRound(table, meeting.seats)
    if (ending === 'open' && table.missing.length === meeting.seats.length) ending = yield* fillGaps(table, ending, 'some')
    if (ending === 'open') ending = yield* pause(table)
  }
  if (ending !== 'aborted') ending = yield* fillGaps(table, ending, 'all')

  const given = ending === 'aborted' ? yield* withhold() : yield* decide(table, ending)
  yield* enter('recording')
  yield* say('review.closed', 'review.closed', {topic: meeting.topic, rounds: table.held.size, path: meeting.folder})
  return {how: given && table.held.size === table.rounds ? 'complete' : 'shortened', rounds: table.held.size}
}

/** Everybody of these at once; then whoever was hollow once more. */
function* callRound(table: Table, seats: readonly Seat[]): Flow<Ending> {
  const {meeting, round, rounds} = table
  table.parts += 1
  const part = table.parts === 1 ? `round-${round}` : `round-${round}.${table.parts}`
  const line = table.parts === 1 ? 'review.round.begin' : 'review.again'
  yield* say(`${part}.begin`, line, {round, rounds, names: names(meeting, seats)})
  const answers = yield* together(
    part,
    seats.map(seat => roundTurn(meeting, seat, part, {round, rounds})),
  )
  table.missing = seats.filter((_, index) => !answers[index]?.spoken)
  for (const {id, name} of table.missing) yield* say(`${part}:${id}.absent`, 'absent', {name})
  if (answers.some(answer => answer.spoken)) table.spoken = true
  if (answers.some(answer => answer.spoken) && !answers.some(isCut)) table.held.add(round)
  const ending = yield* attend(table, part, answers)
  return ending === 'open' ? yield* challengeHollow(table, part) : ending
}

/** Never more than once a role and round, whatever comes of it. */
function* challengeHollow(table: Table, part: string): Flow<Ending> {
  const {meeting, round, rounds} = table
  const least = roundLimits(meeting).min
  const again = part.replace('round', 'challenge')
  const found = asHollowOnes(yield* survey(again, state => hollowOnes(state, part, {round, least})))
  const turns = found.flatMap(({who, why}) => {
    const seat = meeting.seats.find(one => one.id === who)
    return seat ? [{seat, turn: challengeTurn(meeting, seat, again, {round, rounds}, why)}] : []
  })
  if (turns.length === 0) return 'open'
  for (const {seat} of turns) yield* say(`${again}:${seat.id}.begin`, 'review.challenge', {name: seat.name, round})
  const answers = yield* together(
    again,
    turns.map(({turn}) => turn),
  )
  return yield* attend(table, again, answers)
}

/**
 * As long as somebody is missing: the person takes it as it is, has them asked again, or closes without a report. `some`: one
 * answer is enough to go on with the rounds.
 */
function* fillGaps(table: Table, before: Ending, until: 'some' | 'all'): Flow<Ending> {
  const {meeting, round} = table
  let ending = before
  while (table.missing.length > 0 && !table.accepted) {
    if (until === 'some' && table.missing.length < meeting.seats.length) break
    const nothing = !table.spoken
    if (!nothing && reviewOptions(meeting).acceptGaps) {
      table.accepted = true
      break
    }
    const key = `gaps-${round}.${table.parts}`
    const slots = {round, names: names(meeting, table.missing)}
    const line = nothing ? 'review.nobody' : 'review.gaps'
    const choice = yield* ask(key, {line, slots, need: nothing ? 'trouble' : 'gaps'})
    if (choice === 'aborted' || (choice === 'accept' && nothing)) return 'aborted'
    if (choice === 'accept') table.accepted = true
    else {
      const went = yield* callRound(table, table.missing)
      if (went !== 'open') ending = went
      if (ending === 'aborted') return ending
    }
  }
  return ending === 'open' && table.accepted && until === 'some' ? 'done' : ending
}

/** Between the rounds, and before the verdict, the person may speak, add rounds, or go to the verdict. */
function* pause(table: Table): Flow<Ending> {
  const last = table.round >= table.rounds
  const name = last ? `before-verdict-${table.round}` : `before-round-${table.round + 1}`
  yield* say(name, last ? 'review.pause.verdict' : 'review.pause.round', last ? {} : {round: table.round + 1})
  for (let n = 1; ; n++) {
    const heard = yield* listen(`${name}#${n}`)
    const grew = yield* takeIn(table, `${name}#${n}`, heard)
    if (heard.wish === 'finish') return 'aborted'
    if (heard.wish === 'conclude') return heard.spent ? 'done' : 'stopped'
    if (heard.wish === 'continue' || (last && grew)) return 'open'
  }
}

function* decide(table: Table, ending: Ending): Flow<boolean> {
  const {meeting} = table
  yield* enter('closing')
  if (!table.spoken || !meeting.recorder) {
    yield* say('verdict.none', table.spoken ? 'review.judge.none' : 'review.nothing')
    return yield* withhold()
  }
  const missing = names(meeting, table.missing)
  if (missing) yield* say('gaps.accepted', 'review.gaps.accepted', {round: table.round, names: missing})
  yield* say('verdict.begin', 'review.verdict.begin')
  for (let again = 1; ; again++) {
    const key = again === 1 ? 'verdict' : `verdict.${again}`
    const turn = verdictTurn(meeting, key, {rounds: table.round, missing, closes: ending === 'stopped'})
    const answer = yield* speak(turn)
    if (answer.spoken) return true
    const lacking = asSections(yield* survey(`${key}.lacks`, state => missingSections(state, meeting, key)))
    if (lacking.length > 0) {
      const headings = lacking.map(section => headingOf(meeting.templates.prompts, section))
      yield* say(`${key}.lacks`, 'review.sections', {names: headings.join(comma(meeting))})
      return yield* withhold()
    }
    const choice =
      answer.reason === 'failed'
        ? yield* ask(`trouble:${key}`, {line: 'review.trouble.verdict', slots: {}, need: 'trouble'})
        : 'accept'
    if (choice !== 'again') return yield* withhold()
  }
}

function* withhold(): Flow<boolean> {
  yield* say('withheld', 'review.withheld')
  return false
}

/** What the person typed meanwhile. Said twice, the end of the rounds comes at once: then turns have been cut. */
function* attend(table: Table, key: string, answers: readonly Spoken[]): Flow<Ending> {
  const heard = yield* glance(key)
  yield* takeIn(table, key, heard)
  if (heard.wish === 'finish') return 'aborted'
  if (heard.wish !== 'conclude') return 'open'
  return heard.spent && !answers.some(isCut) ? 'done' : 'stopped'
}

type Question = {readonly line: string; readonly slots: Readonly<Record<string, string | number>>; readonly need: Need}

/** Waits for the person, also where nobody is asked otherwise. What is no answer is asked once more. */
function* ask(key: string, {line, slots, need}: Question): Flow<'again' | 'accept' | 'aborted'> {
  yield* say(key, line, slots)
  for (let n = 1; ; n++) {
    const heard = yield* listen(`${key}#${n}`, need)
    if (heard.wish === 'finish') return 'aborted'
    if (heard.remind) yield* say(`${key}#${n}.reminder`, 'reminder')
    if (heard.spent) yield* say(`${key}#${n}.budget`, 'budget.spent')
    if (heard.more) return 'again'
    if (heard.wish === 'continue') return 'accept'
    yield* say(`${key}#${n}.asked`, line, slots)
  }
}

/** True: there are more rounds now. */
function* takeIn(table: Table, key: string, heard: Heard): Flow<boolean> {
  const most = Math.max(table.rounds, reviewOptions(table.meeting).mostRounds || bounds.mostRounds)
  const rounds = Math.min(most, table.rounds + (heard.more ?? 0))
  const grew = rounds > table.rounds
  table.rounds = rounds
  if (heard.more) yield* say(`${key}.rounds`, grew ? 'rounds.now' : 'review.rounds.most', {rounds})
  if (heard.remind) yield* say(`${key}.reminder`, 'reminder')
  if (heard.spent) yield* say(`${key}.budget`, 'budget.spent')
  return grew
}

const isCut = (answer: Spoken) => !answer.spoken && answer.reason === 'cut'
const comma = ({lang}: Meeting) => (lang === 'zh' ? '、' : ', ')
const names = (meeting: Meeting, seats: readonly Seat[]) => seats.map(seat => seat.name).join(comma(meeting))
