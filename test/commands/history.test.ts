import {createHash} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {beforeEach, describe, expect, it} from 'vitest'
import {findMeetings, history, latestUnfinished, meetingFolder} from '../../source/commands/history.ts'
import type {MeetingEvent} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {LOCK_NAME, takeLock} from '../../source/runtime/lock.ts'
import {thisProcess} from '../../source/runtime/lock-owner.ts'
import {emptyFolder} from '../runtime/disk/room.ts'
import {type Around, fakeHost, HOSTILE, hostileLeft} from '../support/host.ts'
import {testMeeting} from '../support/meeting.ts'
import {goOn, writeLedger} from './ledgers.ts'

let cwd: string
beforeEach(() => {
  cwd = emptyFolder()
})

const named = (name: string) => join(cwd, 'transcripts', name)
const opened = (topic = '人工智能', date = '2026-01-01'): MeetingEvent => ({
  type: 'meeting.opened',
  meeting: testMeeting({topic, date}),
})
const opening: MeetingEvent = {type: 'phase.entered', key: 'phase:opening', phase: 'opening'}
const roundTwo: MeetingEvent = {type: 'phase.entered', key: 'phase:discussion:2', phase: 'discussion', round: 2}
const closed: MeetingEvent = {type: 'meeting.closed', outcome: {how: 'complete', rounds: 2}}

/** A line as the ledger of another version would write it. */
const signed = (body: string) => `${body.slice(0, -1)},"sum":"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"}\n`

async function run(around: Partial<Around> = {}, flags: {json?: boolean} = {}) {
  const host = fakeHost({cwd, ...around})
  const code = await history([], flags, host)
  expect(host.err()).toBe('')
  return {code, out: host.out(), given: host.given, emitted: host.emitted}
}

describe('history', () => {
  it('of nothing says how to hold a meeting', async () => {
    expect(await run()).toMatchObject({code: 0, out: expect.stringContaining('还没有会议')})
  })

  it('shows each meeting with its state, newest first, and how to go on with the unfinished ones', async () => {
    writeLedger(named('2026-01-01-0900-人工智能'), [opened(), opening, closed])
    writeLedger(named('2026-01-03-0900-房价'), [opened('房价', '2026-01-03'), opening, roundTwo], '2026-01-03T09:00:00.000Z')
    writeLedger(named('2026-01-02-0900-教育'), [opened('教育', '2026-01-02')], '2026-01-02T09:00:00.000Z')
    expect((await run()).out).toBe(
      [
        '2026-01-03  房价',
        '  席a、席b · 未完，停在第 2 轮讨论',
        '  transcripts/2026-01-03-0900-房价',
        '  接着开：roundtable resume transcripts/2026-01-03-0900-房价',
        '',
        '2026-01-02  教育',
        '  席a、席b · 未完，还没有开始',
        '  transcripts/2026-01-02-0900-教育',
        '  接着开：roundtable resume transcripts/2026-01-02-0900-教育',
        '',
        '2026-01-01  人工智能',
        '  席a、席b · 已结束',
        '  transcripts/2026-01-01-0900-人工智能',
        '',
      ].join('\n'),
    )
  })

  it('knows remembered meetings elsewhere, shows one folder once, and leaves out what is gone', async () => {
    const there = writeLedger(join(emptyFolder(), 'a place', 'meeting'), [opened('远处')])
    const here = writeLedger(named('here'), [opened('近处')])
    symlinkSync(here, join(cwd, 'link'))
    mkdirSync(named('empty'))
    writeFileSync(named('.DS_Store'), 'x')
    const {out} = await run({meetings: [there, here, join(cwd, 'link'), join(cwd, 'gone'), named('empty')]})
    expect(out.match(/近处/g)).toHaveLength(1)
    expect(out).toContain(`接着开：roundtable resume '${there}'`)
    expect(out).not.toMatch(/gone|empty|DS_Store/)
  })

  it('tells a meeting that a living process has from one whose process died', async () => {
    const folder = writeLedger(named('held'), [opened(), opening])
    const lock = takeLock({disk: nodeDisk, folder, here: thisProcess()})
    if ('fault' in lock) throw new Error(lock.fault.code)
    const held = await run()
    expect(held.out).toContain(`正开着（进程 ${process.pid}，`)
    expect(held.out).not.toContain('接着开')
    expect(latestUnfinished(fakeHost({cwd}))).toBeUndefined()
    const owner = JSON.parse(readFileSync(join(folder, LOCK_NAME), 'utf8'))
    writeFileSync(join(folder, LOCK_NAME), JSON.stringify({...owner, started: 'another day'}))
    expect((await run()).out).toContain('未完，停在开场发言')
    writeFileSync(join(folder, LOCK_NAME), 'not ours')
    expect((await run()).out).toContain('被 transcripts/held/meeting.lock 锁着')
  })

  it('shows a damaged ledger with its line and the way out, and one of a newer version', async () => {
    const damaged = join(writeLedger(named('damaged'), [opened('坏了'), opening, roundTwo]), 'meeting.jsonl')
    writeFileSync(damaged, readFileSync(damaged, 'utf8').replace('phase:opening', 'phase:xpening'))
    const hopeless = join(writeLedger(named('hopeless'), [opened('全坏'), opening]), 'meeting.jsonl')
    writeFileSync(hopeless, readFileSync(hopeless, 'utf8').replace('人物 a', '人物 x'))
    const newer = join(writeLedger(named('newer'), [opened('新版')]), 'meeting.jsonl')
    writeFileSync(newer, `${readFileSync(newer, 'utf8')}${signed('{"v":2,"seq":2}')}`)
    const {out} = await run()
    expect(out).toContain('新版\n  席a、席b · 由更新的版本写成（第 2 行，格式 2），请升级 roundtable\n  transcripts/newer\n')
    expect(out).not.toContain('resume transcripts/newer')
    expect(out).toContain('2026-01-01  坏了\n  席a、席b · 账本第 2 行损坏（校验和不符）\n')
    expect(out).toContain('接着开：roundtable resume transcripts/damaged --repair')
    expect(out).toContain('hopeless\n  账本第 1 行损坏')
    expect(out).not.toContain('resume transcripts/hopeless')
  })

  it('--json is one line with state and what to do, for each', async () => {
    const folder = writeLedger(named('2026-01-01-0900-x'), [opened(), opening])
    const {out, emitted} = await run({}, {json: true})
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(emitted).toEqual([
      {
        meetings: [
          {
            folder,
            state: 'unfinished',
            text: '未完，停在开场发言',
            phase: {name: 'opening', round: 0},
            topic: '人工智能',
            participants: ['席a', '席b'],
            date: '2026-01-01',
            openedAt: '2026-01-01T09:00:00.000Z',
            lastAt: '2026-01-01T09:00:01.000Z',
            goOn: 'roundtable resume transcripts/2026-01-01-0900-x',
          },
        ],
      },
    ])
  })

  it('touches nothing', async () => {
    const folder = writeLedger(named('torn'), [opened(), opening])
    writeFileSync(join(folder, 'meeting.jsonl'), `${readFileSync(join(folder, 'meeting.jsonl'), 'utf8')}{"v":1,"seq":3,"at`)
    const before = readFileSync(join(folder, 'meeting.jsonl'), 'utf8')
    expect((await run()).out).toContain('未完，停在开场发言')
    expect(readdirSync(folder)).toEqual(['meeting.jsonl'])
    expect(readFileSync(join(folder, 'meeting.jsonl'), 'utf8')).toBe(before)
  })

  it('lets no control character of a ledger or a folder name through, and no line of its own', async () => {
    for (const [n, bad] of HOSTILE.entries()) {
      const meeting = testMeeting({topic: bad, date: bad, folder: bad})
      const seats = meeting.seats.map(seat => ({...seat, name: bad}))
      const phase: MeetingEvent = {type: 'phase.entered', key: 'phase:x', phase: bad}
      writeLedger(named(`h${n}${bad.replaceAll('/', '')}`), [{type: 'meeting.opened', meeting: {...meeting, seats}}, phase])
    }
    const {out, given} = await run()
    expect(out.match(/接着开/g)).toHaveLength(HOSTILE.length)
    expect(hostileLeft(out)).toBeUndefined()
    expect(hostileLeft(given.join(''))).toBeUndefined()
    expect(out).not.toMatch(/^\s*(?:✓ )?伪造/m)
    expect(hostileLeft((await run({}, {json: true})).out)).toBeUndefined()
  })
})

describe('which meeting is meant', () => {
  it('the latest unfinished one is the one last worked on', () => {
    const host = () => fakeHost({cwd})
    expect(latestUnfinished(host())).toBeUndefined()
    writeLedger(named('a'), [opened('老', '2026-01-01'), opening])
    expect(latestUnfinished(host())?.folder).toBe(named('a'))
    writeLedger(named('b'), [opened('新', '2026-02-01'), opening], '2026-02-01T09:00:00.000Z')
    writeLedger(named('c'), [opened('完', '2026-03-01'), closed], '2026-03-01T09:00:00.000Z')
    expect(latestUnfinished(host())?.folder).toBe(named('b'))
    goOn(named('a'), roundTwo, '2026-02-02T09:00:00.000Z')
    expect(latestUnfinished(host())?.folder).toBe(named('a'))
    expect(findMeetings(host()).map(({folder}) => folder)).toEqual([named('c'), named('b'), named('a')])
  })

  it('a DIR is a path, a path to the ledger, or the name of a known meeting with or without its date', () => {
    const folder = writeLedger(named('2026-01-01-0900-人工智能'), [opened()])
    const there = writeLedger(join(emptyFolder(), '2026-01-01-0900-远处'), [opened()])
    const host = fakeHost({cwd, meetings: [there]})
    for (const way of [
      folder,
      `${folder}/`,
      'transcripts/2026-01-01-0900-人工智能',
      './transcripts/2026-01-01-0900-人工智能/meeting.jsonl',
      '2026-01-01-0900-人工智能',
      '人工智能',
    ]) {
      expect(meetingFolder(way, host), way).toBe(folder)
    }
    expect(meetingFolder('远处', host)).toBe(there)
    expect(meetingFolder('2026-01-01-0900-远处'.normalize('NFD'), host)).toBe(there)
  })

  it('a name that fits nothing, or two meetings, stays a path as written', () => {
    writeLedger(named('2026-01-01-0900-同名'), [opened()])
    writeLedger(named('2026-01-02-0900-同名'), [opened()])
    const host = fakeHost({cwd})
    expect(meetingFolder('同名', host)).toBe(join(cwd, '同名'))
    expect(meetingFolder('没有', host)).toBe(join(cwd, '没有'))
    expect(meetingFolder('2026-01-02-0900-同名', host)).toBe(named('2026-01-02-0900-同名'))
  })
})
