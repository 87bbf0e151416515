import {afterAll, describe, expect, it} from 'vitest'
import type {BoardEvent} from '../../source/core/board-events.ts'
import {boardScript, experts} from '../commands/board-table.ts'
import {eventsOf, ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, runCli} from '../support/cli.ts'

const places: Place[] = []
afterAll(() => {
  for (const place of places) place.remove()
})

/** A folder with four experts of its own and a script for three of them. */
function table(): Place {
  const place = makePlace()
  places.push(place)
  for (const [id, yaml] of Object.entries(experts)) place.write(`configs/experts/${id}.yaml`, yaml)
  place.write('s.json', boardScript({moderator: 'ada', speakers: ['grace', 'linus'], rounds: 2}))
  return place
}

const how = ['--provider', 'script:s.json', '--rounds', '2', '--auto'] as const
const asEvents = ['--json', '--events', 'board'] as const
const boardOf = (stdout: string) => eventsOf(stdout) as unknown as readonly BoardEvent[]
const told = (events: readonly BoardEvent[]) => events.map(event => ('content' in event ? event.content : event.type))

describe('a board on the command line', () => {
  it('is asked for by @board, or by flags, and is one and the same', async () => {
    const ways = [
      ['@board:ada,grace,linus 要不要做？'],
      ['meet', '@board:阿达，格蕾丝、linus', '要不要做？'],
      ['meet', '--protocol', 'board', '--topic', '要不要做？', '--with', 'ada,grace,linus'],
    ]
    const ran = await Promise.all(ways.map(way => runCli([...way, ...how, ...asEvents], {place: table()})))
    for (const {code, stdout, stderr} of ran) {
      expect(code).toBe(0)
      expect(stderr).toContain('主持人：艾达')
      expect(stderr).toContain('共 8 次调用')
      expect(told(boardOf(stdout))).toEqual([
        'board_started',
        'ada 开场。',
        'grace 第 1 轮。',
        'linus 第 1 轮。',
        '第 1 轮小结。',
        'grace 第 2 轮。',
        'linus 第 2 轮。',
        '第 2 轮小结。',
        'board_concluded',
      ])
    }
  })

  it('is kept as it was asked for: its options stand in the ledger, and export gives the history', async () => {
    const place = table()
    const args = ['@board:ada,grace,linus 要不要做？', ...how, '--moderator', 'ada', '--sequential']
    expect((await runCli(args, {place})).code).toBe(0)
    const [opened] = ledgerOf(onlyMeeting(place))
    expect(opened?.type === 'meeting.opened' && opened.meeting.options.board).toEqual({
      moderator: 'ada',
      parallel: false,
      threshold: 4000,
    })
    const history = await runCli(['export', onlyMeeting(place), '--history'], {place})
    expect(JSON.parse(history.stdout).map((entry: {expert_name: string}) => entry.expert_name)).toEqual([
      '艾达',
      ...['格蕾丝', '林纳斯', '艾达'],
      ...['格蕾丝', '林纳斯', '艾达'],
    ])
    const verified = await runCli(['verify', onlyMeeting(place)], {place})
    expect([verified.code, verified.stderr]).toEqual([0, ''])
  })

  it('is refused with exit 2 and the list where a name is unknown, in both languages', async () => {
    const place = table()
    const [zh, en] = await Promise.all(
      ['zh_CN.UTF-8', 'C.UTF-8'].map(LANG => runCli(['@board:adaa,grace,linus x', ...how], {place, env: {LANG}})),
    )
    expect(zh).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/没有找到专家「adaa」[\s\S]*艾达（ada）[\s\S]*格蕾丝（grace）/),
    })
    expect(en).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/no expert "adaa"[\s\S]*艾达 \(ada\)[\s\S]*格蕾丝 \(grace\)/),
    })
    expect(meetingsIn(place)).toEqual([])
  })

  it('refuses flags that mean nothing', async () => {
    const place = table()
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['--events', 'board'], /--events board 要和 --json 一起用/],
      [['--json', '--events', 'bord'], /--events 不能是「bord」，可以是：ledger, board/],
      [['--serve', '70000'], /--serve 不能是「70000」/],
      [['--serve', 'x'], /--serve 不能是「x」/],
      [['--moderator', 'nobody'], /主持人要是在座的一位/],
    ]
    const ran = await Promise.all(wrong.map(([flags]) => runCli(['@board:ada,grace,linus x', ...how, ...flags], {place})))
    for (const [at, {code, stdout, stderr}] of ran.entries()) {
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(wrong[at]?.[1] ?? /$^/)
    }
    expect(meetingsIn(place)).toEqual([])
  })
})
