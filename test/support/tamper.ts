import {createHash} from 'node:crypto'
import {cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {verify} from '../../source/commands/verify.ts'
import type {Lang} from '../../source/core/events.ts'
import {fakeHost} from './host.ts'

/** A stored event as plain data, its checksum taken off. */
export type Raw = {[key: string]: unknown}

/** The line as a forger would write it who knows the format: with a checksum that is right. */
export function sealed(event: Raw): string {
  const {sum: _sum, ...rest} = event
  const body = JSON.stringify(rest)
  const sum = createHash('sha256').update(body, 'utf8').digest('hex').slice(0, 16)
  return `${body.slice(0, -1)},"sum":"${sum}"}`
}

export const rawEvents = (ledger: string): Raw[] =>
  ledger
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Raw)

/** Numbers the events anew, as a forger would after taking one out. */
export const renumbered = (events: readonly Raw[]): Raw[] => events.map((event, index) => ({...event, seq: index + 1}))

export type Verdict = {readonly code: number; readonly wrong: readonly string[]; readonly text: string}

/** What `verify` says of a meeting, without a process of its own. */
export async function verdictOn(folder: string, lang: Lang = 'zh'): Promise<Verdict> {
  const host = fakeHost({cwd: dirname(folder), lang})
  const code = await verify(folder, {}, host)
  const text = host.out() + host.err()
  return {code, text, wrong: text.split('\n').filter(line => line.startsWith('✗'))}
}

/** A copy of a meeting that can be falsified again and again. */
export function forgery(original: string, ledger: string) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-forged-')))
  const folder = join(base, 'meeting')
  cpSync(original, folder, {recursive: true})
  const judge = (lang: Lang = 'zh') => verdictOn(folder, lang)
  return {
    folder,
    judge,
    /** Verifies with this ledger in place of the true one, and puts the true one back. */
    withLedger: async (events: readonly Raw[], lang: Lang = 'zh') => {
      writeFileSync(join(folder, 'meeting.jsonl'), events.map(event => `${sealed(event)}\n`).join(''))
      try {
        return await judge(lang)
      } finally {
        writeFileSync(join(folder, 'meeting.jsonl'), ledger)
      }
    },
    remove: () => rmSync(base, {recursive: true, force: true}),
  }
}
