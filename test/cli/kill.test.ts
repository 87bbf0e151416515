import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {expect, it} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {dice} from '../harness/dice.ts'
import {eventsOf, ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, readIn, runCli, startCli} from '../support/cli.ts'
import {verdictOn} from '../support/tamper.ts'

/** Each costs two starts of the program: a hundred where it is worth it. */
const KILLS = process.env.CI ? 100 : 24
const AT_ONCE = 4

// Entries without a seat are taken in turn, so a turn that was asked twice would shift every later speech.
const turns = Array.from({length: 12}, (_, n) => ({text: `第 ${n + 1} 段：${'说了又说。'.repeat(4)}`, chunk: 3, everyMs: 6}))
const script = JSON.stringify({turns})
const args = [
  'meet',
  '--topic',
  '断电',
  '--with',
  '马克思,毛泽东',
  '--rounds',
  '1',
  '--provider',
  'script:slow.json',
  '--auto',
  '--json',
]

/** What two runs of the same meeting have in common: everything but when, where, and how often it was tried. */
const settled = (log: readonly Stamped[]) =>
  log.flatMap((event): unknown[] => {
    switch (event.type) {
      case 'turn.finished':
        return [[event.key, event.who, event.text]]
      case 'phase.entered':
      case 'chair.said':
      case 'floor.heard':
        return [[event.key, event.type === 'chair.said' ? event.line.id : event.type]]
      case 'meeting.closed':
        return [[event.type, event.outcome]]
      default:
        return []
    }
  })

/** Begins a meeting or goes on with it, and kills the program after so many milliseconds; 0: lets it come to its end. */
async function live(place: Place, ms: number): Promise<{killed: boolean; acknowledged: readonly Stamped[]}> {
  const run = startCli(meetingsIn(place).length > 0 ? ['resume', onlyMeeting(place), '--auto', '--json'] : args, {
    place,
    typed: '',
  })
  const killing = new AbortController()
  const kill = async () => {
    if (ms === 0) return
    // Counted from its first line on, so that the moments fall into the meeting; short ones fall into the start as well.
    if (ms > 15) await run.until(text => text.includes('\n')).catch(() => {})
    await sleep(ms, undefined, {signal: killing.signal}).catch(() => {})
    run.kill()
  }
  const killer = kill()
  const ran = await run.done
  killing.abort()
  await killer
  if (ran.signal === null) expect(ran.code, ran.stderr).toBe(0)
  return {killed: ran.signal === 'SIGKILL', acknowledged: ofType(eventsOf(ran.stdout) as Stamped[], 'turn.finished')}
}

it(`killed at ${KILLS} moments: no speech that was acknowledged is lost, none is asked again, and every meeting is the same`, async () => {
  const roll = dice(20260301)
  let kills = 0
  let meetings = 0
  const ends: unknown[] = []

  async function oneMeeting() {
    const place = makePlace()
    place.write('slow.json', script)
    const acknowledged: Stamped[] = []
    for (;;) {
      const last = kills >= KILLS
      const life = await live(place, last ? 0 : 1 + roll(260))
      acknowledged.push(...life.acknowledged)
      if (life.killed) kills++
      // Before its first record there is no meeting to go on with.
      for (const folder of meetingsIn(place)) if (!readdirSync(folder).includes('meeting.jsonl')) return void place.remove()
      if (meetingsIn(place).length > 0 && readIn(onlyMeeting(place), 'meeting.jsonl').length === 0) return void place.remove()
      if (!life.killed) break
    }
    meetings++
    const folder = onlyMeeting(place)
    const log = ledgerOf(folder)
    for (const speech of acknowledged) expect(log[speech.seq - 1]).toMatchObject(speech)
    const finished = ofType(log, 'turn.finished')
    expect(new Set(finished.map(event => event.key)).size).toBe(finished.length)
    for (const speech of finished) {
      expect(ofType(log, 'turn.started').filter(event => event.key === speech.key && event.seq > speech.seq)).toEqual([])
    }
    ends.push(settled(log))
    expect(
      readdirSync(folder).filter(name => !/^(?:meeting\.jsonl(?:\.torn-\d+)?|(?:transcript|summary|outline)\.md)$/.test(name)),
    ).toEqual([])
    expect((await verdictOn(folder)).wrong).toEqual([])
    place.remove()
  }

  const table = async () => {
    while (kills < KILLS) await oneMeeting()
  }
  await Promise.all(Array.from({length: AT_ONCE}, table))
  expect(kills).toBeGreaterThanOrEqual(KILLS)
  expect(meetings).toBeGreaterThanOrEqual(AT_ONCE)
  for (const end of ends) expect(end).toEqual(ends[0])
}, 300_000)

it('a ledger that ends anywhere is gone on with, and comes to the same meeting', async () => {
  const place = makePlace()
  place.write('slow.json', JSON.stringify({turns: turns.map(({text}) => ({text}))}))
  expect((await runCli(args, {place})).code).toBe(0)
  const folder = onlyMeeting(place)
  const whole = readFileSync(join(folder, 'meeting.jsonl'))
  const end = settled(ledgerOf(folder))
  const roll = dice(7)
  const first = whole.indexOf(10) + 1
  for (let n = 0; n < 4; n++) {
    const cut = first + roll(whole.length - first)
    writeFileSync(join(folder, 'meeting.jsonl'), whole.subarray(0, cut))
    const ran = await runCli(['resume', folder, '--auto', '--json'], {place})
    expect(ran.code, `${cut} ${ran.stderr}`).toBe(0)
    expect(settled(ledgerOf(folder)), String(cut)).toEqual(end)
  }
  // Cut in its first line there is no meeting yet, and it is said so.
  writeFileSync(join(folder, 'meeting.jsonl'), whole.subarray(0, first - 5))
  const none = await runCli(['resume', folder, '--auto'], {place})
  expect(none).toMatchObject({code: 1, stdout: ''})
  expect(none.stderr.trimEnd().split('\n')).toHaveLength(1)
  place.remove()
})

it('damage in the middle is refused with its line, and --repair goes on from before it, keeping what it took out', async () => {
  const place = makePlace()
  place.write('slow.json', JSON.stringify({turns: turns.map(({text}) => ({text}))}))
  await runCli(args, {place})
  const folder = onlyMeeting(place)
  const path = join(folder, 'meeting.jsonl')
  const whole = readFileSync(path)
  const end = settled(ledgerOf(folder))
  const lines = whole.toString().split('\n')
  const at = lines.findIndex(line => line.includes('"turn.finished"') && line.includes('round-1'))
  const broken = Buffer.from(
    [...lines.slice(0, at), lines[at]?.replace('说了又说', '说了不说'), ...lines.slice(at + 1)].join('\n'),
  )
  writeFileSync(path, broken)
  const refused = await runCli(['resume', folder, '--auto', '--json'], {place})
  expect(refused).toMatchObject({code: 1, stdout: ''})
  expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(refused.stderr).toContain(`第 ${at + 1} 行损坏（校验和不符）`)
  expect(refused.stderr).toContain('--repair')
  expect(readFileSync(path)).toEqual(broken)

  const repaired = await runCli(['resume', folder, '--repair', '--auto', '--json'], {place})
  expect(repaired.code).toBe(0)
  expect(settled(ledgerOf(folder))).toEqual(end)
  const aside = readdirSync(folder).filter(name => name.startsWith('meeting.jsonl.damaged'))
  expect(aside).toHaveLength(1)
  expect(
    Buffer.from(
      lines
        .slice(0, at)
        .map(line => `${line}\n`)
        .join('') + readIn(folder, aside[0] ?? ''),
    ),
  ).toEqual(broken)
  place.remove()
})
