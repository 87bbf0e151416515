import {boardTurn, speakersOf} from './board.ts'
import type {Seq, Stamped} from './events.ts'
import {firstStart, handedTo, relayedText, type Speech, speeches, type Word, words} from './selectors.ts'
import {type MeetingState, ofType} from './state.ts'

/**
 * What was said at a board, oldest first: the opening, the experts of a round in seating order, its summary, and the person's words
 * where they fell. Neither condensed texts nor the decision, which are about it.
 */
export function boardHistory(state: MeetingState): readonly (Speech | Word)[] {
  const seats = state.meeting?.seats.map(seat => seat.id) ?? []
  const places = placesOf(state)
  const spoken = speeches(state).flatMap(speech => {
    const turn = boardTurn(speech.key)
    const ranks = {opening: 0, speech: 1 + seats.indexOf(speech.who), summary: seats.length + 2}
    if (!turn || turn.kind === 'condensed' || turn.kind === 'decision') return []
    return [{item: speech, phase: places.get(speech.key) ?? 0, rank: ranks[turn.kind]}]
  })
  // A word stands behind the speeches under way when it was said, not among them: who of a round is first is chance.
  const said = words(state).map(word => {
    const before = state.log.slice(0, word.seq - 1)
    const since = before.findLast(event => event.type === 'phase.entered')?.seq ?? 0
    const begun = before.flatMap(event =>
      event.type === 'turn.started' && event.seq > since ? [boardTurn(event.key)?.kind] : [],
    )
    const rank = begun.includes('summary') ? seats.length + 3 : begun.some(isSpoken) ? seats.length + 1 : -1
    return {item: word, phase: since, rank}
  })
  return [...spoken, ...said]
    .sort((a, b) => a.phase - b.phase || a.rank - b.rank || a.item.seq - b.item.seq)
    .map(({item}) => item)
}

const isSpoken = (kind: string | undefined) => kind === 'opening' || kind === 'speech'

/** Seq of the phase in which a turn first began, by its key. */
function placesOf(state: MeetingState): ReadonlyMap<string, Seq> {
  const places = new Map<string, Seq>()
  let phase = 0
  for (const event of state.log) {
    if (event.type === 'phase.entered') phase = event.seq
    if (event.type === 'turn.started' && !places.has(event.key)) places.set(event.key, phase)
  }
  return places
}

export type Hearing = {
  /** The person's words from before this event. */
  readonly wordsBefore: Seq
  /** A session that begins anew is handed everything, as far as it is not condensed. */
  readonly fresh: boolean
}

/** What this seat has not been handed of the discussion, or what a session that begins anew has to be handed. */
export function unheardAtBoard(state: MeetingState, who: string, hearing: Hearing): readonly Seq[] {
  const history = boardHistory(state).filter(item => item.type !== 'user.said' || item.seq < hearing.wordsBefore)
  const handed = handedTo(state, who)
  const reminder = lastReminder(state)
  const reminders = reminder && reminder < hearing.wordsBefore && !handed.has(reminder) ? [reminder] : []
  if (hearing.fresh) {
    const condensed = latestCondensed(state)
    const known = condensed ? coveredBy(state, condensed) : new Set<Seq>()
    const rest = history.filter(item => !known.has(item.seq)).map(item => item.seq)
    return [...(condensed ? [condensed.seq] : []), ...rest, ...reminders]
  }
  const known = new Set(condensedIn(state, handed).flatMap(speech => [...coveredBy(state, speech)]))
  const news = history.filter(item => !(item.type === 'turn.finished' && item.who === who))
  return [...news.map(item => item.seq).filter(seq => !handed.has(seq) && !known.has(seq)), ...reminders]
}

/** What a condensed text may stand for from now on. The person's words wait until every expert has been handed them as they are. */
export function toCondense(state: MeetingState): readonly Seq[] {
  const handed = state.meeting ? speakersOf(state.meeting).map(seat => handedTo(state, seat.id)) : []
  const all = {wordsBefore: Number.POSITIVE_INFINITY, fresh: true}
  return unheardAtBoard(state, '', all).filter(seq => {
    const event = state.log[seq - 1]
    return event?.type === 'turn.finished' || (event?.type === 'user.said' && handed.every(seqs => seqs.has(seq)))
  })
}

/** The texts that a seat's session holds by now, for counting: condensed as far as they were. */
export function heldTexts(state: MeetingState): readonly string[] {
  const condensed = latestCondensed(state)
  const known = condensed ? coveredBy(state, condensed) : new Set<Seq>()
  const rest = boardHistory(state).filter(item => !known.has(item.seq))
  return [
    ...(condensed ? [condensed.text] : []),
    ...rest.map(item => (item.type === 'user.said' ? item.text : relayedText(item))),
  ]
}

/** The person's words that the experts of a round were handed. */
export function wordsOfRound(state: MeetingState, round: number): readonly Seq[] {
  const standing = new Set(words(state).map(word => word.seq))
  const heard = ofType(state.log, 'turn.started').flatMap(turn => {
    const {kind, round: of} = boardTurn(turn.key) ?? {}
    return kind === 'speech' && of === round ? turn.heard : []
  })
  return [...new Set(heard)].filter(seq => standing.has(seq))
}

/** Where the present round began: what was said before it, its experts hear. */
export const roundBegan = (state: MeetingState): Seq =>
  ofType(state.log, 'chair.said').findLast(event => event.line.id === 'board.round.begin')?.seq ?? 0

const isCondensed = (speech: Speech) => boardTurn(speech.key)?.kind === 'condensed'
const latestCondensed = (state: MeetingState) => speeches(state).findLast(isCondensed)
const condensedIn = (state: MeetingState, seqs: ReadonlySet<Seq>) =>
  speeches(state).filter(speech => isCondensed(speech) && seqs.has(speech.seq))

/** Everything that a condensed text stands for, through the condensed texts that went into it. */
function coveredBy(state: MeetingState, condensed: Speech): ReadonlySet<Seq> {
  const heard = firstStart(state, condensed.key)?.heard ?? []
  const earlier = condensedIn(state, new Set(heard)).filter(speech => speech.seq < condensed.seq)
  return new Set([...heard, ...earlier.flatMap(speech => [...coveredBy(state, speech)])])
}

const lastReminder = (state: MeetingState) => ofType(state.log, 'chair.said').findLast(event => event.line.id === 'reminder')?.seq

/**
 * The ledger as a group chat shows it: what came of the experts of a round in seating order, whatever the order of arrival. A
 * speech waits for those seated before it; `all`: what still waits at the end stands there too. Without `all`, what is given for
 * the beginning of a ledger is the beginning of what is given for more of it.
 */
export function inChatOrder(state: MeetingState, all: boolean): readonly Stamped[] {
  const order = state.meeting ? speakersOf(state.meeting).map(seat => seat.id) : []
  const partOf = (key: string) => {
    const turn = boardTurn(key)
    return turn?.kind === 'speech' ? turn.part : undefined
  }
  return inSeatingOrder(state, {partOf, orderOf: () => order}, all)
}

/** The same for any batches. `partOf`: to which batch a turn belongs, by its key; `orderOf`: who is asked in it, in seating order. */
export function inSeatingOrder(
  state: MeetingState,
  {partOf, orderOf}: {partOf: (key: string) => string | undefined; orderOf: (part: string) => readonly string[]},
  all: boolean,
): readonly Stamped[] {
  const shown: Stamped[] = []
  const waiting = new Map<string, {next: number; settled: Set<string>; events: Map<string, Stamped[]>}>()
  for (const event of state.log) {
    const ends = event.type === 'turn.finished' || event.type === 'turn.skipped'
    const name = ends || event.type === 'turn.failed' ? partOf(event.key) : undefined
    if (name === undefined || !('who' in event)) {
      shown.push(event)
      continue
    }
    const part = waiting.get(name) ?? {next: 0, settled: new Set(), events: new Map()}
    const order = orderOf(name)
    waiting.set(name, part)
    if (order.indexOf(event.who) < part.next) {
      shown.push(event)
      continue
    }
    part.events.set(event.who, [...(part.events.get(event.who) ?? []), event])
    if (ends) part.settled.add(event.who)
    for (let who = order[part.next]; who !== undefined && part.settled.has(who); who = order[++part.next]) {
      shown.push(...(part.events.get(who) ?? []))
    }
  }
  if (!all) return shown
  const late = [...waiting].flatMap(([name, {next, events}]) =>
    orderOf(name)
      .slice(next)
      .flatMap(who => events.get(who) ?? []),
  )
  return [...shown, ...late]
}
