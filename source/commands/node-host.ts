import {homedir} from 'node:os'
import {StringDecoder} from 'node:string_decoder'
import {setTimeout as delay} from 'node:timers/promises'
import {visible} from '../core/text.ts'
import {toJsonLine} from '../headless/ndjson.ts'
import {langOfLocale, wordsFor} from '../i18n/index.ts'
import {glanceUiLang, homeFolder} from '../runtime/home-folder.ts'
import {makeWriter} from '../ui/terminal/writer.ts'
import type {Doorstep} from './host.ts'

/** The real world. `signalExit`: the exit code that a signal asks for, once one came. */
export function nodeHost(options: {version: string; uiLang: string | undefined}): {
  readonly host: Doorstep
  readonly signalExit: () => number | undefined
} {
  const {env} = process
  const userHome = env.HOME || homedir()
  const asked = options.uiLang === 'zh' || options.uiLang === 'en' ? options.uiLang : undefined
  const uiLang = asked ?? glanceUiLang(homeFolder(env, userHome)) ?? langOfLocale(env)
  const writer = makeWriter({frames: 1, out: 1, error: 2})
  const signals = listenToSignals()
  const warn = (text: string) => writer.printError(`${visible(text)}\n`)
  return {
    signalExit: signals.exitCode,
    host: {
      cwd: process.cwd(),
      env,
      userHome,
      uiLang,
      words: wordsFor(uiLang),
      version: options.version,
      now: () => new Date(),
      print: text => writer.print(`${visible(text)}\n`),
      stream: text => writer.print(visible(text)),
      warn,
      emit: value => writer.print(toJsonLine(value)),
      stdin: {isTTY: process.stdin.isTTY === true, lines: stdinLines, close: () => process.stdin.destroy()},
      stdout: {isTTY: process.stdout.isTTY === true},
      process,
      leaveNow: code => process.exit(code),
      sleep: async (ms, signal) => {
        await delay(ms, undefined, {signal}).catch(() => undefined)
      },
      ...(process.stdout.isTTY && !env.CI ? {pace: {charsPerTick: 2, tickMs: 35}} : {}),
      signal: signals.signal,
    },
  }
}

/** Lines of standard input, split at `\n` only: U+2028 belongs to the text. */
async function* stdinLines(): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of process.stdin) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
    }
  } catch {
    // A terminal that hung up, or our own close: nobody will say any more.
  }
  rest += decoder.end()
  if (rest) yield rest
}

const codes = {SIGINT: undefined, SIGTERM: 143, SIGHUP: 129} as const

/** The first signal asks the meeting to pause and leave; a second one does not wait for it. */
function listenToSignals(): {signal: AbortSignal; exitCode: () => number | undefined} {
  const controller = new AbortController()
  let code: number | undefined
  for (const [name, exitCode] of Object.entries(codes) as [keyof typeof codes, number | undefined][]) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCode ?? 130)
      code = exitCode
      controller.abort()
    })
  }
  return {signal: controller.signal, exitCode: () => code}
}
