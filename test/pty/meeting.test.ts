import {describe, expect, test} from 'vitest'
import {ofType} from '../../source/core/state.ts'
import {ledgerOf, onlyMeeting, readIn, runCli} from '../support/cli.ts'
import {isRestored, numbered, openShell, PATIENCE, type Product, placeForTest} from './product.ts'

/** Whole meetings from the first key to the records, by keyboard alone. */

const play = async (t: Product, ...lines: readonly (readonly [see: RegExp, ...type: string[]])[]) => {
  for (const [see, ...types] of lines) {
    await t.see(see)
    for (const text of types) t.type(text)
  }
}

const texts = {
  zh: (n: number) => `第 ${n} 段。${'机器省下的工时归谁，这要看账本。'.repeat(3)}`,
  en: (n: number) => `Part ${n}. ${'Whose are the hours a machine saves? '.repeat(4)}`,
}

/** A place where the usual voice is a script that takes its time. */
function placeWith(finished: (act: () => void) => void, lang: 'zh' | 'en') {
  const place = placeForTest(finished)
  place.write('s.json', JSON.stringify({turns: numbered(texts[lang], {chunk: 2, everyMs: 35})}))
  place.write('../home/config.json', JSON.stringify({provider: 'script:s.json'}))
  return place
}

describe('a whole meeting by keyboard alone', {concurrent: true, timeout: 4 * PATIENCE}, () => {
  test('in Chinese, from the empty wizard to the records', async ({onTestFinished}) => {
    const place = placeWith(onTestFinished, 'zh')
    const t = await openShell({place, finished: onTestFinished})
    const word = '我补充一个问题：外包公司怎么办？'
    await play(
      t,
      [/prompt>/, 'roundtable\r'],
      [/› 议题/, '人工智能会不会取代程序员\r'],
      [/› 模式/, '\r'],
      [/› 与会者/, '教员 ', '\x15', '马克思 '],
      [/◉ 2 马克思/, '\r'],
      [/› 轮次/, '\x7f', '1\r'],
      [/1 轮，共 6 次发言[\s\S]*› 开始/, '\r'],
      // Two writes, as an input method commits them, the second one with its Enter.
      [/第 1 段。机器省下/, '我补充一个问题：', '外包公司怎么办？\r'],
      [/我补充一个问题：外包公司怎么办？ +待送 毛泽东、马克思/],
      [/按 Enter 继续/, '\r'],
      [/第 1 轮讨论结束[\s\S]*按 Enter 继续/, '继续\r'],
      [/会议结束[\s\S]*v 查看.*q 退出/, 'v'],
      [/^ transcript\.md +1\/3/, '\t'],
      [/^ summary\.md +2\/3/, '\t'],
      [/^ outline\.md +3\/3/, 'q'],
      [/v 查看.*q 退出/, 'q'],
      [/code=0/],
    )
    expect(isRestored(t)).toBe(true)
    const folder = onlyMeeting(place)
    const shown = t.history().replace(/\n/g, '')
    for (const name of ['transcript.md', 'summary.md', 'outline.md'])
      expect(shown).toContain(`transcripts/${folder.split('/').at(-1)}/${name}`)
    expect(ofType(ledgerOf(folder), 'user.said').map(({text, wish}) => [text, wish])).toEqual([
      [word, undefined],
      ['', 'continue'],
      ['继续', 'continue'],
    ])
    interjectedWhileSpeaking(folder, word)
    expect(readIn(folder, 'transcript.md')).toContain(word)
    await verified(place, folder)
  })

  test('in English, in panes, from the empty wizard to the records', async ({onTestFinished}) => {
    const place = placeWith(onTestFinished, 'en')
    const t = await openShell({place, lang: 'en', columns: 120, rows: 40, finished: onTestFinished})
    const word = 'And what about outsourcing?'
    await play(
      t,
      [/prompt>/, 'roundtable\r'],
      [/› Topic/, 'Will artificial intelligence replace programmers', '\r'],
      [/› Mode/, '\r'],
      [/› Seats/, 'adam', ' ', '\x15marx '],
      [/◉ 2 \S* ?Karl Marx|◉ 2 \S* ?Marx/, '\r'],
      [/› Rounds/, '\x7f1\r'],
      [/1 round.*6 speeches[\s\S]*› Begin/, '\r'],
      [/Part 1\. Whose are/, 'And what ', 'about outsourcing?\r'],
      [/And what about outsourcing\? +due to/],
      [/Enter to continue/, '\r'],
      [/given to [\s\S]*Enter to continue/, 'continue\r'],
      [/The meeting has ended[\s\S]*v read.*q quit/, 'v'],
      [/Roundtable · Full record/, 'qq'],
      [/code=0/],
    )
    expect(isRestored(t)).toBe(true)
    const folder = onlyMeeting(place)
    const shown = t.history().replace(/\n/g, '')
    for (const name of ['transcript.md', 'summary.md', 'outline.md'])
      expect(shown).toContain(`transcripts/${folder.split('/').at(-1)}/${name}`)
    interjectedWhileSpeaking(folder, word)
    expect(readIn(folder, 'transcript.md')).toContain(word)
    await verified(place, folder)
  })

  test('one sentence and Enters are a rehearsal, and CI draws it too', async ({onTestFinished}) => {
    const place = placeForTest(onTestFinished)
    const t = await openShell({place, env: {CI: 'true'}, finished: onTestFinished})
    await play(
      t,
      [/prompt>/, 'roundtable\r'],
      [/› 议题/, '开个会，让马克思和毛泽东讨论人工智能会不会取代程序员，1 轮\r'],
      [/› 声音/, '\r'],
      [/› 开始/, '\r'],
      [/按 Enter 继续/, '\r'],
      [/第 1 轮讨论结束[\s\S]*按 Enter 继续/, '\r'],
      [/v 查看.*q 退出/, 'q'],
      [/code=0/],
    )
    const folder = onlyMeeting(place)
    expect(readIn(folder, 'transcript.md')).toContain('排练')
    await verified(place, folder)
  })

  test('left with Ctrl+C in the middle, offered by the next wizard, gone on with to the end', async ({onTestFinished}) => {
    const place = placeWith(onTestFinished, 'zh')
    const t = await openShell({place, finished: onTestFinished})
    await play(
      t,
      [/prompt>/, 'roundtable meet --topic 机器与人 --with 马克思,毛泽东 --rounds 1\r'],
      [/第 1 段。机器省下/, '\x03'],
      [/离开会议？/, '1'],
      [/resume[\s\S]*code=3/, 'clear; roundtable\r'],
      [/机器与人[\s\S]*Ctrl\+R 接着开/, '\x12'],
      [/按 Enter 继续/, '结束会议\r'],
      [/v 查看.*q 退出/, '\x03'],
      [/code=0/],
    )
    const folder = onlyMeeting(place)
    // The speech that was broken off is begun anew; none is given twice.
    const said = ofType(ledgerOf(folder), 'turn.finished').map(({text}) => /第 (\d+) 段/.exec(text)?.[1])
    expect(said).toEqual(['1', '2', '3', '4'])
    await verified(place, folder)
  })
})

function interjectedWhileSpeaking(folder: string, word: string) {
  const log = ledgerOf(folder)
  const said = ofType(log, 'user.said').find(({text}) => text === word)?.seq ?? 0
  const speech = ofType(log, 'turn.started').find(({seq, key}) => {
    const end = ofType(log, 'turn.finished').find(event => event.key === key)?.seq ?? 0
    return seq < said && said < end
  })
  expect(speech?.key).toMatch(/^opening/)
  const heard = ofType(log, 'turn.started').filter(event => event.heard.includes(said))
  expect(new Set(heard.map(({who}) => who)).size).toBe(2)
}

async function verified(place: Parameters<typeof onlyMeeting>[0], folder: string) {
  const ran = await runCli(['verify', folder], {place})
  expect(ran.code, ran.stdout).toBe(0)
}
