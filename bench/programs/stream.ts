import {writeFileSync} from 'node:fs'

/** What both programs of the screen bench share: the same words at the same rate, and the same way to measure themselves. */

export type Measured = {
  readonly cpu: number
  readonly fps: number
  readonly deltas: number
  readonly lost: number
  readonly rssMb: number
}

const WORDS = [
  '我认为',
  '这个问题',
  '应该',
  '从',
  'the ',
  'model ',
  '另一个',
  '角度',
  '，',
  'streaming ',
  '来看',
  '。',
  '但是',
  'we ',
  'need ',
  '证据',
  '支持',
]
const PANES = 4
const SPEECH = 400

export const rate = Number(process.env.RATE ?? 500)
export const historyLines = Number(process.env.HISTORY ?? 10)
export const historyLine = (at: number) => `这是第 ${at} 条历史发言 with some English text to fill a line`

/** Calls `delta` at the rate; `speechEnds` when a speech of that pane is long enough. Returns how many were given. */
export function streamWords(sink: {delta(pane: number, text: string): void; speechEnds(pane: number): void; tick(): void}) {
  const lengths = Array<number>(PANES).fill(0)
  const began = performance.now()
  let given = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    if (given >= due) return
    for (; given < due; given++) {
      const pane = given % PANES
      const text = WORDS[given % WORDS.length] ?? ''
      sink.delta(pane, text)
      lengths[pane] = (lengths[pane] ?? 0) + text.length
      if ((lengths[pane] ?? 0) > SPEECH) {
        lengths[pane] = 0
        sink.speechEnds(pane)
      }
    }
    sink.tick()
  }, 4)
  return () => given
}

/** After a warm-up, measures for `SECONDS`, writes the figures to `OUT` and ends. */
export function measure(counts: {given(): number; taken(): number; frames(): number}, end: () => void): void {
  const seconds = Number(process.env.SECONDS ?? 0)
  if (seconds === 0) return
  setTimeout(() => {
    const cpu = process.cpuUsage()
    const began = performance.now()
    const frames = counts.frames()
    const given = counts.given()
    setTimeout(() => {
      const used = process.cpuUsage(cpu)
      const elapsed = (performance.now() - began) / 1000
      const measured: Measured = {
        cpu: (used.user + used.system) / 1e4 / elapsed,
        fps: (counts.frames() - frames) / elapsed,
        deltas: (counts.given() - given) / elapsed,
        lost: counts.given() - counts.taken(),
        rssMb: process.memoryUsage().rss / 1e6,
      }
      if (process.env.OUT) writeFileSync(process.env.OUT, JSON.stringify(measured))
      end()
    }, seconds * 1000)
  }, 1500)
}
