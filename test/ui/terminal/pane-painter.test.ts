import {describe, expect, test} from 'vitest'
import {textWidth} from '../../../source/core/width.ts'
import {makePane} from '../../../source/ui/terminal/pane-painter.ts'
import {dice} from '../../harness/dice.ts'

const bare = (row: string) => row.replace(/\x1b\[[0-9;]*m/g, '')
const speech = (lines: number, name = 's') => Array.from({length: lines}, (_, at) => `${name}${at}`).join('\n')

function paneWith(id: string, text: string, pieces = 7) {
  const pane = makePane('ansi16')
  pane.open({id, format: 'markdown'})
  for (let at = 0; at < text.length; at += pieces) pane.append(id, text.slice(at, at + pieces))
  return pane
}
const shown = (pane: ReturnType<typeof makePane>, width: number, height: number) =>
  pane.rows(width, height).map(row => bare(row).trimEnd())

describe('pane', () => {
  test('follows the bottom', () => {
    expect(shown(paneWith('a', speech(50)), 20, 3)).toEqual(['s47', 's48', 's49'])
  })

  test('what streams in pieces looks as what comes whole, live and finished', () => {
    const roll = dice(51)
    const parts = [
      '# 标题\n',
      '- 甲\n',
      '\n',
      '\n\n',
      '**强**调',
      '`code`',
      '```\nx\n```\n',
      '| a | b |\n|---|---|\n| c | d |\n',
      '实践，',
      'word ',
      '👩‍👩‍👧‍👦',
      '\n',
      'x'.repeat(2100),
      '句子。'.repeat(800),
      '\r\n',
      '\x1b]0;t\x07',
    ]
    for (let i = 0; i < 120; i++) {
      const text = Array.from({length: 1 + roll(14)}, () => parts[roll(parts.length)]).join('')
      const width = 10 + roll(60)
      const streamed = paneWith('a', text, 1 + roll(30))
      const whole = paneWith('a', text, text.length)
      expect(streamed.rows(width, 60)).toEqual(whole.rows(width, 60))
      streamed.close('a')
      whole.close('a', text)
      expect(streamed.rows(width, 60)).toEqual(whole.rows(width, 60))
      for (const row of streamed.rows(width, 60)) expect(textWidth(bare(row))).toBe(width)
    }
  })

  test('the canonical text wins over the deltas', () => {
    const pane = paneWith('a', 'draft')
    pane.close('a', 'the **whole** speech')
    expect(shown(pane, 30, 1)).toEqual(['the whole speech'])
  })

  test('text being read stays put under 600 deltas, and the new lines are counted', () => {
    const pane = paneWith('a', speech(200))
    pane.rows(20, 10)
    pane.scroll(-10)
    pane.scroll(-10)
    const before = shown(pane, 20, 10)
    expect(before[0]).toBe('s170')
    for (let i = 0; i < 600; i++) pane.append('a', i % 2 === 0 ? '\nnew ' : 'text')
    expect(shown(pane, 20, 10)).toEqual(before)
    expect(pane.status()).toEqual({following: false, newLines: 300})
    pane.scroll(10)
    pane.rows(20, 10)
    expect(pane.status().newLines).toBe(300)
    pane.scroll(100)
    pane.rows(20, 10)
    expect(pane.status().newLines).toBe(300 - 90)
    pane.toBottom()
    expect(pane.status()).toEqual({following: true, newLines: 0})
    expect(shown(pane, 20, 1)).toEqual(['new text'])
  })

  test('a change of width keeps the words that were read at the top', () => {
    // Every character stands once, so that the place is told by the character.
    const text = Array.from({length: 80}, (_, at) =>
      Array.from({length: 50}, (_, i) => String.fromCharCode(0x4e00 + at * 50 + i)).join(''),
    ).join('\n')
    const pane = paneWith('a', text)
    pane.rows(60, 12)
    pane.scroll(-40)
    const top = shown(pane, 60, 12)[0] ?? ''
    for (const width of [31, 17, 90, 24, 60]) {
      const line = shown(pane, width, 12)[0] ?? ''
      expect(line).toContain(top.charAt(0))
    }
    expect(shown(pane, 60, 12)[0]).toBe(top)
  })

  test('scrolling up by single lines reaches every line once, through heads, tables, code and marks', () => {
    const pane = makePane('none')
    const table = '| a | b |\n|---|---|\n| c | d |\n| e | f |\n'
    for (const id of ['a', 'b', 'c']) {
      pane.open({
        id,
        format: 'markdown',
        head: [[{text: `head ${id}`}], [{text: `under ${id}`}]],
        gap: 1,
        prefix: {text: '▌'},
        tailMark: {text: '▍'},
      })
      pane.append(id, `one ${id}\n\n${table}\n\`\`\`\nx\ny\n\`\`\`\n- item that wraps over more than one line`)
      if (id !== 'c') pane.close(id)
    }
    const all = pane.rows(20, 100)
    const lines = all.slice(0, all.findLastIndex(row => row.trim() !== '') + 1)
    const seen = [...pane.rows(20, 4)]
    for (let i = 0; i < lines.length - 4; i++) {
      pane.scroll(-1)
      seen.unshift(pane.rows(20, 4)[0] ?? '')
    }
    expect(seen).toEqual(lines)
    for (let i = 0; i < lines.length - 4; i++) pane.scroll(1)
    expect(pane.status().following).toBe(true)
  })

  test('hostile text is plain text inside its own rows', () => {
    const pane = makePane('none')
    pane.open({id: 'a', format: 'markdown'})
    for (const delta of [
      'A\x1b]0;PWN\x07B',
      '\x1b]52;c;cHdu',
      'ZWQ=\x07C',
      '\x1b[2J\x1b[5;5HX',
      '\r覆盖',
      '\u202Egnp',
      '\ud83d',
      '\ude00',
    ])
      pane.append('a', delta)
    expect(shown(pane, 30, 3)).toEqual(['ABCX', '覆盖‹U+202E›gnp😀', ''])
  })

  test('words of the person stand to the right, chair lines in the middle', () => {
    const pane = makePane('none')
    pane.open({id: 'c', format: 'plain', align: 'center'})
    pane.append('c', '第 1 轮')
    pane.close('c')
    pane.open({id: 'u', format: 'plain', align: 'right'})
    pane.append('u', '我问')
    pane.close('u')
    expect(pane.rows(11, 2)).toEqual(['  第 1 轮  ', '       我问'])
  })

  test('what is withdrawn is gone', () => {
    const pane = paneWith('a', 'one')
    pane.open({id: 'b', format: 'plain'})
    pane.append('b', 'two')
    pane.remove('a')
    expect(shown(pane, 10, 2)).toEqual(['two', ''])
  })

  test('a frame costs the same after two hundred lines and after a hundred thousand', () => {
    const cost = (lines: number) => {
      const pane = makePane('ansi16')
      for (let at = 0; at < lines; at += 10) {
        pane.open({id: `${at}`, format: 'markdown'})
        pane.append(`${at}`, speech(10, '这是一行历史，'))
        pane.close(`${at}`)
      }
      pane.open({id: 'live', format: 'markdown'})
      pane.rows(60, 20)
      const started = performance.now()
      for (let i = 0; i < 400; i++) {
        pane.append('live', i % 10 === 9 ? '又说完一句。\n' : '又说，')
        pane.rows(60, 20)
        pane.status()
      }
      return performance.now() - started
    }
    cost(200)
    const small = Math.min(cost(200), cost(200), cost(200))
    const large = Math.min(cost(100_000), cost(100_000))
    expect(large).toBeLessThan(small * 3 + 100)
  })
})
