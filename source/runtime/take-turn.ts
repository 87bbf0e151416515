import type {Fault, MeetingEvent, Seat, Seq, SkipReason, Stamped, View} from '../core/events.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import type {Protocol, Spoken, Turn} from '../core/steps.ts'
import {cleanIngest, makeIngestCleaner} from '../core/text.ts'
import type {AskRequest, Provider, ProviderEvent} from '../providers/provider.ts'
import {boardBrief} from './board-brief.ts'
import {councilBrief} from './council-brief.ts'
import {type Handing, makeHanding} from './handing.ts'
import {reviewBrief} from './review-brief.ts'
import {cutReason, leftAfterFailure, lostSession, sessionMode} from './turn-rules.ts'

/** What a turn needs of the meeting around it. */
export type Table = {
  readonly state: MeetingState
  readonly protocol: Protocol
  readonly voice: (provider: string) => Provider | undefined
  /** Aborted when the person leaves. */
  readonly leaving: AbortSignal
  readonly record: (event: MeetingEvent) => Stamped
  readonly delta: (delta: {key: string; who: string; text: string; again?: boolean}) => void
  readonly onWord: (listener: () => void) => () => void
  readonly choose: (turn: Turn, fault: Fault, failed: Seq) => Promise<'retry' | 'skip'>
  /** Turns of a batch that were opened in this process and not asked yet. */
  readonly opened: Set<string>
}

/** One seat's turn, through as many attempts as it takes: a speech, or the reason why there is none. */
export async function takeTurn(table: Table, turn: Turn, batch?: string): Promise<Spoken> {
  for (;;) {
    const cut = cutReason(table.state, turn, batch) ?? leftAfterFailure(table.state, turn)
    if (cut) return skip(table, turn, cut)
    const handing = openTurn(table, turn, batch)
    const result = await ask(table, turn, handing, batch)
    if ('speech' in result) return result.speech
    const interrupted = cutReason(table.state, turn, batch)
    if (interrupted) return skip(table, turn, interrupted)
    if (lostSession(table.state, turn)) continue
    const choice = await table.choose(turn, result.fault, result.failed)
    if (choice === 'skip') return skip(table, turn, cutReason(table.state, turn, batch) ?? 'failed')
  }
}

/** A speech once more, with what it was handed the first time. When it fails or is broken off, the speech that was given stands. */
export async function takeAgain(table: Table, turn: Turn): Promise<void> {
  await ask(table, turn, openTurn(table, turn))
}

/** Fixes and records what the next attempt hands over. A batch opens all its turns before it takes any. */
export function openTurn(table: Table, turn: Turn, batch?: string): Handing {
  const view = viewOf(table, turn)
  const handing = makeHanding(table.protocol, table.state, turn, view)
  if (table.opened.delete(turn.key)) return handing
  table.record({
    type: 'turn.started',
    key: turn.key,
    attempt: (table.state.attempts.get(turn.key) ?? 0) + 1,
    who: turn.who,
    ...(batch ? {batch} : {}),
    heard: handing.heard,
    view,
    nonce: handing.nonce,
    promptSha256: handing.promptSha256,
    systemSha256: handing.systemSha256,
  })
  return handing
}

/**
 * A voice that goes on with its session, or needs no reminding, gets only what is new; any other its whole view, also one that
 * takes over a seat whose earlier speeches it has not heard.
 */
function viewOf(table: Table, turn: Turn): View {
  if (turn.ask.fresh) return 'fresh'
  const {state} = table
  if (state.sessions.has(turn.who)) return 'session'
  const spoke = ofType(state.log, 'turn.finished').findLast(event => event.who === turn.who)?.seq ?? 0
  const tookOver = spoke > 0 && ofType(state.log, 'seat.changed').some(event => event.who === turn.who && event.seq > spoke)
  return providerOf(table, turn)?.remembers && !tookOver ? 'session' : 'whole'
}

function voiceOf(table: Table, turn: Turn): {provider: string; model?: string} | undefined {
  return table.state.voices.get(turn.who) ?? (turn.who === 'recorder' ? table.state.meeting?.recorder : undefined)
}

const providerOf = (table: Table, turn: Turn) => table.voice(voiceOf(table, turn)?.provider ?? '')

type Asked = {readonly speech: Spoken} | {readonly fault: Fault; readonly failed: Seq}

async function ask(table: Table, turn: Turn, handing: Handing, batch?: string): Promise<Asked> {
  const attempt = table.state.attempts.get(turn.key) ?? 1
  const base = {key: turn.key, attempt, who: turn.who}
  const provider = providerOf(table, turn)
  const stop = new AbortController()
  const check = () => {
    if (table.leaving.aborted || cutReason(table.state, turn, batch)) stop.abort()
  }
  const unsubscribe = table.onWord(check)
  check()
  let cleaner = makeIngestCleaner()
  let partial = ''
  let session: string | undefined
  let usage: (ProviderEvent & {type: 'usage'})['usage'] | undefined
  const shown = (text: string) => {
    if (!text) return
    partial += text
    table.delta({key: turn.key, who: turn.who, text})
  }
  const fail = (given: Fault): Asked => {
    shown(cleaner.end())
    const fault = cleanFault(given)
    const rest = {...(partial ? {partial} : {}), ...(usage ? {usage} : {})}
    const failed = table.record({type: 'turn.failed', ...base, fault, ...rest})
    return {fault, failed: failed.seq}
  }
  try {
    if (!provider) return fail({code: 'missing', message: `no voice «${voiceOf(table, turn)?.provider ?? ''}»`, retryable: false})
    prepareNeighbours(table, turn)
    for await (const event of untilAborted(provider.ask(requestOf(table, turn, handing), stop.signal), stop.signal)) {
      switch (event.type) {
        case 'text':
          shown(cleaner.push(event.delta))
          break
        case 'reset':
          cleaner = makeIngestCleaner()
          if (partial) table.delta({key: turn.key, who: turn.who, text: '', again: true})
          partial = ''
          break
        case 'session':
          session = event.id
          break
        case 'usage':
          usage = event.usage
          break
        case 'failed':
          return fail(event.fault)
        case 'done': {
          shown(cleaner.end())
          const {text, removed} = cleanIngest(event.text)
          if (!text.trim()) return fail({code: 'empty', message: 'the reply has no text', retryable: true})
          const read = turn.ask.parse?.(text)
          if (read && 'problem' in read) {
            partial = text
            return fail({code: 'protocol', message: read.problem, retryable: true})
          }
          const warnings = [...(event.warnings ?? []), ...(removed ? [`control characters removed: ${removed}`] : [])]
          const finished = table.record({
            type: 'turn.finished',
            ...base,
            text,
            ...(session ? {session} : {}),
            ...(usage ? {usage} : {}),
            ...sessionMode(table.state, turn, event.stateless ?? false),
            ...(read ? {data: read.data} : {}),
            ...(warnings.length ? {warnings} : {}),
          })
          return {speech: {spoken: true, seq: finished.seq, ...(read ? {data: read.data} : {})}}
        }
        default:
          event satisfies never
      }
    }
    const aborted = stop.signal.aborted
    return fail({
      code: aborted ? 'aborted' : 'protocol',
      message: aborted ? 'broken off' : 'the voice ended without a final event',
      retryable: true,
    })
  } finally {
    unsubscribe()
    stop.abort()
  }
}

/** While one speaks, the voices next to it get ready: rounds run both ways along the table. */
function prepareNeighbours(table: Table, turn: Turn) {
  const {meeting} = table.state
  const at = meeting?.seats.findIndex(seat => seat.id === turn.who) ?? -1
  for (const seat of at < 0 ? [] : [meeting?.seats[at + 1], meeting?.seats[at - 1]]) {
    const voice = seat && table.state.voices.get(seat.id)
    const provider = voice && table.voice(voice.provider)
    if (!meeting || !seat || !voice || !provider?.prepare) continue
    const session = table.state.sessions.get(seat.id)
    provider.prepare({
      who: {id: seat.id, name: seat.name},
      system: table.protocol.system(meeting, seat.id),
      ...(voice.model ? {model: voice.model} : {}),
      ...(session ? {session} : {}),
    })
  }
}

/** What a provider says of its failure is somebody else's text too. */
const cleanFault = (fault: Fault): Fault => ({
  ...fault,
  message: cleanIngest(fault.message).text,
  ...(fault.hint === undefined ? {} : {hint: cleanIngest(fault.hint).text}),
})

/** Ends at once when aborted, even over a voice that does not listen; what the voice has open it closes by itself. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]()
  const aborted = new Promise<undefined>(resolve => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), {once: true})
  })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (!next || next.done || signal.aborted) return
      yield next.value
    }
  } finally {
    void iterator.return?.().catch(() => undefined)
  }
}

function requestOf(table: Table, turn: Turn, handing: Handing): AskRequest {
  const {state} = table
  const meeting = state.meeting
  if (!meeting) throw new Error('a turn before the meeting was opened')
  const seat: Seat | undefined = meeting.seats.find(s => s.id === turn.who)
  const model = voiceOf(table, turn)?.model
  const session = turn.ask.fresh ? undefined : state.sessions.get(turn.who)
  return {
    who: {id: turn.who, name: seat?.name ?? turn.who},
    system: handing.system,
    prompt: handing.prompt,
    ...(model ? {model} : {}),
    ...(session ? {session} : {}),
    turn: {
      key: turn.key,
      topic: meeting.topic,
      lang: meeting.lang,
      stage: turn.ask.stage,
      round: turn.ask.round,
      limits: turn.ask.limits,
      ...(seat ? {persona: {id: seat.persona.id, name: seat.name, body: seat.persona.body}} : {}),
      relays: handing.items.flatMap(item => (item.kind === 'speech' ? [{who: item.name, text: item.text}] : [])),
      userWords: handing.items.flatMap(item => (item.kind === 'word' ? [item.text] : [])),
      own: ofType(state.log, 'turn.finished').flatMap(e => (e.who === turn.who && e.key !== turn.key ? [e.text] : [])),
      others: meeting.seats.filter(s => s.id !== turn.who).map(s => s.name),
      seed: meeting.options.seed,
      ...boardBrief(state, turn),
      ...councilBrief(state, turn),
      ...reviewBrief(state, turn, handing.items),
    },
  }
}

function skip(table: Table, turn: Turn, reason: SkipReason): Spoken {
  table.record({type: 'turn.skipped', key: turn.key, who: turn.who, reason})
  return {spoken: false, reason}
}
