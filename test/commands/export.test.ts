import {createHash} from 'node:crypto'
import {chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {beforeEach, describe, expect, it} from 'vitest'
import {type ExportFlags, exportMeeting} from '../../source/commands/export.ts'
import type {MeetingEvent} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {takeLock} from '../../source/runtime/lock.ts'
import {thisProcess} from '../../source/runtime/lock-owner.ts'
import {emptyFolder} from '../runtime/disk/room.ts'
import {fakeHost, HOSTILE, hostileLeft} from '../support/host.ts'
import {testMeeting} from '../support/meeting.ts'
import {heldMeeting, writeLedger} from './ledgers.ts'

let cwd: string
let folder: string
beforeEach(() => {
  cwd = emptyFolder()
  folder = join(cwd, 'transcripts', '2026-01-01-0900-人工智能')
})

async function run(args: readonly string[], flags: ExportFlags = {}, lang: 'zh' | 'en' = 'zh') {
  const host = fakeHost({cwd, lang})
  const code = await exportMeeting(args, flags, host)
  return {code, out: host.out(), err: host.err(), given: host.given, emitted: host.emitted}
}

const meeting = testMeeting({rounds: 1})
const interjection = {after: 'turn.finished opening:a', text: '那么\u200b外包公司呢？'}

describe('export', () => {
  it('writes the records again from the ledger and says where they are', async () => {
    writeLedger(folder, await heldMeeting(meeting))
    const {code, out} = await run(['人工智能'])
    expect(code).toBe(0)
    expect(out).toBe(
      ['transcript.md', 'summary.md', 'outline.md']
        .map(name => `写好了：transcripts/2026-01-01-0900-人工智能/${name}\n`)
        .join(''),
    )
    const before = readFileSync(join(folder, 'transcript.md'), 'utf8')
    expect(before).toContain('席a在 opening:a 说的话。')
    writeFileSync(join(folder, 'transcript.md'), 'changed')
    rmSync(join(folder, 'outline.md'))
    const {emitted} = await run([folder], {json: true})
    expect(emitted).toEqual([{type: 'records.written', dir: folder, files: ['transcript.md', 'summary.md', 'outline.md']}])
    expect(readFileSync(join(folder, 'transcript.md'), 'utf8')).toBe(before)
    expect(readdirSync(folder).sort()).toEqual(['meeting.jsonl', 'outline.md', 'summary.md', 'transcript.md'])
  })

  it('leaves a meeting alone that another process has open', async () => {
    writeLedger(folder, [{type: 'meeting.opened', meeting}])
    const lock = takeLock({disk: nodeDisk, folder, here: thisProcess()})
    expect(await run([folder])).toMatchObject({code: 1, out: '', err: expect.stringContaining(`正由进程 ${process.pid}`)})
    expect(existsSync(join(folder, 'transcript.md'))).toBe(false)
    if ('ok' in lock) lock.ok.release()
    expect((await run([folder])).code).toBe(0)
  })

  it('of a folder without a meeting, a missing one and a damaged ledger is one clear line, and leaves nothing there', async () => {
    expect(await run(['没有'])).toMatchObject({code: 1, out: '', err: '没有/meeting.jsonl 里没有会议记录\n'})
    expect(await run([cwd])).toMatchObject({code: 1, err: expect.stringContaining('没有会议记录')})
    expect(readdirSync(cwd)).toEqual([])
    const ledger = join(writeLedger(folder, await heldMeeting(meeting)), 'meeting.jsonl')
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('说的话', '说的活'))
    for (const flags of [{}, {history: true}, {prompts: true}]) {
      expect(await run([folder], flags)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^\S+ 第 \d+ 行损坏（校验和不符）.*\n$/),
      })
    }
  })

  it('a file that cannot be written is named, and the others are written', async () => {
    writeLedger(folder, await heldMeeting(meeting))
    const outside = join(cwd, 'elsewhere')
    writeFileSync(outside, 'theirs')
    symlinkSync(outside, join(folder, 'summary.md'))
    const {code, out, err} = await run([folder])
    expect(code).toBe(1)
    expect(err).toContain('summary.md 没能写成')
    expect(out).toContain('outline.md')
    expect(readFileSync(outside, 'utf8')).toBe('theirs')
  })

  it('needs one folder and at most one kind', async () => {
    expect((await run([])).code).toBe(2)
    expect((await run(['a', 'b'])).code).toBe(2)
    expect(await run(['a'], {history: true, prompts: true})).toMatchObject({
      code: 2,
      err: '--history 和 --prompts 只能用一个。\n',
    })
  })
})

describe('export --history', () => {
  it('is one JSON array of what was said, verbatim, with the person marked as the user', async () => {
    writeLedger(folder, await heldMeeting(meeting, interjection))
    const {code, out, given} = await run([folder], {history: true})
    expect(code).toBe(0)
    expect(given).toEqual([])
    const entries = JSON.parse(out)
    expect(
      entries.map((entry: {round: number; expert_name?: string; role?: string}) => [
        entry.round,
        entry.expert_name ?? entry.role,
      ]),
    ).toEqual([
      [0, '席a'],
      [0, 'user'],
      [0, '席b'],
      [1, '席b'],
      [1, '席a'],
      [2, '席b'],
      [2, '席a'],
    ])
    expect(Object.keys(entries[0])).toEqual(['round', 'expert_name', 'content', 'timestamp'])
    expect(Object.keys(entries[1])).toEqual(['round', 'role', 'content', 'timestamp'])
    expect(entries[0]).toMatchObject({
      content: '席a在 opening:a 说的话。',
      timestamp: expect.stringMatching(/^2026-01-01T09:00:\d\d\.000Z$/),
    })
    expect(entries[1].content).toBe(interjection.text)
  })

  it('leaves out commands, what was taken back, and attempts that led nowhere', async () => {
    const failed: MeetingEvent = {
      type: 'turn.failed',
      key: 'opening:a',
      attempt: 1,
      who: 'a',
      fault: {code: 'timeout', message: 'x', retryable: true},
      partial: '半句',
    }
    writeLedger(folder, [
      {type: 'meeting.opened', meeting},
      {type: 'user.said', text: '继续', wish: 'continue'},
      {type: 'user.said', text: '收回的话'},
      {type: 'user.withdrew', said: 3},
      failed,
      {type: 'user.said', text: '留下的话'},
    ])
    const {emitted} = await run([folder], {history: true})
    expect(emitted).toEqual([[{round: 0, role: 'user', content: '留下的话', timestamp: '2026-01-01T09:00:05.000Z'}]])
  })
})

describe('export --prompts', () => {
  it('gives every prompt that was sent, with the hash of its bytes as the ledger has it', async () => {
    const events = await heldMeeting(meeting, interjection)
    writeLedger(folder, events)
    const {code, emitted} = await run([folder], {prompts: true, json: true})
    expect(code).toBe(0)
    const started = events.flatMap(event => (event.type === 'turn.started' ? [event] : []))
    expect(emitted).toHaveLength(6)
    for (const [n, prompt] of (
      emitted as {who: string; key: string; attempt: number; same: boolean; rebuilt: {prompt: string; system: string}}[]
    ).entries()) {
      const {who, key, attempt, promptSha256, systemSha256} = started[n] ?? {}
      expect(prompt).toMatchObject({who, key, attempt, same: true, recorded: {promptSha256, systemSha256}})
      expect(createHash('sha256').update(prompt.rebuilt.prompt).digest('hex')).toBe(promptSha256)
      expect(createHash('sha256').update(prompt.rebuilt.system).digest('hex')).toBe(systemSha256)
    }
    expect(emitted[2]).toMatchObject({key: 'round-1:b', rebuilt: {prompt: expect.stringContaining('那么\u200b外包公司呢？')}})
  })

  it('as text shows each prompt, and each system text where it was first sent', async () => {
    writeLedger(folder, await heldMeeting(meeting))
    const {code, out} = await run([folder], {prompts: true})
    expect(code).toBe(0)
    expect(out.match(/^━━ #\d+ · 席[ab] · \S+ · 第 1 次$/gm)).toHaveLength(6)
    expect(out.match(/^提示词 sha256 [0-9a-f]{64} 与账本一致$/gm)).toHaveLength(6)
    expect(out.match(/^── 席[ab] 的系统提示词$/gm)).toHaveLength(2)
    expect(out).toContain('席a在 opening:a 说的话。')
    expect(out.trimEnd().split('\n').at(-1)).toBe('6 份提示词，0 份与账本不一致')
  })

  it('says which prompt is not what the ledger vouches for, and fails', async () => {
    const events = await heldMeeting(meeting)
    const changed = events.map(event =>
      event.type === 'turn.finished' && event.key === 'opening:a' ? {...event, text: `${event.text}！`} : event,
    )
    writeLedger(folder, changed)
    const {code, emitted} = await run([folder], {prompts: true, json: true})
    expect(code).toBe(1)
    const wrong = (emitted as {key: string; same: boolean}[]).filter(prompt => !prompt.same).map(prompt => prompt.key)
    expect(wrong).toEqual(['round-1:b'])
    expect((await run([folder], {prompts: true})).out).toMatch(
      /^提示词 sha256 [0-9a-f]{64} 与账本不一致（账本里是 [0-9a-f]{64}）$/m,
    )
  })

  it('of an unfinished meeting gives what was sent so far, also to a turn that did not end', async () => {
    const events = await heldMeeting(meeting)
    const last = events.findIndex(event => event.type === 'turn.started' && event.key === 'round-1:b')
    writeLedger(folder, events.slice(0, last + 1))
    const {code, emitted} = await run([folder], {prompts: true, json: true})
    expect(code).toBe(0)
    expect((emitted as {key: string; same: boolean}[]).map(({key, same}) => [key, same])).toEqual([
      ['opening:a', true],
      ['opening:b', true],
      ['round-1:b', true],
    ])
  })

  it('an attempt that no step asks for cannot be rebuilt, and is said', async () => {
    const stray: MeetingEvent = {
      type: 'turn.started',
      key: 'nowhere',
      attempt: 1,
      who: 'a',
      heard: [],
      view: 'session',
      nonce: 'n',
      promptSha256: 'ab'.repeat(32),
      systemSha256: 'cd'.repeat(32),
    }
    writeLedger(folder, [...(await heldMeeting(meeting)), stray])
    expect(await run([folder], {prompts: true})).toMatchObject({
      code: 1,
      out: expect.stringContaining('无法重建（账本里的 sha256 是 abab'),
    })
  })

  it('a protocol of another version is one clear line', async () => {
    writeLedger(folder, [{type: 'meeting.opened', meeting: testMeeting({protocol: {id: 'roundtable', version: 99}})}])
    expect(await run([folder], {prompts: true})).toMatchObject({code: 1, out: '', err: expect.stringContaining('roundtable v99')})
  })
})

it('hostile topics, names and words let no control character out in any form of export', async () => {
  for (const [n, bad] of HOSTILE.entries()) {
    const seats = meeting.seats.map(seat => ({...seat, name: `${bad}${seat.id}`, title: bad}))
    const hostile = testMeeting({topic: bad, folder: bad, seats})
    const at = join(cwd, `h${n}${bad.replaceAll('/', '')}`)
    writeLedger(at, await heldMeeting(hostile, {...interjection, text: bad}))
    for (const flags of [{}, {json: true}, {history: true}, {prompts: true}, {prompts: true, json: true}]) {
      const {code, out, err} = await run([at], flags)
      expect([n, flags, code, hostileLeft(out + err)]).toEqual([n, flags, 0, undefined])
      if ('prompts' in flags && !('json' in flags)) expect(out.match(/^━━ #\d+ · .* · 第 1 次$/gm)).toHaveLength(6)
    }
  }
})

it('a torn last record is not counted, and is said', async () => {
  const ledger = join(writeLedger(folder, [{type: 'meeting.opened', meeting}]), 'meeting.jsonl')
  writeFileSync(ledger, `${readFileSync(ledger, 'utf8')}{"v":1,"seq":2`)
  expect(await run([folder], {history: true})).toMatchObject({code: 0, out: '[]\n', err: expect.stringContaining('14 字节')})
})

it.skipIf(process.getuid?.() === 0)('a folder that cannot be written is one clear line', async () => {
  writeLedger(folder, await heldMeeting(meeting))
  chmodSync(folder, 0o500)
  const {code, err} = await run([folder])
  chmodSync(folder, 0o700)
  expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
})
