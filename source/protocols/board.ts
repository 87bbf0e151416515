import {boardOptions, board as bounds, moderatorOf, speakersOf} from '../core/board.ts'
import {asSummary} from '../core/board-data.ts'
import {heldTexts} from '../core/board-history.ts'
import type {Meeting, Outcome, Seat} from '../core/events.ts'
import type {Flow, Protocol, Spoken} from '../core/steps.ts'
import {count, enter, glance, listen, note, say, speak, together} from '../core/steps.ts'
import {boardSystem} from './board-prompts.ts'
import {condenseTurn, decisionTurn, openingTurn, speechTurn, summaryTurn} from './board-turns.ts'

/**
 * The board of `seeds/board.txt`: a moderator opens, the experts speak round by round without hearing their own round, the
 * moderator sums up each round and gives a decision at the end. It runs by itself; the person may speak at any moment.
 */
export const board: Protocol = {id: 'board', version: 1, flow, system: boardSystem}

/** `stopped`: the person asked for the end; `done`: there is nothing to go on with; `aborted`: at once, without a decision. */
type Ending = 'open' | 'stopped' | 'done' | 'aborted'

type Table = {
  readonly meeting: Meeting
  readonly moderator: string
  readonly experts: readonly Seat[]
  rounds: number
  /** Rounds that were held in full. */
  held: number
  /** Seats whose session does not hold the discussion as it has to be held from now on. */
  readonly stale: Set<string>
}

function* flow(meeting: Meeting): Flow<Outcome> {
  const moderator = moderatorOf(meeting)
  const experts = speakersOf(meeting)
  const {rounds} = meeting.options
  const table: Table = {meeting, moderator: moderator?.id ?? '', experts, rounds, held: 0, stale: new Set()}
  const name = moderator?.name ?? ''

  yield* say('board.begin', 'board.begin', {topic: meeting.topic, name, names: names(table), rounds})
  yield* enter('opening')
  const opening = yield* speak(openingTurn(meeting, {round: 0, rounds}))
  if (!opening.spoken) yield* say('opening.absent', 'absent', {name})
  let ending = yield* attend(table, 'opening', [opening])

  for (let round = 1; round <= table.rounds && ending === 'open' && experts.length > 0; round++) {
    yield* enter('discussion', round)
    if (round > 1) ending = yield* condenseWhenLong(table, round)
    if (ending === 'open') ending = yield* holdRound(table, round)
  }

  const decided = ending === 'aborted' ? false : yield* conclude(table, ending, name)
  if (ending === 'aborted') yield* say('board.aborted', 'board.aborted')
  else yield* enter('recording')
  yield* say('board.closed', 'board.closed', {topic: meeting.topic, rounds: table.held, path: meeting.folder})
  return {how: decided && ending === 'open' && table.held === table.rounds ? 'complete' : 'shortened', rounds: table.held}
}

/** The experts' speeches and the summary. When every expert failed the person is asked; without one, the board concludes. */
function* holdRound(table: Table, round: number): Flow<Ending> {
  for (let again = 1; ; again++) {
    const part = again === 1 ? `round-${round}` : `round-${round}.${again}`
    yield* say(`${part}.begin`, 'board.round.begin', {round, rounds: table.rounds, names: names(table)})
    const went = yield* hearExperts(table, part, round)
    const spoke = went.answers.some(answer => answer.spoken)
    if (spoke && went.whole) table.held += 1
    if (went.ending !== 'open') return went.ending
    if (spoke) return yield* sumUp(table, round)
    if (!went.answers.some(isFailure)) return 'open'
    const choice = yield* ask(`trouble:${part}`, 'board.trouble.round', {round})
    if (choice !== 'again') return choice
  }
}

function* hearExperts(
  table: Table,
  part: string,
  round: number,
): Flow<{answers: readonly Spoken[]; ending: Ending; whole: boolean}> {
  const {meeting, experts, stale} = table
  const turnOf = (seat: Seat) => speechTurn(meeting, seat, part, {round, rounds: table.rounds}, stale.has(seat.id))
  if (boardOptions(meeting).parallel) {
    const answers = yield* together(part, experts.map(turnOf))
    for (const [index, seat] of experts.entries()) yield* takeNote(table, part, seat, answers[index])
    const ending = yield* attend(table, part, answers)
    return {answers, ending, whole: !answers.some(answer => !answer.spoken && answer.reason === 'cut')}
  }
  const answers: Spoken[] = []
  for (const seat of experts) {
    const answer = yield* speak(turnOf(seat))
    answers.push(answer)
    yield* takeNote(table, part, seat, answer)
    const ending = yield* attend(table, `${part}:${seat.id}`, [answer])
    if (ending !== 'open') return {answers, ending, whole: answer.spoken && answers.length === experts.length}
  }
  return {answers, ending: 'open', whole: true}
}

function* takeNote(table: Table, part: string, seat: Seat, answer: Spoken | undefined): Flow<void> {
  if (answer?.spoken) table.stale.delete(seat.id)
  else yield* say(`${part}:${seat.id}.absent`, 'absent', {name: seat.name})
}

function* sumUp(table: Table, round: number): Flow<Ending> {
  const {meeting, moderator, stale} = table
  const answer = yield* speak(summaryTurn(meeting, {round, rounds: table.rounds}, stale.has(moderator)))
  if (answer.spoken) {
    stale.delete(moderator)
    yield* note(`advice-${round}`, {continue: asSummary(answer.data)?.continue ?? true})
  } else yield* say(`summary-${round}.absent`, 'board.summary.absent', {round})
  return yield* attend(table, `summary-${round}`, [answer])
}

/** For the prompts only: the ledger keeps every word. */
function* condenseWhenLong(table: Table, round: number): Flow<Ending> {
  const {meeting, moderator, experts, stale} = table
  const tokens = yield* count(`history-${round}`, heldTexts)
  if (tokens <= boardOptions(meeting).threshold) return 'open'
  const answer = yield* speak(condenseTurn(meeting, {round, rounds: table.rounds}))
  // Whatever came of it, the moderator's session is another one now.
  stale.add(moderator)
  if (answer.spoken) for (const seat of experts) stale.add(seat.id)
  yield* say(`condense-${round}`, answer.spoken ? 'board.condensed' : 'board.condense.failed', {round})
  return yield* attend(table, `condense-${round}`, [answer])
}

function* conclude(table: Table, ending: Ending, name: string): Flow<boolean> {
  const {meeting, moderator, held, rounds} = table
  yield* enter('closing')
  yield* say('closing.begin', 'board.closing.begin', {name})
  for (let again = 1; ; again++) {
    const key = again === 1 ? 'decision' : `decision.${again}`
    const how = {fresh: table.stale.has(moderator), closes: ending === 'stopped'}
    const answer = yield* speak(decisionTurn(meeting, key, {round: held, rounds}, how))
    if (answer.spoken) return true
    const choice = isFailure(answer) ? yield* ask(`trouble:${key}`, 'board.trouble.decision', {name}) : 'done'
    if (choice === 'again') continue
    yield* say('closing.extract', 'board.extract', {name})
    return false
  }
}

/** What the person typed meanwhile. Said twice, the end comes at once: then a turn has been cut. */
function* attend(table: Table, key: string, answers: readonly Spoken[]): Flow<Ending> {
  const heard = yield* glance(key)
  if (heard.more) {
    table.rounds = Math.max(table.rounds, Math.min(bounds.mostRounds, table.rounds + heard.more))
    yield* say(`${key}.rounds`, 'rounds.now', {rounds: table.rounds})
  }
  if (heard.remind) yield* say(`${key}.reminder`, 'reminder')
  if (heard.spent) yield* say(`${key}.budget`, 'budget.spent')
  if (heard.wish === 'finish') return 'aborted'
  if (heard.wish !== 'conclude') return 'open'
  if (answers.some(answer => !answer.spoken && answer.reason === 'cut')) return 'aborted'
  return heard.spent ? 'done' : 'stopped'
}

/** Waits for the person: once more, or on to the end. Without a person it is on to the end. */
function* ask(key: string, line: string, slots: Readonly<Record<string, string | number>>): Flow<'again' | Ending> {
  yield* say(key, line, slots)
  for (let n = 1; ; n++) {
    const heard = yield* listen(`${key}#${n}`)
    if (heard.remind) yield* say(`${key}#${n}.reminder`, 'reminder')
    if (heard.wish === 'finish') return 'aborted'
    if (heard.wish === 'conclude') return heard.spent ? 'done' : 'stopped'
    if (heard.more) return 'again'
    if (heard.wish === 'continue') return 'done'
  }
}

const isFailure = (answer: Spoken) => !answer.spoken && answer.reason === 'failed'
const names = ({meeting, experts}: Table) => experts.map(seat => seat.name).join(meeting.lang === 'zh' ? '、' : ', ')
