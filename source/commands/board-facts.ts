import type {Meeting} from '../core/events.ts'
import {estimate} from '../core/usage.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import {protocolOf} from '../protocols/index.ts'
import {makeVoices, parseVoice} from '../providers/index.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {readTextFrom} from './read-text.ts'
import {turnsToCome} from './turns-to-come.ts'

/** Before a board begins: who moderates, how a round goes, how many calls there will be and about how many tokens they take. */
export function boardFacts(plan: Omit<Plan, 'notices'>, host: Host): readonly string[] {
  const how = howHeld(plan, host)
  return how.length === 0 ? [] : [...how, costLine(plan, host)]
}

/** Who moderates and how a round goes; of another meeting nothing. */
export function howHeld(plan: Omit<Plan, 'notices'>, host: Host): readonly string[] {
  const {board, seats} = plan
  const words = entryWords(host.uiLang)
  const moderator = seats.find(({persona}) => persona.id === board?.moderator)?.persona
  if (!board || !moderator) return []
  const facilitates = 'expert' in moderator && (moderator.expert as {role?: unknown}).role === 'facilitator'
  const few = seats.length <= 3
  const who = facilitates ? (few ? 'facilitatesFew' : 'facilitates') : 'moderates'
  return [tellEntry(words, who, {name: moderator.displayName}), board.parallel ? words.inParallel : words.inTurn]
}

/** Voices without a model of ours behind them cost nothing that could be told. */
const free: readonly string[] = ['rehearsal', 'manual', 'script']

function costLine(plan: Omit<Plan, 'notices'>, host: Host): string {
  const words = entryWords(host.uiLang)
  const meeting = meetingOf({...plan, version: host.version}, {folder: '', date: ''})
  const protocol = protocolOf(plan.protocol)
  const turns = protocol ? turnsToCome(protocol, meeting).filter(({ask}) => ask.stage !== 'record') : []
  const calls = turns.length
  const asked = meeting.seats.filter(({provider}) => {
    const voice = parseVoice(provider)
    return 'ok' in voice && !free.includes(voice.ok.provider)
  })
  if (!protocol || asked.length === 0) return tellEntry(words, plan.provider === 'rehearsal' ? 'callsFree' : 'callsOne', {calls})
  const {tokens} = estimate({
    lang: plan.lang,
    topic: plan.topic,
    voices: asked.map(seat => ({id: seat.id, system: protocol.system(meeting, seat.id), view: viewOf(seat, host)})),
    turns: turns.map(({who, ask}) => ({who, stage: ask.stage, limits: ask.limits})),
  })
  return tellEntry(words, 'calls', {calls, least: rounded(tokens.min), most: rounded(tokens.max)})
}

function viewOf({provider}: Meeting['seats'][number], host: Host): 'session' | 'whole' {
  const voices = makeVoices({
    readFile: readTextFrom(host.cwd),
    sleep: host.sleep,
    desk: {handOut: async () => ({}), reply: async () => undefined},
    lang: host.uiLang,
  })
  const voice = voices(provider)
  return voice?.remembers || voice?.sessions ? 'session' : 'whole'
}

/** Two figures that count: an estimate is no more exact than that. */
function rounded(tokens: number): number {
  const unit = 10 ** Math.max(0, String(Math.round(tokens)).length - 2)
  return Math.round(tokens / unit) * unit
}
