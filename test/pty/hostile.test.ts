import {mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {HOSTILE} from '../support/host.ts'
import {names, openRoom, PATIENCE, placeForTest} from './product.ts'

/** Texts of others in every place where they are shown: none of their control bytes is on the terminal. */

/** Sequences carry 7331, so that none of theirs can pass for one of ours. */
const hostile = [
  ...HOSTILE,
  'a\x1b[7331;7331Hb',
  'a\x1b[7331mred',
  'a\x9b7331mred',
  '\x1b[?7331h',
  '\x1b]0;7331\x07t',
  '\x1b]2;7331\x1b\\t',
  '\x1b]8;;http://7331\x07link\x1b]8;;\x07',
  '\x1b]52;c;NzMzMQ==\x07clip',
  '\x9d52;c;NzMzMQ==\x9cclip',
  '\x1b]777;notify;7331\x07n',
  '\x1bP7331q\x1b\\',
  '\x1b_7331\x1b\\apc',
  '\x1b^7331\x1b\\pm',
  '\x1bX7331\x1b\\sos',
  '\x1b[7331',
  '\x1b]7331 never ended',
  '\x1bc\x1b7\x1b8\x1b#8reset',
  '\x0e\x0f\x05\x07\x08\x0b\x0c so',
  'tab\tand\r\ncr',
  'del\x7f\x7f\x08\x08',
  '\u202e\u2066\u200f\u061c\ufeff bidi',
  '\u{e0041}\u{e007f} tags \u00ad\u034f\u115f',
].slice(0, 30)

const OURS = /\x1b\[(?:\?(?:7|25|1004|1049|2004|2026)[hl]|\d+;\d+H|\d*G|[HK]|2J|[0-9;]*m)/g

function expectClean(raw: string, osc: readonly string[]) {
  expect(osc).toEqual([])
  expect(raw.match(OURS)?.filter(sequence => sequence.includes('7331'))).toEqual([])
  expect(raw.split('\x1b[2J').length).toBeLessThanOrEqual(2)
  const rest = raw.replace(OURS, '')
  expect(
    /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u.exec(
      rest,
    )?.[0],
  ).toBe(undefined)
}

/** What can stand in a name on a disk or in an argument. */
const forPath = (text: string) => text.replace(/[\0/]/g, '')
const all = hostile.join(' ')

const persona = (id: string, at: number) =>
  [
    '---',
    `name: ${id}-perspective`,
    'description: x',
    'roundtable:',
    `  display_name: ${JSON.stringify(`名${id}${hostile.slice(at, at + 4).join('')}`)}`,
    `  aliases: [${JSON.stringify(`别${id}${hostile.slice(at + 4, at + 9).join('')}`)}, ${id}]`,
    `  title: ${JSON.stringify(`衔${hostile.slice(at + 9, at + 15).join('')}`)}`,
    `  avatar: ${JSON.stringify(hostile[at])}`,
    `  color: ${JSON.stringify(hostile[at + 1])}`,
    '  lang: zh',
    '---',
    `# ${id}`,
    '',
    '## 身份',
    '- 我是一个人。',
    '',
  ].join('\n')

function hostilePlace(finished: (act: () => void) => void) {
  const place = placeForTest(finished)
  place.write('.claude/skills/aa-perspective/SKILL.md', persona('aa', 0))
  place.write('.claude/skills/bb-perspective/SKILL.md', persona('bb', 15))
  // Files that are no seats, with names of their own and reasons that quote them.
  for (const [at, text] of hostile.entries())
    place.write(`.claude/skills/${at}${forPath(text).slice(0, 60)}-perspective/SKILL.md`, `---\nname: [${text}\n---\n`)
  const script = `s${forPath(hostile.slice(10, 16).join(''))}.json`
  place.write(
    script,
    JSON.stringify({
      turns: [
        {text: hostile.slice(0, 15).join('\n\n'), chunk: 3, everyMs: 5},
        {text: hostile.slice(15).join(' '), chunk: 1, everyMs: 5},
        {text: '说到一半', fail: {code: 'unknown', message: all, hint: all, retryable: true}},
      ],
      default: {text: `\`\`\`\n${all}\n\`\`\`\n| ${hostile.slice(0, 3).join(' | ')} |\n|---|---|---|\n> ${hostile[4]}`},
    }),
  )
  return {place, script}
}

describe('thirty hostile texts', {concurrent: true, timeout: 4 * PATIENCE}, () => {
  test('there are thirty, and what they would leave is noticed', () => {
    expect(new Set(hostile).size).toBe(30)
    for (const text of ['\x1b[7331m', '\x1b[7331;1H', '\x9b1m', 'a\bb', '\u202e', '\x1b[?1047h']) {
      expect(() => expectClean(text, [])).toThrow()
    }
  })

  test.for([
    {columns: 80, rows: 24},
    {columns: 120, rows: 40},
  ])(
    'in speeches, names, topic, words, faults, script and folder, and in the records after them (%o)',
    async (size, {onTestFinished: finished}) => {
      const {place, script} = hostilePlace(finished)
      const out = `out${forPath(hostile.slice(20, 24).join(''))}`
      mkdirSync(join(place.cwd, out))
      const t = openRoom(
        [
          'meet',
          '--topic',
          `题${forPath(all)}`,
          '--with',
          'aa,bb',
          '--rounds',
          '1',
          '--provider',
          `script:${script}`,
          '--out',
          out,
        ],
        {place, finished, ...size},
      )
      await t.see(/Enter 继续/)
      t.paste(`插话${all}`)
      await t.see(/reset[\s\S]*Enter 发送/)
      t.type('\r')
      await t.see(/待送|已送达/)
      t.type('\r')
      await t.see(/1 重试[\s\S]*3 跳过/)
      t.type('\x06')
      await t.still()
      t.type('\x06')
      await t.still()
      t.type('3')
      await t.see(/进入结语环节/)
      t.type('\x12')
      await t.see(/ \/ 找什么/)
      t.paste(all.slice(0, 60))
      await t.still()
      t.type('\x1b')
      await t.see(/Enter 继续/)
      t.type('/跳过结语\r')
      await t.see(/v 查看.*q 退出/)
      t.type('v')
      for (const name of ['transcript', 'summary', 'outline']) {
        await t.see(new RegExp(`^ ${name}\\.md`))
        t.type('\x1b[6~')
        await t.still()
        t.type('\t')
      }
      t.type('qq')
      await t.waitExit(PATIENCE)
      expectClean(t.raw(), t.osc)
      expect(readdirSync(join(place.cwd, out))).toHaveLength(1)
    },
  )

  test('in the wizard: persons, files that are none, line-ups, unfinished meetings, and what is pasted', async ({
    onTestFinished: finished,
  }) => {
    const {place, script} = hostilePlace(finished)
    place.write(
      '../home/config.json',
      JSON.stringify({
        provider: `script:${script}`,
        lineups: hostile.map(text => ({name: text, ids: ['aa-perspective', text]})),
      }),
    )
    const first = openRoom(
      ['meet', '--topic', `题${forPath(all)}`, '--with', names, '--rounds', '1', '--provider', `script:${script}`],
      {place, finished},
    )
    await first.see(/Enter 继续/)
    process.kill(first.pid, 'SIGTERM')
    expect(await first.waitExit(PATIENCE)).toMatchObject({exitCode: 143})
    expectClean(first.raw(), first.osc)

    const t = openRoom([], {place, finished, columns: 100, rows: 30})
    await t.see(/Ctrl\+R 接着开/)
    t.paste(all)
    await t.see(/\[粘贴|清屏/)
    t.type('\r')
    await t.see(/› 模式/)
    t.type('\r')
    await t.see(/› 与会者/)
    t.type('\x10')
    await t.see(/没能用上的文件/)
    for (let page = 0; page < 4; page++) {
      t.type('\x1b[6~')
      await t.still(200)
    }
    t.type('\x10\x0f')
    await t.see(/用哪个阵容/)
    t.type('\x1b[6~\x1b[6~')
    await t.still(200)
    t.type('\x1b')
    await t.see(/› 与会者 {2}输入名字/)
    t.type('名aa')
    await t.see(/› ○ .*名aa/)
    t.type(' \x15')
    t.type('名bb ')
    await t.see(/◉ 2/)
    t.type('\r')
    await t.see(/› 轮次/)
    t.type('\r')
    await t.see(/› 开始/)
    t.type('\x03')
    expect(await t.waitExit(PATIENCE)).toMatchObject({exitCode: 0})
    expectClean(t.raw(), t.osc)
  })
})
