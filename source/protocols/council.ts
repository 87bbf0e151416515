import {councilOptions} from '../core/council.ts'
import {mergeFindings, noBrief, type RepoBrief} from '../core/council-brief.ts'
import {asFinding, asResponse} from '../core/council-data.ts'
import {isUnanimous} from '../core/council-split.ts'
import type {Meeting, Outcome, Seat} from '../core/events.ts'
import {enter, type Flow, glance, note, type Protocol, type Spoken, say, together} from '../core/steps.ts'
import {pick} from '../core/template.ts'
import {councilSystem} from './council-prompts.ts'
import {discoveryTurn, rebuttalTurn, responseTurn} from './council-turns.ts'

/**
 * The council of `seeds/engineering-council.txt`: what was selected and found is said aloud, the members take positions without
 * hearing each other, answer the others once, and code lays out where they agree and where they split. It runs by itself.
 */
export const council: Protocol = {id: 'council', version: 1, flow, system: councilSystem}

/** `stopped`: the person wants no more, or the budget is used up; `aborted`: at once. */
type Ending = 'open' | 'stopped' | 'aborted'

function* flow(meeting: Meeting): Flow<Outcome> {
  yield* say('council.begin', 'council.begin', {topic: meeting.topic, names: namesOf(meeting, meeting.seats)})
  const discovered = yield* discover(meeting)
  let {ending} = discovered
  const {brief} = discovered
  yield* note('brief', brief)
  let rounds = 0
  if (ending === 'open') {
    yield* say('council.echo', 'council.echo', echo(meeting, brief))
    yield* enter('positions', 1)
    yield* say('response.begin', 'council.response.begin', {names: namesOf(meeting, meeting.seats)})
    const answers = yield* together(
      'response',
      meeting.seats.map(seat => responseTurn(meeting, seat, brief)),
    )
    yield* tellAbsent('response', meeting.seats, answers)
    ending = yield* attend('response', answers)
    const went = yield* debate(meeting, brief, {answers, ending})
    ending = went.ending
    rounds = went.rounds
  }
  if (ending === 'aborted') yield* say('council.aborted', 'council.aborted')
  else if (discovered.ending !== 'open') yield* say('debate.none', 'council.nobody')
  yield* enter('synthesis')
  yield* say('council.closed', 'council.closed', {topic: meeting.topic, rounds, path: meeting.folder})
  return {how: ending === 'open' && rounds > 0 ? 'complete' : 'shortened', rounds}
}

/** Facts from the person's repository, found before anybody takes a position. */
function* discover(meeting: Meeting): Flow<{brief: RepoBrief; ending: Ending}> {
  const options = councilOptions(meeting)
  if (!options.rooted || options.discovery.length === 0) {
    return {brief: options.rooted ? mergeFindings(options, []) : noBrief, ending: 'open'}
  }
  yield* enter('discovery')
  yield* say('discovery.begin', 'council.discovery.begin')
  const answers = yield* together(
    'discovery',
    options.discovery.map((_, index) => discoveryTurn(meeting, index + 1)),
  )
  for (const [index, answer] of answers.entries()) {
    if (!answer.spoken) yield* say(`discovery-${index + 1}.absent`, 'council.discovery.absent', {round: index + 1})
  }
  const findings = answers.map(answer => (answer.spoken ? asFinding(answer.data) : undefined))
  // Where nothing could be looked up, nobody may take the silence for an empty repository.
  const brief = findings.some(finding => finding !== undefined) ? mergeFindings(options, findings) : noBrief
  return {brief, ending: yield* attend('discovery', answers)}
}

/** One rebuttal each, unless nobody wants it or there is nothing to rebut; a line says why there is none. */
function* debate(
  meeting: Meeting,
  brief: RepoBrief,
  {answers, ending}: {answers: readonly Spoken[]; ending: Ending},
): Flow<{rounds: number; ending: Ending}> {
  const responses = answers.flatMap(answer => (answer.spoken ? (asResponse(answer.data) ?? []) : []))
  const seats = meeting.seats.filter(seat => responses.some(response => response.member === seat.id))
  if (ending === 'aborted') return {rounds: 0, ending}
  const without = function* (line: string, slots: Readonly<Record<string, string>> = {}): Flow<{rounds: number; ending: Ending}> {
    yield* say('debate.none', line, slots)
    return {rounds: seats.length > 0 ? 1 : 0, ending}
  }
  if (seats.length === 0) return yield* without('council.nobody')
  if (!councilOptions(meeting).debate) return yield* without('council.debate.off')
  if (seats.length === 1) return yield* without('council.debate.alone', {name: namesOf(meeting, seats)})
  if (isUnanimous(responses)) return yield* without('council.debate.needless')
  if (ending === 'stopped') return yield* without('council.debate.stopped')
  yield* enter('debate', 2)
  yield* say('debate.begin', 'council.debate.begin', {names: namesOf(meeting, seats)})
  const rebuttals = yield* together(
    'rebuttal',
    seats.map(seat => rebuttalTurn(meeting, seat, brief)),
  )
  yield* tellAbsent('rebuttal', seats, rebuttals)
  const after = yield* attend('rebuttal', rebuttals)
  // Whoever says in the debate that this is enough has had it.
  return {rounds: rebuttals.some(answer => answer.spoken) ? 2 : 1, ending: after === 'stopped' ? 'open' : after}
}

function* tellAbsent(part: string, seats: readonly Seat[], answers: readonly Spoken[]): Flow<void> {
  for (const [index, seat] of seats.entries()) {
    if (!answers[index]?.spoken) yield* say(`${part}:${seat.id}.absent`, 'absent', {name: seat.name})
  }
}

/** What the person typed meanwhile. There are two rounds, whatever is asked for. Said twice, the end comes at once. */
function* attend(key: string, answers: readonly Spoken[]): Flow<Ending> {
  const heard = yield* glance(key)
  if (heard.more) yield* say(`${key}.most`, 'council.most')
  if (heard.remind) yield* say(`${key}.reminder`, 'reminder')
  if (heard.spent) yield* say(`${key}.budget`, 'budget.spent')
  if (heard.wish === 'finish') return 'aborted'
  if (heard.wish !== 'conclude') return 'open'
  return answers.some(answer => !answer.spoken && answer.reason === 'cut') ? 'aborted' : 'stopped'
}

/** The eight facts of the seed's audit gate, none of which may be left out. */
function echo(meeting: Meeting, brief: RepoBrief): Readonly<Record<string, string>> {
  const {selection, debate} = councilOptions(meeting)
  const word = (id: string) => pick(meeting.templates.prompts, `word.${id}`)
  const separator = meeting.lang === 'zh' ? '、' : ', '
  const facts = brief.summary.split('\n').slice(0, 3).join('\n')
  return {
    topic: selection.topic ?? word('named'),
    mode: word(selection.mode),
    names: namesOf(meeting, meeting.seats),
    routed: word(selection.routedBy),
    note: selection.note,
    grounded: word(brief.rooted ? 'yes' : 'no'),
    files: brief.filesRead.join(separator) || word('none'),
    brief: facts === '' ? (brief.rooted ? pick(meeting.templates.prompts, 'brief.nothing') : word('na')) : `\n${facts}`,
    debate: word(debate ? 'on' : 'off'),
  }
}

const namesOf = ({lang}: Meeting, seats: readonly Seat[]) => seats.map(seat => seat.name).join(lang === 'zh' ? '、' : ', ')
