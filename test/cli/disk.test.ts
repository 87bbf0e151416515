import {execFileSync} from 'node:child_process'
import {chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, readIn, runCli, startCli} from '../support/cli.ts'
import {verdictOn} from '../support/tamper.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const meet = [
  'meet',
  '--topic',
  '磁盘',
  '--with',
  '马克思,毛泽东',
  '--rounds',
  '1',
  '--provider',
  'rehearsal',
  '--auto',
  '--json',
]
const oneLine = (text: string) => expect(text.trimEnd().split('\n'), text).toHaveLength(1)
const isRoot = process.getuid?.() === 0

describe('a place that cannot be written', () => {
  it('a folder that is a file: one line, exit 1, nothing begun', async () => {
    writeFileSync(join(place.cwd, 'transcripts'), 'mine')
    const ran = await runCli(meet, {place})
    expect(ran).toMatchObject({code: 1, stdout: ''})
    oneLine(ran.stderr)
    expect(readIn(place.cwd, 'transcripts')).toBe('mine')
  })

  it.skipIf(isRoot)('a read-only folder: one line, exit 1, nothing begun', async () => {
    chmodSync(place.cwd, 0o555)
    const ran = await runCli(meet, {place})
    chmodSync(place.cwd, 0o755)
    expect(ran).toMatchObject({code: 1, stdout: ''})
    oneLine(ran.stderr)
    expect(readdirSync(place.cwd)).toEqual([])
  })

  it('a transcripts folder behind a link is followed or refused, with one line and no half record', async () => {
    const real = join(place.home, 'elsewhere')
    mkdirSync(real, {recursive: true})
    symlinkSync(real, join(place.cwd, 'transcripts'))
    const ran = await runCli(meet, {place})
    expect(lstatSync(join(place.cwd, 'transcripts')).isSymbolicLink()).toBe(true)
    if (ran.code === 0) expect(ledgerOf(join(real, readdirSync(real)[0] ?? '')).at(-1)?.type).toBe('meeting.closed')
    else {
      oneLine(ran.stderr)
      expect(readdirSync(real)).toEqual([])
    }
  })

  it('a link in place of a record is not written through; the meeting closes, the line says which file, and exit is 1', async () => {
    place.write('slow.json', JSON.stringify({turns: [], default: {text: '慢。慢。慢。', chunk: 1, everyMs: 25}}))
    const victim = place.write('victim.txt', 'mine')
    const run = startCli([...meet.map(arg => (arg === 'rehearsal' ? 'script:slow.json' : arg))], {place})
    await run.untilEvent(event => event.type === 'turn.delta')
    const folder = onlyMeeting(place)
    rmSync(join(folder, 'transcript.md'), {force: true})
    symlinkSync(victim, join(folder, 'transcript.md'))
    const ran = await run.done
    expect(readIn(place.cwd, 'victim.txt')).toBe('mine')
    expect(ledgerOf(folder).at(-1)?.type).toBe('meeting.closed')
    if (lstatSync(join(folder, 'transcript.md')).isSymbolicLink()) {
      expect(ran.code).toBe(1)
      expect(ran.stderr).toContain('transcript.md')
    } else expect(ran.code).toBe(0)
  })

  it('a ledger that is deleted or replaced under the meeting stops it with one line', async () => {
    place.write('slow.json', JSON.stringify({turns: [], default: {text: '慢。慢。慢。', chunk: 1, everyMs: 25}}))
    const run = startCli([...meet.map(arg => (arg === 'rehearsal' ? 'script:slow.json' : arg))], {place})
    await run.untilEvent(event => event.type === 'turn.delta')
    const folder = onlyMeeting(place)
    rmSync(join(folder, 'meeting.jsonl'))
    writeFileSync(join(folder, 'meeting.jsonl'), 'mine\n')
    const ran = await run.done
    expect(ran.code).toBe(1)
    oneLine(ran.stderr)
    expect(ran.stderr).toContain('meeting.jsonl')
    expect(readIn(folder, 'meeting.jsonl')).toBe('mine\n')
  })
})

/** A file system of its own, small enough to fill. */
function tryMount(folder: string, size: string): boolean {
  try {
    mkdirSync(folder, {recursive: true})
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {stdio: 'ignore'})
    return true
  } catch {
    return false
  }
}
const unmount = (folder: string) => execFileSync('umount', ['-l', folder], {stdio: 'ignore'})

describe.skipIf(!isRoot)('a file system of its own', () => {
  it('a full disk: the meeting stops on its last whole record with one line, and goes on once there is room', async context => {
    const disk = join(place.home, 'small')
    if (!tryMount(disk, '192k')) return context.skip()
    try {
      const text = '这一段话很长。'.repeat(1800)
      place.write('long.json', JSON.stringify({turns: [], default: {text}}))
      const args = [...meet.map(arg => (arg === 'rehearsal' ? 'script:long.json' : arg)), '--out', disk]
      const full = await runCli(args, {place})
      expect(full.code).toBe(1)
      expect(full.stderr).toContain('磁盘满了')
      const [name = ''] = readdirSync(disk)
      const folder = join(disk, name)
      const before = ledgerOf(folder)
      expect(readIn(folder, 'meeting.jsonl').endsWith('\n')).toBe(true)
      expect(readdirSync(folder).filter(file => /tmp|lock/.test(file))).toEqual([])
      expect((await verdictOn(folder)).text).toContain('会议未完')
      execFileSync('mount', ['-o', 'remount,size=4m', disk])
      const resumed = await runCli(['resume', folder, '--auto', '--json'], {place})
      expect(resumed.code, resumed.stderr).toBe(0)
      expect(ledgerOf(folder).slice(0, before.length)).toEqual(before)
      expect((await verdictOn(folder)).code).toBe(0)
    } finally {
      unmount(disk)
    }
  })

  it('a disk without any room, and one that is read-only: one line, exit 1, and no folder is left', async context => {
    const disk = join(place.home, 'tiny')
    if (!tryMount(disk, '16k')) return context.skip()
    try {
      const full = await runCli([...meet, '--out', disk], {place})
      expect(full).toMatchObject({code: 1, stdout: ''})
      oneLine(full.stderr)
      expect(readdirSync(disk)).toEqual([])
      execFileSync('mount', ['-o', 'remount,ro', disk])
      const readOnly = await runCli([...meet, '--out', disk], {place})
      expect(readOnly).toMatchObject({code: 1, stdout: ''})
      oneLine(readOnly.stderr)
      expect(readdirSync(disk)).toEqual([])
    } finally {
      unmount(disk)
    }
  })

  it('a meeting on a disk that became read-only is refused by resume with one line, and verify still reads it', async context => {
    const disk = join(place.home, 'frozen')
    if (!tryMount(disk, '4m')) return context.skip()
    try {
      const paused = await runCli([...meet.filter(arg => arg !== '--auto'), '--out', disk], {place})
      expect(paused.code).toBe(3)
      execFileSync('mount', ['-o', 'remount,ro', disk])
      const folder = join(disk, readdirSync(disk)[0] ?? '')
      const refused = await runCli(['resume', folder], {place})
      expect(refused).toMatchObject({code: 1, stdout: ''})
      oneLine(refused.stderr)
      expect((await verdictOn(folder)).code).toBe(0)
    } finally {
      unmount(disk)
    }
  })
})

it('a home that cannot be made does not stop a meeting', async () => {
  const file = place.write('home-is-a-file', '')
  const ran = await runCli(meet, {place, env: {ROUNDTABLE_HOME: join(file, 'x')}})
  expect(ran.code).toBe(0)
  expect(meetingsIn(place)).toHaveLength(1)
  expect(existsSync(join(onlyMeeting(place), 'transcript.md'))).toBe(true)
})
