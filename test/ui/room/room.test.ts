import {afterEach, describe, expect, test} from 'vitest'
import {contentFor} from './content.ts'
import {openRoom, type Shown, type StateOptions} from './states.ts'

const content = contentFor('zh')
const turn = (at: number, more = {}) => ({
  who: content.seats[at]?.id ?? '',
  text: content.speeches[at] ?? '',
  everyMs: 10,
  chunk: 12,
  ...more,
})
const openings = [turn(0), turn(1), turn(2)]

let shown: Shown
afterEach(() => shown.glass.app.close())

async function open(options: StateOptions = {}) {
  shown = openRoom({columns: 100, rows: 30, ...options})
  await shown.live.clock.advance(1)
  await shown.glass.settle()
  return shown
}

async function atPause(options: StateOptions = {}) {
  await open({...options, live: {turns: openings, ...options.live}})
  await shown.live.until('the pause', () => shown.live.waiting()?.for === 'word')
  await shown.glass.settle()
  return shown
}

const type = (text: string) => shown.glass.type(text)
const said = () => shown.live.log().flatMap(event => (event.type === 'user.said' ? [[event.text, event.wish]] : []))
const ended = async () => {
  await shown.live.until('the end', () => shown.live.state().outcome !== undefined)
  await shown.live.done
  await shown.glass.settle()
}

describe('words and wishes', () => {
  test('an empty Enter goes on at a pause, and does nothing while a seat speaks', async () => {
    await open()
    await type('\r')
    expect(said()).toEqual([])
    shown.glass.app.close()
    await atPause()
    await type('\r')
    expect(said()).toEqual([['', 'continue']])
  })

  test('what is typed while a seat speaks is said at once, shown as due, and the field is empty', async () => {
    await open()
    await type(content.word)
    await type('\r')
    expect(said()).toEqual([[content.word, undefined]])
    expect(shown.glass.text()).toMatch(/你 +我补充一个问题：外包公司怎么办？ +待送 马克思、毛泽东、鲁迅/)
    expect(shown.glass.text()).toContain('› 随时插话')
  })

  test.each([
    ['继续', 'continue'],
    ['结束会议', 'conclude'],
    ['/再来一轮', 'more'],
    ['/focus', 'remind'],
    ['one more round', 'more'],
  ])('%s is understood as it is typed', async (line, wish) => {
    await atPause()
    await type(line)
    await type('\r')
    expect(said()).toEqual([[line, wish]])
  })

  test('a slip is asked back and stays in the field', async () => {
    await atPause()
    await type('/结速会议')
    await type('\r')
    expect(said()).toEqual([])
    expect(shown.glass.text()).toMatch(/没有「\/结速会议」这个命令。是不是 \/结束会议/)
    expect(shown.glass.text()).toContain('› /结速会议')
  })

  test('↑ takes the newest undelivered words back to be changed; what was handed over cannot be', async () => {
    await atPause()
    for (const line of ['第一句', '第二句']) {
      await type(line)
      await type('\r')
    }
    await type('\x1b[A')
    expect(shown.glass.text()).toContain('› 第二句')
    expect(shown.live.count('user.withdrew')).toBe(1)
    await type('改了\r')
    expect(said().map(([text]) => text)).toEqual(['第一句', '第二句', '第二句改了'])
    await type('\r')
    await shown.live.until('a hearer', () => shown.live.count('turn.finished') > 3)
    await shown.glass.settle()
    await type('\x1b[A')
    expect(shown.live.count('user.withdrew')).toBe(1)
  })

  test('/撤回 withdraws, and says when there is nothing', async () => {
    await atPause()
    await type('一句\r')
    await type('/撤回')
    await type('\r')
    expect(shown.live.count('user.withdrew')).toBe(1)
    expect(shown.glass.text()).toContain('已撤回')
    await type('撤回\r')
    expect(shown.glass.text()).toContain('没有还未送出的话可撤回')
  })

  test('a long paste is a chip and is said whole', async () => {
    await atPause()
    await shown.glass.paste(Array.from({length: 40}, (_, at) => `行${at}`).join('\n'))
    expect(shown.glass.text()).toMatch(/› \[粘贴 40 行 \d+ 字\]/)
    await type('\r')
    expect(said()[0]?.[0]).toContain('行39')
  })

  test('keys and Enter in one write, as an input method sends them, are said', async () => {
    await open()
    await type('你好hello\r')
    expect(said()).toEqual([['你好hello', undefined]])
  })
})

describe('what can be done', () => {
  test('/ opens the palette; it filters, completes and runs', async () => {
    await atPause()
    await type('/')
    expect(shown.glass.text()).toMatch(/\/继续.*停顿时进入下一步/)
    await type('mu')
    expect(shown.glass.text()).toMatch(/› \/静音 +\/mute/)
    await type('\t')
    expect(shown.glass.text()).toContain('› /静音 ')
    await type('毛\r')
    expect(shown.live.log().at(-1)).toMatchObject({type: 'seat.muted', who: 'mao'})
    expect(shown.glass.text()).toContain('毛泽东 的下一次发言将略过')
    expect(shown.glass.text()).toMatch(/毛泽东.*静音/)
  })

  test('? shows every key and command while nothing is written, and is a character otherwise', async () => {
    await atPause({rows: 60})
    await type('?')
    expect(shown.glass.text()).toMatch(/命令（直接打字/)
    expect(shown.glass.text()).toMatch(/Ctrl\+F +在分窗和流之间切换/)
    await type('\x1b')
    await shown.glass.settle()
    await type('真的?')
    expect(shown.glass.text()).toContain('› 真的?')
  })

  test('Tab chooses a pane; y copies what it shows; typing goes back to the field', async () => {
    await atPause()
    await type('\t\t')
    expect(shown.glass.text()).toMatch(/█ 毛泽东/)
    await type('y')
    expect(shown.glass.copied).toEqual([content.speeches[1]])
    expect(shown.glass.text()).toContain('已把 毛泽东 的发言')
    await type('再问')
    expect(shown.glass.text()).toContain('› 再问')
    expect(shown.glass.text()).not.toContain('█')
  })

  test('nothing reaches the clipboard but on the person’s act', async () => {
    await atPause()
    expect(shown.glass.copied).toEqual([])
    await type('/复制')
    await type('\r')
    expect(shown.glass.copied).toEqual([content.speeches[2]])
  })

  test('the bell rings at a pause only when it was asked for', async () => {
    await atPause()
    expect(shown.glass.bells()).toBe(0)
    await type('/响铃\r')
    expect(shown.glass.bells()).toBe(1)
    await type('\r')
    await shown.live.until('the next pause', () => shown.live.count('turn.finished') === 6 && shown.live.waiting() !== undefined)
    await shown.glass.settle()
    expect(shown.glass.bells()).toBe(2)
  })

  test('search finds, moves and shows where it is, and Esc gives the draft back', async () => {
    await atPause()
    await type('草稿')
    await type('\x12')
    await type('机器')
    expect(shown.glass.text()).toMatch(/\/ 机器 +第 (\d+) 处 \/ 共 \1 处/)
    const [, count = '0'] = /共 (\d+) 处/.exec(shown.glass.text()) ?? []
    await type('\r')
    expect(shown.glass.text()).toContain(`第 1 处 / 共 ${count} 处`)
    await type('n')
    expect(shown.glass.text()).toContain(`第 2 处 / 共 ${count} 处`)
    await type('N')
    expect(shown.glass.text()).toContain(`第 1 处 / 共 ${count} 处`)
    expect(shown.glass.cells().some(row => row.some(({text, look}) => text === '机' && look.startsWith('00001')))).toBe(true)
    await type('\x1b')
    await shown.glass.settle()
    expect(shown.glass.text()).toContain('› 草稿')
  })

  test('a speech is given again at a pause, and both takes can be read', async () => {
    await atPause()
    await type('/重说\r')
    await shown.live.until('the second take', () => shown.live.count('turn.finished') === 4)
    await shown.glass.settle()
    expect(shown.glass.text()).toMatch(/开场发言 · 第 2 次 +2\/2/)
    await type('\x06')
    expect(shown.glass.text()).toContain('鲁迅 重说一遍，两遍都留在记录里')
  })

  test('/跳过 cuts whoever speaks', async () => {
    await open()
    await type('跳过\r')
    await shown.live.clock.advance(10)
    expect(shown.live.log().some(event => event.type === 'turn.skipped' && event.who === 'marx')).toBe(true)
  })
})

describe('a fault', () => {
  const fail = {code: 'timeout', message: 'no word', hint: 'codex login', retryable: true}
  const broken = async () => {
    await open({live: {turns: [turn(0, {text: '半句', fail}), turn(0)]}})
    await shown.live.until('the fault', () => shown.live.waiting()?.for === 'choice')
    await shown.glass.settle()
  }

  test('is a panel in the pane of the seat: what, what it means, what can be done', async () => {
    await broken()
    for (const part of ['等得太久 · no word', 'codex login', '会议停在这里', '1 重试 · 2 换声 · 3 跳过 · 4 结束会议']) {
      expect(shown.glass.text()).toContain(part)
    }
    expect(shown.glass.text()).toMatch(/马克思.*出错/)
  })

  test('1 tries again, with the word in the record', async () => {
    await broken()
    await type('1')
    expect(said()).toEqual([['重试', 'retry']])
    await shown.live.until('the speech', () => shown.live.count('turn.finished') === 1)
  })

  test('2 offers other voices; ↓ and Enter in one write take the second', async () => {
    await broken()
    await type('2')
    expect(shown.glass.text()).toContain('马克思 换用哪个声音')
    await type('\x1b[B\r')
    for (let turns = 0; turns < 5; turns++) await shown.glass.settle()
    expect(shown.live.log().findLast(event => event.type === 'seat.changed')).toMatchObject({who: 'marx', provider: 'rehearsal'})
  })

  test('a number inside a sentence is only a number', async () => {
    await broken()
    await type('第')
    await type('3')
    expect(said()).toEqual([])
    expect(shown.glass.text()).toContain('› 第3')
  })
})

describe('reading back', () => {
  test('the flow stays where it is read, tells how much is new, and End follows again', async () => {
    const many = Array.from({length: 80}, (_, at) => `第 ${at} 段，说的是同一件事。`).join('\n\n')
    await open({columns: 80, rows: 24, live: {turns: [turn(0, {text: many, chunk: 20})]}})
    await shown.live.until('much text', () => [...shown.live.state().live.values()].some(one => one.text.length > 700))
    await shown.glass.settle()
    await type('\x1b[5~\x1b[5~')
    const read = shown.glass.text().split('\n').slice(2, 18)
    await shown.live.clock.advance(200)
    await shown.glass.settle()
    await type('\x0c')
    expect(shown.glass.text().split('\n').slice(2, 18)).toEqual(read)
    expect(shown.glass.text()).toMatch(/下面有 \d+ 行新的/)
    await type('\x1b[F')
    expect(shown.glass.text()).not.toMatch(/行新的/)
  })

  test('a finished pane shows its newest speech from the top; PgUp turns to the one before', async () => {
    await atPause({columns: 120, rows: 20})
    await type('\r')
    await shown.live.until('the next pause', () => shown.live.count('turn.finished') === 6 && shown.live.waiting() !== undefined)
    await shown.glass.settle()
    expect(shown.glass.text().split('\n')[4]).toMatch(/第 1 轮.*2\/2/)
    await type('\t')
    await type('\x1b[5~')
    expect(shown.glass.text().split('\n')[4]).toMatch(/开场发言 .*1\/2/)
    expect(shown.glass.text()).toContain('有新的发言')
    await type('\x1b[F')
    expect(shown.glass.text().split('\n')[4]).toMatch(/第 1 轮.*2\/2/)
  })
})

describe('leaving', () => {
  test('Ctrl+C asks, Esc stays, a second Ctrl+C pauses and leaves', async () => {
    await open()
    await type('\x03')
    expect(shown.glass.text()).toMatch(/离开会议？[\s\S]*暂停离开[\s\S]*现在结束[\s\S]*留下/)
    await type('\x1b')
    await shown.glass.settle()
    expect(shown.glass.text()).not.toContain('离开会议？')
    await type('\x03\x03')
    expect(await shown.live.done).toMatchObject({how: 'paused', why: 'left'})
    expect(await shown.result).toEqual({kind: 'quit', why: 'paused'})
  })

  test('现在结束 writes the records at once; then v reads, Tab turns, / searches, n opens another', async () => {
    await atPause()
    await type('\x032')
    await ended()
    expect(shown.glass.text()).toMatch(/会议结束[\s\S]*transcript\.md {2}summary\.md {2}outline\.md[\s\S]*v 查看/)
    await type('v')
    expect(shown.glass.text()).toMatch(/^ transcript\.md +1\/3/)
    await type('\t')
    expect(shown.glass.text()).toMatch(/^ summary\.md +2\/3/)
    await type('\x12')
    await type('line 55\r')
    expect(shown.glass.text()).toContain('line 55')
    await type('\x1b')
    await shown.glass.settle()
    await type('\x1b')
    await shown.glass.settle()
    await type('n')
    expect(await shown.result).toEqual({kind: 'again'})
  })
})

describe('voices of other kinds', () => {
  test('while a reply is due the relay’s path is shown, and what is pasted is handed back', async () => {
    await open({live: {provider: 'manual'}})
    await shown.live.until('the desk', () => shown.live.pasting() !== undefined)
    await shown.glass.tick()
    expect(shown.glass.text()).toMatch(/马克思 由你代言[\s\S]*relays\/marx\.md[\s\S]*▸ 把 马克思 的回复粘贴在这里/)
    await type('\x1b')
    await shown.glass.settle()
    await type('一句插话\r')
    expect(said()).toEqual([['一句插话', undefined]])
    await type('\x1b')
    await shown.glass.settle()
    await shown.glass.paste('贴回来的话')
    await type('\r')
    await shown.live.until('the speech', () => shown.live.count('turn.finished') === 1)
    await shown.glass.settle()
    expect(shown.live.log().findLast(event => event.type === 'turn.finished')).toMatchObject({text: '贴回来的话'})
  })

  test('the recorder’s data is readable text while it streams, in both views, and a rehearsal says so throughout', async () => {
    const turns = [...openings, {who: 'recorder', text: content.minutes, everyMs: 50, chunk: 6}]
    await atPause({live: {turns, meeting: {recorder: {provider: 'script:demo.json'}, rehearsal: true}}})
    expect(shown.glass.text()).toContain('排练稿')
    await type('跳过结语\r')
    for (let step = 0; step < 30 && !shown.live.state().outcome; step++) {
      await shown.live.clock.advance(50)
      await type('\x06')
      expect(shown.glass.text()).not.toMatch(/[{}]|"views"|cites/)
      expect(shown.glass.text()).toContain('排练（无模型）')
      if (step === 10) expect(shown.glass.text()).toMatch(/正在整理记录/)
    }
    await ended()
    expect(shown.glass.text()).toContain('排练（无模型）')
  })
})

test('a window too small keeps the draft and takes no keys', async () => {
  await atPause()
  await type('草稿')
  await shown.glass.resize(20, 6)
  await type('丢失\r')
  expect(shown.glass.text()).toContain('窗口太小')
  await shown.glass.resize(80, 24)
  expect(shown.glass.text()).toContain('› 草稿')
  expect(said()).toEqual([])
})
