import type {Fault, Lang} from '../core/events.ts'
import {graphemesOf} from '../core/text.ts'
import {placed, type VoiceNote, voiceHint, voiceText} from '../i18n/voices.ts'
import type {Attempt} from './attempts.ts'
import {orAborted} from './or-aborted.ts'
import type {AskRequest, Provider, ProviderEvent} from './provider.ts'
import type {Script, ScriptedSpeech, ScriptProblem, ScriptTurn} from './script-file.ts'

export type ScriptOptions = {
  readonly script: Script
  /** Resolves after `ms`; may reject or resolve early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Language of what `check` says. */
  readonly lang: Lang
  /** What the ledger holds of this voice, in the order it was begun: a resumed meeting goes on where the script stands. */
  readonly resumedFrom?: readonly Attempt[]
}

/**
 * A voice that says what a file tells it to. A turn takes the first entry in the file's order that is not used up and that names
 * its seat or nobody; the default when there is none. The recorder takes only entries that name it. An entry that was broken off
 * (aborted, or lost with the program) stays its turn's: asked again the turn begins it anew, skipped it is used up.
 * Faults: those of the script, `empty` when it has nothing to say, `aborted`.
 */
export function makeScript({script, sleep, lang, resumedFrom = []}: ScriptOptions): Provider {
  const cue = makeCue(script, resumedFrom)
  return {
    id: 'script',
    remembers: true,
    records: script.turns.some(namesRecorder),
    check: async () => ({
      ok: true,
      detail: voiceText(lang, {code: 'script-ready', slots: {file: script.file, turns: script.turns.length}}),
    }),
    ask: (request, signal) => speak(request, signal, {script, cue, sleep}),
  }
}

/** Stands in for a script that cannot be read: it says where the mistake is, and every turn fails as `missing`. */
export function brokenScript(problem: ScriptProblem, lang: Lang): Provider {
  return {
    id: 'script',
    remembers: true,
    records: false,
    check: async () => {
      const hint = voiceHint(lang, problem)
      return {ok: false, detail: placed(lang, problem), ...(hint ? {hint} : {})}
    },
    ask: async function* ({turn}, signal): AsyncGenerator<ProviderEvent> {
      if (signal.aborted) return yield {type: 'failed', fault: aborted(turn.lang)}
      yield {type: 'failed', fault: {code: 'missing', message: placed(turn.lang, problem), retryable: false}}
    },
  }
}

type Stage = {readonly script: Script; readonly cue: Cue; readonly sleep: ScriptOptions['sleep']}

async function* speak({who, turn}: AskRequest, signal: AbortSignal, {script, cue, sleep}: Stage): AsyncGenerator<ProviderEvent> {
  // Taken before anything is waited for, so that turns asked together take theirs in seating order, as the ledger lists them.
  const speech = cue.take({key: turn.key, who})
  const {file} = script
  if (signal.aborted) return yield {type: 'failed', fault: aborted(turn.lang)}
  if (!speech) return yield {type: 'failed', fault: fault(turn.lang, {code: 'script-over', slots: {file, who: who.name}}, false)}
  for (const delta of chunksOf(speech)) {
    if (speech.everyMs > 0) await orAborted(sleep(speech.everyMs, signal), signal)
    if (signal.aborted) return yield {type: 'failed', fault: aborted(turn.lang)}
    yield {type: 'text', delta}
  }
  if (signal.aborted) return yield {type: 'failed', fault: aborted(turn.lang)}
  if (speech.fail?.code !== 'aborted') cue.over(turn.key)
  if (speech.fail) return yield {type: 'failed', fault: speech.fail}
  if (speech.text.trim() === '')
    return yield {type: 'failed', fault: fault(turn.lang, {code: 'script-empty', slots: {file}}, true)}
  yield {type: 'done', text: speech.text}
}

type Cue = {
  /** What this turn has to say now; undefined: nothing. */
  take(turn: {readonly key: string; readonly who: AskRequest['who']}): ScriptedSpeech | undefined
  /** The turn came to the end of what it took. */
  over(key: string): void
}

function makeCue({turns, default: otherwise}: Script, resumedFrom: readonly Attempt[]): Cue {
  const used = new Set<number>()
  const begun = new Map<string, number>()
  const take: Cue['take'] = ({key, who}) => {
    const at = begun.get(key) ?? turns.findIndex((turn, index) => !used.has(index) && fits(turn, who))
    if (at < 0) return who.id === 'recorder' ? undefined : otherwise
    used.add(at)
    begun.set(key, at)
    return turns[at]
  }
  for (const attempt of resumedFrom) {
    take(attempt)
    if (!attempt.brokenOff) begun.delete(attempt.key)
  }
  return {take, over: key => void begun.delete(key)}
}

const RECORDER = ['recorder', '记录员']
const same = (a: string, b: string) => a.normalize('NFKC').trim() === b.normalize('NFKC').trim()
const namesRecorder = (turn: ScriptTurn) => turn.who !== undefined && RECORDER.some(name => same(name, turn.who ?? ''))

function fits(turn: ScriptTurn, who: AskRequest['who']): boolean {
  if (who.id === 'recorder') return namesRecorder(turn)
  return turn.who === undefined || same(turn.who, who.id) || same(turn.who, who.name)
}

function* chunksOf({text, chunk}: ScriptedSpeech): Generator<string> {
  if (chunk === undefined) {
    if (text !== '') yield text
    return
  }
  let parts: string[] = []
  for (const part of graphemesOf(text)) {
    parts.push(part)
    if (parts.length < chunk) continue
    yield parts.join('')
    parts = []
  }
  if (parts.length > 0) yield parts.join('')
}

const aborted = (lang: Lang): Fault => ({
  code: 'aborted',
  message: voiceText(lang, {code: 'aborted', slots: {}}),
  retryable: true,
})

function fault(lang: Lang, note: VoiceNote, retryable: boolean): Fault {
  const hint = voiceHint(lang, note)
  return {code: 'empty', message: voiceText(lang, note), ...(hint ? {hint} : {}), retryable}
}
