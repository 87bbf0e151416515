import {readFileSync} from 'node:fs'
import {setTimeout as sleep} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import type {Seat, Stamped} from '../source/core/events.ts'
import {parseTemplates} from '../source/core/template.ts'
import {chairFor} from '../source/i18n/chair.ts'
import {board} from '../source/protocols/board.ts'
import type {Provider} from '../source/providers/provider.ts'
import {sha256} from '../source/runtime/nonce.ts'
import {runMeeting} from '../source/runtime/run-meeting.ts'

/** How long a round of a board takes, in real time, when every speech takes two seconds: the experts speak at once. */

const SPEECH_MS = 2000
const ROWS = [
  {experts: 5, mostMs: 2500},
  {experts: 10, mostMs: 3000},
] as const

export async function run(print: (line: string) => void = line => console.log(line)): Promise<void> {
  print('experts  round ms  at most')
  for (const {experts, mostMs} of ROWS) {
    const ms = await roundOf(experts)
    print(
      `${String(experts).padStart(7)}  ${String(Math.round(ms)).padStart(8)}  ${String(mostMs).padStart(7)}${ms < mostMs ? '' : '  too slow'}`,
    )
  }
}

/** Milliseconds from the first prompt of the round to its last speech. */
async function roundOf(experts: number): Promise<number> {
  const seats = ['moderator', ...Array.from({length: experts}, (_, n) => `expert-${n + 1}`)].map(seatOf)
  const prompts = parseTemplates(readFileSync(fileURLToPath(new URL('../../prompts/board.zh.md', import.meta.url)), 'utf8'))
  const log: Stamped[] = []
  const times = new Map<string, number>()
  const append = (event: object) => {
    const stamped = {...event, v: 1, seq: log.length + 1, at: ''} as Stamped
    log.push(stamped)
    if ('key' in stamped) times.set(`${stamped.type} ${stamped.key}`, performance.now())
    return {ok: stamped}
  }
  append({
    type: 'meeting.opened',
    meeting: {
      id: 'bench',
      program: '0',
      protocol: {id: 'board', version: 1},
      topic: '要不要做',
      lang: 'zh',
      seats,
      rehearsal: false,
      options: {rounds: 1, seed: 1, board: {moderator: 'moderator', parallel: true, threshold: 1_000_000}},
      date: '2026-01-01',
      folder: 'bench',
      templates: {chair: chairFor('board', 'zh'), prompts},
      secret: '00',
    },
  })
  const voice: Provider = {
    id: 'slow',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask({turn}) {
      if (turn.stage === 'response') await sleep(SPEECH_MS)
      yield {type: 'done', text: turn.stage === 'summary' ? '{"content":"小结","continue":false}' : '话'}
    },
  }
  const journal = {events: log, append}
  const meeting = runMeeting({
    protocol: board,
    journal,
    voice: () => voice,
    show: () => {},
    auto: true,
    skipFailed: true,
    countTokens: async () => 0,
  })
  await meeting.done
  const spoken = [...times].filter(([what]) => what.startsWith('turn.finished round-1:')).map(([, at]) => at)
  const begun = [...times].filter(([what]) => what.startsWith('turn.started round-1:')).map(([, at]) => at)
  if (spoken.length !== experts) throw new Error(`${spoken.length} of ${experts} spoke`)
  return Math.max(...spoken) - Math.min(...begun)
}

const seatOf = (id: string): Seat => ({
  id,
  name: id,
  title: '',
  persona: {id, source: 'built-in', lang: 'zh', sha256: sha256(id), body: id},
  provider: 'slow',
})
