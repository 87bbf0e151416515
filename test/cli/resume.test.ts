import {existsSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {history} from '../../source/commands/history.ts'
import {resume} from '../../source/commands/resume.ts'
import {ofType} from '../../source/core/state.ts'
import {recordWords} from '../../source/i18n/records.ts'
import {
  atPause,
  eventsOf,
  ledgerOf,
  makePlace,
  meetingsIn,
  midSpeech,
  onlyMeeting,
  type Place,
  readIn,
  runCli,
  startCli,
} from '../support/cli.ts'
import {fakeHost} from '../support/host.ts'
import {verdictOn} from '../support/tamper.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
  place.write('slow.json', JSON.stringify({turns: [], default: {text: '慢慢说，慢慢听。', chunk: 1, everyMs: 15}}))
})
afterEach(() => place.remove())

const meet = (topic: string, more: readonly string[] = []) => [
  ...['meet', '--topic', topic, '--with', '马克思,毛泽东', '--rounds', '1', '--provider', 'script:slow.json', '--json'],
  ...more,
]

it('the latest unfinished meeting is gone on with when none is named; a closed one says so and stays as it is', async () => {
  const first = await runCli(meet('先开的'), {place})
  const second = await runCli(meet('后开的'), {place})
  expect([first.code, second.code]).toEqual([3, 3])
  const folders = meetingsIn(place)
  const [early, late] = ['先开的', '后开的'].map(topic => folders.find(folder => folder.endsWith(topic)) ?? '')
  if (!early || !late) throw new Error(folders.join())

  const resumed = await runCli(['resume', '--auto'], {place})
  expect(resumed.code).toBe(0)
  expect(resumed.stderr).toContain('接着开：后开的')
  expect(ledgerOf(late).at(-1)?.type).toBe('meeting.closed')
  expect(ledgerOf(early).at(-1)?.type).not.toBe('meeting.closed')

  // From elsewhere, by its folder: paths of the script are told from where the person is.
  place.write('elsewhere/slow.json', JSON.stringify({turns: [], default: {text: '换个地方接着说。'}}))
  const byFolder = await runCli(['resume', early, '--auto', '--json'], {place, cwd: join(place.cwd, 'elsewhere')})
  expect(byFolder.code).toBe(0)
  expect(ledgerOf(early).at(-1)?.type).toBe('meeting.closed')
  expect(byFolder.stdout.split('\n')[0]).toContain('"type":"meeting.opened"')

  const before = readIn(late, 'meeting.jsonl')
  const closed = fakeHost({cwd: place.cwd})
  expect(await resume(late, {}, closed)).toBe(0)
  expect(closed.out()).toBe('')
  expect(closed.err()).toContain('已经结束')
  expect(readIn(late, 'meeting.jsonl')).toBe(before)
  const none = fakeHost({cwd: place.cwd})
  expect(await resume(undefined, {}, none)).toBe(1)
  expect(none.out() + none.err()).toBe('没有未完的会议。\n')

  const host = fakeHost({cwd: place.cwd})
  expect(await history([], {}, host)).toBe(0)
  expect(host.out()).toMatch(/后开的[\s\S]*已结束[\s\S]*先开的[\s\S]*已结束|先开的[\s\S]*已结束[\s\S]*后开的[\s\S]*已结束/)
})

it('a meeting that closed in a process that died before it wrote its files gets them from resume; changed files stay', async () => {
  expect((await runCli(meet('差一步', ['--auto']), {place})).code).toBe(0)
  const folder = onlyMeeting(place)
  const summary = readIn(folder, 'summary.md')
  const path = (name: string) => join(folder, name)
  // As the last milestone left them: one says that the meeting goes on, one was not there yet, one was written.
  const [head = '', ...rest] = readIn(folder, 'summary.md').split('\n')
  writeFileSync(path('summary.md'), [head, '', recordWords.zh.unfinished, ...rest].join('\n'))
  rmSync(path('outline.md'))
  writeFileSync(path('transcript.md'), `${readIn(folder, 'transcript.md')}\n我的批注\n`)
  expect((await verdictOn(folder)).code).toBe(1)
  expect(await resume(folder, {}, fakeHost({cwd: place.cwd}))).toBe(0)
  expect(readIn(folder, 'summary.md')).toBe(summary)
  expect(existsSync(path('outline.md'))).toBe(true)
  expect(readIn(folder, 'transcript.md')).toContain('我的批注')
})

it('one that is open in another process is refused, says by whom, and is not disturbed', async () => {
  const run = startCli(meet('正在开'), {place})
  await run.untilEvent(midSpeech('opening:marx'))
  const folder = onlyMeeting(place)
  const refused = await runCli(['resume', folder], {place})
  expect(refused).toMatchObject({code: 1, stdout: ''})
  expect(refused.stderr).toMatch(new RegExp(`^这场会议正由进程 ${run.child.pid}（.+）开着。同一场会议只能有一个进程。\n$`))
  const unnamed = fakeHost({cwd: place.cwd})
  expect(await resume(undefined, {}, unnamed)).toBe(1)
  expect(unnamed.err()).toBe('没有未完的会议。\n')
  const listed = fakeHost({cwd: place.cwd})
  await history([], {json: true}, listed)
  expect(listed.emitted).toMatchObject([{meetings: [{state: 'open', pid: run.child.pid}]}])
  // Looking on is allowed: verify says how far it is.
  expect((await verdictOn(folder)).text).toContain('会议未完')
  run.say('直接结束')
  expect((await run.done).code).toBe(0)
  expect(existsSync(join(folder, 'meeting.lock'))).toBe(false)
})

it('a person who leaves by a word comes back to the speech that was broken off', async () => {
  const run = startCli(meet('离开'), {place})
  await run.untilEvent(midSpeech('opening:mao'))
  run.say('暂停')
  const left = await run.done
  expect(left.code).toBe(3)
  const again = startCli(['resume', '--json'], {place})
  await again.untilEvent(event => event.type === 'turn.started' && event.attempt === 2)
  await again.untilEvent(atPause)
  again.say('结束会议')
  expect((await again.done).code).toBe(0)
  const log = ledgerOf(onlyMeeting(place))
  expect(ofType(log, 'turn.finished').map(({key, attempt}) => `${key.split('-')[0]} ${attempt}`)).toEqual([
    ...['opening:marx 1', 'opening:mao 2', 'closing:mao 1', 'closing:marx 1'],
  ])
})

it('a dry run shows the order and every prompt, asks nobody and writes nothing', async () => {
  place.write('never.json', JSON.stringify({turns: [{text: '不该说出来'}]}))
  const before = readdirSync(place.cwd)
  const args = ['meet', '--topic', '时间管理', '--with', '马克思,毛泽东,孔子', '--rounds', '2', '--dry-run']
  const ran = await runCli([...args, '--provider', 'script:never.json'], {place})
  expect(ran.code).toBe(0)
  expect(ran.stdout).not.toContain('不该说出来')
  const turns = [...ran.stdout.matchAll(/^── (\d+)\. (\S+) · (.+?) · 约/gm)].map(([, n, who, stage]) => `${n} ${who} ${stage}`)
  expect(turns).toEqual([
    ...['1 马克思 开场发言', '2 毛泽东 开场发言', '3 孔子 开场发言'],
    ...['4 孔子 第 1 轮讨论', '5 毛泽东 第 1 轮讨论', '6 马克思 第 1 轮讨论'],
    ...['7 马克思 第 2 轮讨论', '8 毛泽东 第 2 轮讨论', '9 孔子 第 2 轮讨论'],
    ...['10 孔子 结语', '11 毛泽东 结语', '12 马克思 结语'],
  ])
  expect(ran.stdout.match(/^\*\*会议主题\*\*：时间管理$/gm)).toHaveLength(12)
  expect(ran.stdout.match(/^（\S+ 在这里的发言，将逐字放在此处）$/gm)?.length).toBe(6)
  expect(readdirSync(place.cwd)).toEqual(before)
  expect(existsSync(join(place.home, 'config.json'))).toBe(false)
})

it('`roundtable` alone with no one typing shows a rehearsal', async () => {
  const ran = await runCli([], {place})
  expect(ran.code).toBe(0)
  expect(ran.stdout).toContain('没有人在输入，演示一场排练。')
  expect(ledgerOf(onlyMeeting(place)).at(-1)?.type).toBe('meeting.closed')
})

it('a sentence is a meeting, in the words of the seed and in English', async () => {
  const said = [
    '开个会，让马克思和毛泽东讨论人工智能会不会取代程序员，1 轮',
    '/roundtable 主题：人工智能会不会取代程序员 参与者：马克思、毛泽东 轮次：1',
  ]
  const ran = await Promise.all(said.map((sentence, n) => runCli([sentence, '--auto', '--json', '--out', `out-${n}`], {place})))
  for (const {code, stdout, stderr} of ran) {
    expect(code, stderr).toBe(0)
    const [opened] = eventsOf(stdout)
    expect(opened).toMatchObject({
      type: 'meeting.opened',
      meeting: {topic: '人工智能会不会取代程序员', options: {rounds: 1}, seats: [{name: '马克思'}, {name: '毛泽东'}]},
    })
  }
})

it('a relay that nobody can answer any more pauses the meeting, says so, and can be gone on with', async () => {
  const args = ['meet', '--topic', '没有人粘贴', '--with', '马克思,毛泽东', '--rounds', '1', '--provider', 'manual']
  for (const more of [[], ['--auto']]) {
    const ran = await runCli([...args, ...more], {place})
    expect(ran.code).toBe(3)
    expect(ran.stderr).toContain('roundtable resume')
  }
})
