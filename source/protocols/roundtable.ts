import type {Heard, Meeting, Outcome, Seat} from '../core/events.ts'
import {latestUnheard, pendingReminder, wordsBeforePhase} from '../core/selectors.ts'
import type {Ask, Flow, Protocol} from '../core/steps.ts'
import {enter, glance, listen, say, speak} from '../core/steps.ts'
import {minutesTurn} from './minutes-turn.ts'
import {closingPrompt, openingPrompt, responsePrompt, seatSystem} from './roundtable-prompts.ts'

/**
 * The neutral roundtable of `seeds/roundtable.txt`: opening in seating order, rounds that each reverse the order before, a closing
 * in reversed seating order. It reads like the minutes of the meeting it describes.
 */
export const roundtable: Protocol = {id: 'roundtable', version: 1, flow, system: seatSystem}

function* flow(meeting: Meeting): Flow<Outcome> {
  const seats = meeting.seats
  const backwards = [...seats].reverse()
  const plan = {rounds: meeting.options.rounds}
  let held = 0

  yield* enter('opening')
  yield* say('opening.begin', 'opening.begin', {
    topic: meeting.topic,
    names: names(seats, meeting),
    rounds: plan.rounds,
  })
  let {wish} = yield* inTurn(seats, 'opening', openingTurn(meeting), plan)
  if (isOpen(wish)) {
    yield* say('opening.end', 'opening.end', {round: 1})
    wish = yield* pause('before-round-1', 'pause.round', {round: 1}, plan)
  }

  for (let round = 1; round <= plan.rounds && isOpen(wish); round++) {
    yield* enter('discussion', round)
    const order = round % 2 === 1 ? backwards : seats
    yield* say(`round-${round}.begin`, 'round.begin', {round, names: names(order, meeting)})
    const went = yield* inTurn(order, `round-${round}`, responseTurn(meeting, round), plan)
    wish = went.wish
    if (went.whole) held = round
    yield* say(`round-${round}.end`, went.whole ? 'round.end' : 'round.cut', {round})
    if (!isOpen(wish)) break
    wish =
      round < plan.rounds
        ? yield* pause(`before-round-${round + 1}`, 'pause.round', {round: round + 1}, plan)
        : yield* pauseBeforeClosing(round, plan)
  }

  const closed = wish === 'finish' ? false : yield* closing(meeting, backwards)
  if (!closed) yield* say('closing.skipped', 'closing.skipped')
  yield* enter('recording')
  if (meeting.recorder) yield* speak(minutesTurn(meeting))
  yield* say('closed', 'closed', {topic: meeting.topic, rounds: held, path: meeting.folder})
  return {how: closed && held === plan.rounds ? 'complete' : 'shortened', rounds: held}
}

type Plan = {rounds: number}

function* closing(meeting: Meeting, order: readonly Seat[]): Flow<boolean> {
  yield* enter('closing')
  yield* say('closing.begin', 'closing.begin', {names: names(order, meeting)})
  for (const seat of order) {
    const heard = yield* turnOf(seat, 'closing', closingTurn(meeting))
    // Going to the closing has been done, and a round comes before it: only the end can still be asked for.
    if (heard.remind) yield* say(`closing:${seat.id}.reminder`, 'reminder')
    if (heard.wish === 'finish') return false
  }
  yield* say('closing.end', 'closing.end')
  return true
}

/** Each seat speaks once, until the person wants to go on or to end. */
function* inTurn(order: readonly Seat[], part: string, ask: Ask, plan: Plan): Flow<{wish: Heard['wish']; whole: boolean}> {
  for (const [index, seat] of order.entries()) {
    const heard = yield* turnOf(seat, part, ask)
    yield* takeIn(heard, `${part}:${seat.id}`, plan)
    if (!isOpen(heard.wish)) return {wish: heard.wish, whole: index === order.length - 1}
  }
  return {wish: 'none', whole: true}
}

/** A seat's turn, and what the person typed meanwhile. */
function* turnOf(seat: Seat, part: string, ask: Ask): Flow<Heard> {
  const key = `${part}:${seat.id}`
  const answer = yield* speak({key, who: seat.id, ask})
  if (!answer.spoken) yield* say(`${key}.absent`, 'absent', {name: seat.name})
  return yield* glance(key)
}

/** Waits for the person, who may remind and add rounds as often as they like. */
function* pause(name: string, line: string, slots: {round: number}, plan: Plan): Flow<Heard['wish']> {
  yield* say(name, line, slots)
  for (let n = 1; ; n++) {
    const heard = yield* listen(`${name}#${n}`)
    yield* takeIn(heard, `${name}#${n}`, plan)
    if (heard.wish !== 'none') return heard.wish
  }
}

/** The same before the closing, where adding a round is itself the word to go on. */
function* pauseBeforeClosing(lastRound: number, plan: Plan): Flow<Heard['wish']> {
  const name = `before-closing-${lastRound}`
  yield* say(name, 'pause.closing')
  for (let n = 1; ; n++) {
    const heard = yield* listen(`${name}#${n}`)
    yield* takeIn(heard, `${name}#${n}`, plan)
    if (heard.wish !== 'none' || heard.more) return heard.wish
  }
}

function* takeIn(heard: Heard, key: string, plan: Plan): Flow<void> {
  plan.rounds += heard.more ?? 0
  if (heard.more) yield* say(`${key}.rounds`, 'rounds.now', {rounds: plan.rounds})
  if (heard.remind) yield* say(`${key}.reminder`, 'reminder')
  if (heard.spent) yield* say(`${key}.budget`, 'budget.spent')
}

const isOpen = (wish: Heard['wish']) => wish === 'none' || wish === 'continue'
const names = (order: readonly Seat[], meeting: Meeting) => order.map(seat => seat.name).join(meeting.lang === 'zh' ? '、' : ', ')

const openingTurn = (meeting: Meeting): Ask => ({
  stage: 'opening',
  round: 0,
  limits: meeting.lang === 'zh' ? {min: 300, max: 800} : {min: 150, max: 400},
  hear: state => pendingReminder(state),
  prompt: openingPrompt,
})

const responseTurn = (meeting: Meeting, round: number): Ask => ({
  stage: 'response',
  round,
  limits: meeting.lang === 'zh' ? {min: 200, max: 600} : {min: 100, max: 300},
  hear: (state, who) => [...latestUnheard(state, who), ...wordsBeforePhase(state, who), ...pendingReminder(state)],
  prompt: view => responsePrompt(view, round),
})

const closingTurn = (meeting: Meeting): Ask => ({
  stage: 'closing',
  round: 0,
  limits: meeting.lang === 'zh' ? {min: 200, max: 400} : {min: 100, max: 200},
  hear: (state, who) => [...wordsBeforePhase(state, who), ...pendingReminder(state)],
  prompt: closingPrompt,
})
