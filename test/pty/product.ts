import {join} from 'node:path'
import {onTestFinished} from 'vitest'
import {openPty, type PtyOptions, type TestTerminal} from '../harness/pty.ts'
import {makePlace, type Place, program} from '../support/cli.ts'

/** The built program in a real terminal: what a person has before them, with a folder and a home of its own. */
export type Product = TestTerminal & {
  readonly place: Place
  /** Waits until the screen shows it; the machine may be busy. */
  see(pattern: RegExp): Promise<string>
  /** Waits until the program wrote nothing for a while: longer than a frame and than the room's spinner. */
  still(quiet?: number): Promise<void>
}

export type ProductOptions = Pick<PtyOptions, 'columns' | 'rows'> & {
  readonly place?: Place
  readonly lang?: 'zh' | 'en'
  readonly env?: Readonly<Record<string, string>>
  /** A module that is loaded into the program before it starts. */
  readonly preload?: string
  /** Of the test's own context where tests run side by side. */
  readonly finished?: (act: () => void) => void
}

export {program}
/** Longest wait for anything, milliseconds: only a program that hangs takes as long. */
export const PATIENCE = 45_000
/** Ends a synchronized frame. */
export const FRAME_END = '\x1b[?2026l'

export const openRoom = (args: readonly string[], options: ProductOptions = {}): Product =>
  open(process.execPath, [program, ...args], options)

/** The program as `roundtable` in an interactive shell, its exit code written after it. */
export async function openShell(options: ProductOptions = {}): Promise<Product> {
  const shell = open('bash', ['--norc', '--noprofile', '-i'], {...options, env: {PS1: 'prompt> ', ...options.env}})
  await shell.see(/prompt>/)
  // The shell's own line editor pastes in brackets too.
  const preload = options.preload === undefined ? '' : `--import '${options.preload}'`
  const run = `roundtable() { '${process.execPath}' ${preload} '${program}' "$@"; echo "code=$?"; }`
  shell.type(`bind 'set enable-bracketed-paste off'; ${run}; clear\r`)
  await shell.until('the shell', () => !shell.modes.has(2004) && !shell.screen().includes('bind'), PATIENCE)
  return shell
}

function open(command: string, args: readonly string[], options: ProductOptions): Product {
  const finished = options.finished ?? onTestFinished
  const place = options.place ?? placeForTest(finished)
  const t = openPty(command, args, {
    ...options,
    cwd: place.cwd,
    env: {
      HOME: join(place.home, 'user'),
      ROUNDTABLE_HOME: place.home,
      LANG: options.lang === 'en' ? 'en_US.UTF-8' : 'zh_CN.UTF-8',
      LC_ALL: '',
      TZ: 'UTC',
      ...options.env,
    },
  })
  finished(t.kill)
  return {
    ...t,
    place,
    see: pattern => t.waitFor(pattern, PATIENCE),
    async still(quiet = 500) {
      let [length, since] = [-1, Date.now()]
      await t.until(
        'stillness',
        () => {
          if (t.raw().length !== length || !t.isParsed()) [length, since] = [t.raw().length, Date.now()]
          return Date.now() - since > quiet
        },
        PATIENCE,
      )
    },
  }
}

/** Removed when the test is over. */
export function placeForTest(finished: (act: () => void) => void = onTestFinished): Place {
  const place = makePlace()
  finished(place.remove)
  return place
}

export const topic = '机器与人'
export const names = '马克思,毛泽东'

/** Arguments of a meeting of two with a script in the place. */
export const meetArgs = (script: string, more: readonly string[] = []) =>
  ['meet', '--topic', topic, '--with', names, '--rounds', '1', '--provider', `script:${script}`, ...more] as const

/** Speeches taken in turn, each known by its number, so that a turn asked twice shifts every later one. */
export const numbered = (text: (n: number) => string, pace: {readonly chunk?: number; readonly everyMs?: number} = {}) =>
  Array.from({length: 12}, (_, at) => ({text: text(at + 1), ...pace}))

export const isRestored = (t: Product) =>
  !t.isAlternate() && t.cursor().visible && ![2004, 1004, 1049].some(mode => t.modes.has(mode)) && t.modes.has(7)
