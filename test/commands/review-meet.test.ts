import {mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {MeetFlags} from '../../source/commands/plan.ts'
import {resume} from '../../source/commands/resume.ts'
import {review} from '../../source/commands/review.ts'
import {verify} from '../../source/commands/verify.ts'
import {voiceWorld} from '../../source/commands/voice-world.ts'
import {voicesFor} from '../../source/commands/voices-for.ts'
import type {Meeting, Stamped} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {reopenMeeting} from '../../source/runtime/meeting-folder.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-review-')))
  writeFileSync(join(cwd, 'brief.md'), '\ufeff要在一周内决定。\r\n')
  mkdirSync(join(cwd, 'docs'))
  writeFileSync(join(cwd, 'docs', '设计稿.md'), `# 设计\n${'用一个队列。'.repeat(3000)}`)
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

async function hold(flags: MeetFlags, words: readonly string[] = ['要不要上队列？']) {
  const host = fakeHost({cwd})
  return {code: await review(words, {auto: true, ...flags}, host), out: host.out(), err: host.err()}
}

async function goOn(flags: MeetFlags) {
  const host = fakeHost({cwd})
  return {code: await resume(folder(), {auto: true, ...flags}, host), out: host.out(), err: host.err()}
}

const folder = () => join('transcripts', readdirSync(join(cwd, 'transcripts'))[0] ?? '')
const inside = (name: string) => join(cwd, folder(), name)
const ledger = () =>
  readFileSync(inside('meeting.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Stamped)
const opened = (): Meeting => {
  const [first] = ledger()
  if (first?.type !== 'meeting.opened') throw new Error('no meeting')
  return first.meeting
}

const materials = {briefFile: ['brief.md'], material: ['docs/设计稿.md']}
const analysis = `最强的点是写入和处理分开，最大的问题是没有说明消息重复时怎么办，也没有写清楚积压多少就要告警。${'前提是下游接受延迟。'.repeat(8)}`
const speech = {text: `${analysis}\nSTANCE: 修改  CONFIDENCE: 0.7`}
const script = (turns: readonly unknown[]) => {
  writeFileSync(join(cwd, 's.json'), JSON.stringify({turns, default: speech}))
  return {provider: 'script:s.json', rounds: '1'}
}
const mute = {who: 'critic', fail: {code: 'auth', message: 'not logged in'}}

it('a whole rehearsed review keeps the originals beside what the prompts held of them, and its record can be checked', async () => {
  const {code, err} = await hold({provider: 'rehearsal', ...materials})
  expect([code, err]).toEqual([0, expect.stringContaining('docs/设计稿.md')])
  for (const [original, copy] of [
    ['brief.md', 'brief/01-brief.md'],
    ['docs/设计稿.md', 'materials/01-设计稿.md'],
  ] as const) {
    expect(readFileSync(inside(copy)).equals(readFileSync(join(cwd, original)))).toBe(true)
    if (process.platform !== 'win32') expect(statSync(inside(copy)).mode & 0o777).toBe(0o600)
  }
  expect(readFileSync(inside('.gitignore'), 'utf8')).toBe('*\n')
  const {options, recorder, seats} = opened()
  expect(seats.map(({id}) => id)).toEqual(['builder', 'critic', 'architect'])
  expect(recorder).toEqual({provider: 'rehearsal'})
  expect(options.review?.materials).toMatchObject([
    {kind: 'brief', label: 'brief.md', text: '要在一周内决定。\n', truncated: false},
    {kind: 'material', label: 'docs/设计稿.md', truncated: true},
  ])
  const checked = fakeHost({cwd})
  expect(await verify(folder(), {}, checked)).toBe(0)
})

describe('a gap in the last round', () => {
  it('withholds the report and says with which flag it can be had; resume takes that flag', async () => {
    const {code, err, out} = await hold(script([mute, mute, mute]))
    expect(code).toBe(3)
    expect(err).toMatch(/有角色缺席，.*roundtable resume .* --accept-gaps/)
    expect(out).not.toContain('由裁判裁决。')
    const again = await goOn({acceptGaps: true})
    expect(again.out).toContain('接受缺口，就按现有的发言裁决。')
    expect(ledger().filter(event => event.type === 'turn.started' && event.who === 'recorder').length).toBeGreaterThan(0)
  })

  it('is taken from the first where the meeting was opened so', async () => {
    await hold({...script([mute, mute, mute]), acceptGaps: true})
    expect(opened().options.review?.acceptGaps).toBe(true)
    expect(ledger().some(event => event.type === 'turn.started' && event.who === 'recorder')).toBe(true)
  })

  it('another voice that was named takes over, and the ledger says so', async () => {
    writeFileSync(join(cwd, 'other.json'), JSON.stringify({turns: [], default: speech}))
    await hold({...script([mute]), fallback: 'critic:script:other.json'})
    expect(ledger()).toContainEqual(expect.objectContaining({type: 'seat.changed', who: 'critic', provider: 'script:other.json'}))
  })
})

it('a voice that is missing does not stop the start where another one was named for its role; the ledger keeps who spoke', async () => {
  const agents = 'builder:codex,critic:script:s.json,architect:script:s.json'
  script([])
  const {code, err} = await hold({agents, judge: 'script:s.json', rounds: '1', fallback: 'builder:script:s.json'})
  expect([code, err]).toEqual([3, expect.stringMatching(/^.*找.*Codex/m)])
  expect(err).not.toContain('会议没有开始')
  expect(opened().seats[0]?.provider).toBe('codex')
  expect(ledger()).toContainEqual(expect.objectContaining({type: 'seat.changed', who: 'builder', provider: 'script:s.json'}))
})

it('what is for reviews only is refused where another meeting is gone on with', async () => {
  const host = fakeHost({cwd})
  writeFileSync(join(cwd, 's.json'), JSON.stringify({turns: []}))
  const {meet} = await import('../../source/commands/meet.ts')
  await meet({topic: '时间', with: '马克思,毛泽东', provider: 'script:s.json', auto: true}, undefined, host)
  for (const [flags, flag] of [
    [{acceptGaps: true}, '--accept-gaps'],
    [{timeoutMs: '1000'}, '--timeout-ms'],
  ] as const) {
    const {code, err} = await goOn(flags)
    expect([code, err]).toEqual([2, expect.stringContaining(`${flag} 只用于评审`)])
  }
})

describe('the time of a turn', () => {
  const desk = {handOut: async () => ({}), reply: async () => undefined}
  const deadlines = (turnMs: number | undefined, providers: Record<string, {totalMs?: number; firstTextMs?: number}> = {}) => {
    const host = fakeHost({cwd, settings: {providers}})
    const reopened = reopenMeeting(join(cwd, folder()), {disk: nodeDisk, repair: false})
    if ('fault' in reopened) throw new Error(reopened.fault.kind)
    const {agents, http} = voicesFor(reopened.ok, {desk, turnMs}, host)
    reopened.ok.letGo()
    return [agents?.settings.codex, agents?.settings.claude, http?.settings('deepseek')].map(set => [
      set?.totalMs,
      set?.firstTextMs,
    ])
  }

  it('is half an hour for every agent, or what the person set, and their own settings stand between', async () => {
    await hold(script([]))
    expect(deadlines(undefined)).toEqual(new Array(3).fill([1_800_000, 600_000]))
    expect(deadlines(undefined, {claude: {totalMs: 5000, firstTextMs: 400}})).toEqual([
      [1_800_000, 600_000],
      [5000, 400],
      [1_800_000, 600_000],
    ])
    expect(deadlines(90_000, {claude: {totalMs: 5000}})).toEqual(new Array(3).fill([90_000, 30_000]))
  })

  it('that the meeting was opened with holds after a resume, until another is said', async () => {
    await hold({...script([]), timeoutMs: '60000'})
    expect(deadlines(undefined)).toEqual(new Array(3).fill([60_000, 20_000]))
    expect(deadlines(120_000)).toEqual(new Array(3).fill([120_000, 40_000]))
  })

  it('of another meeting is what it was', () => {
    const host = fakeHost({cwd, settings: {providers: {claude: {totalMs: 5000}}}})
    const {agents} = voiceWorld(host, {meeting: 'x', lang: 'zh'})
    expect([agents.settings.claude, agents.settings.codex?.totalMs]).toEqual([{totalMs: 5000}, undefined])
  })
})
