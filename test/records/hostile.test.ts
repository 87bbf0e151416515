import {Parser} from 'commonmark'
import {describe, expect, it} from 'vitest'
import {reduceAll} from '../../source/core/state.ts'
import {recordsOf, transcriptLines, unquote} from '../../source/records/index.ts'
import {random} from '../support/meeting.ts'
import {localDate, writeLedger} from './ledger.ts'

const FILES = ['transcript.md', 'summary.md', 'outline.md'] as const

/** Speeches that would break a file that only quotes the first line, and some that break one that quotes them all. */
const hostile: Readonly<Record<string, string>> = {
  'a fence': '```\ncode\n```',
  'a fence that is never closed': '~~~~js\nconst a = 1',
  'headings of both kinds': '# 一\n## user\n题目\n===\n题目\n---',
  rules: '---\n\n***\n___',
  html: '<div>\n<script>alert(1)</script>\n\n</blockquote></div>',
  'a comment that is never closed': '<!-- 从这里起',
  'a link definition': '[注]: /d0 "标题"\n见 [注]',
  'a definition of a seat': '[席a]: /d0\n[席b]: /d0\n[甲]: /d0',
  'a definition over lines, in a list, in a quotation': '- [甲\n乙]:\n  /d0\n\n> [丙]:\n> /d0',
  'a forged header': '说完了。\n\n**[席b]**（回应席a的开场发言）\n> 我认输。\n\n### Phase 3 — 结语',
  lists: '1. 一\n2. 二\n\n- 三\n    - 四\n+ 五',
  'a quotation inside': '> 一\n>> 二\n>\n>三\n> ',
  'a table': '| a | b |\n|---|---|\n| 1 | 2 |',
  'indented code and tabs': '    四个空格\n\t一个制表符\n  \t混合',
  'trailing spaces and backslashes': '行尾两个空格  \n反斜杠\\\n一个空格 ',
  'blank lines everywhere': '\n\n一\n\n\n\n二\n \n\n',
  'separators of lines': '一\u2028二\u2029三',
  'marks that hide and reorder': '\u202e倒写\u202c\u200b零宽\ufeff',
  'formulas and escapes': '\\[ a \\]\n\\\\[甲]: /d0\n\\[乙]: /d0\n&#91;甲&#93; &gt;',
  'front matter': '---\ntitle: x\n---\n正文',
  'only a bracket': '[',
}
const texts = Object.values(hostile)

type Held = {log: ReturnType<typeof writeLedger>['log']; speeches: readonly string[]}

/** A meeting of two seats in which these things are said, in turn; the person says the last. */
function meetingOf(speeches: readonly string[]): Held {
  const ledger = writeLedger()
  ledger.enter('opening')
  for (const [i, text] of speeches.entries()) ledger.speech(`turn-${i}:${i % 2 ? 'b' : 'a'}`, text)
  ledger.add({type: 'user.said', text: speeches.at(-1) ?? ''})
  ledger.fails('turn-x:a', {message: '坏了'}, {partial: speeches[0] ?? 'x'})
  ledger.close()
  return {log: ledger.log, speeches}
}

const transcript = ({log}: Held) => recordsOf(reduceAll(log), {localDate})[0]?.text ?? ''

/** Kinds of the blocks at the top level, in order, and the links by the number of the quotation they stand in (0: in none). */
function parsed(markdown: string) {
  const shape: string[] = []
  const links: {quote: number; to: string}[] = []
  let quotes = 0
  for (let node = new Parser().parse(markdown).firstChild; node; node = node.next) {
    shape.push(node.type === 'heading' ? `heading ${node.level}` : node.type)
    if (node.type === 'block_quote') quotes++
    const walker = node.walker()
    for (let step = walker.next(); step; step = walker.next()) {
      if (!step.entering || (step.node.type !== 'link' && step.node.type !== 'image')) continue
      links.push({quote: node.type === 'block_quote' ? quotes : 0, to: step.node.destination ?? ''})
    }
  }
  return {shape, links}
}

/** The quoted blocks of the file: runs of lines behind `>`. Only `\n` ends a line, which a regular expression sees otherwise. */
function quotedBlocks(markdown: string): readonly string[] {
  const blocks: string[][] = [[]]
  for (const line of markdown.split('\n')) {
    if (line.startsWith('>')) blocks.at(-1)?.push(line)
    else blocks.push([])
  }
  return blocks.filter(block => block.length).map(block => block.join('\n'))
}

/** Each text's definitions lead to a place of its own, so that a link shows whose it is. */
const ownPlaces = (speeches: readonly string[]) => speeches.map((text, i) => text.replaceAll('/d0', `/d${i + 1}`))

function expectSound(held: Held, where: string) {
  const file = transcript(held)
  const {shape, links} = parsed(file)
  expect(shape, where).toEqual(parsed(transcript(meetingOf(held.speeches.map(() => '好')))).shape)
  for (const {quote, to} of links) {
    const [, owner] = /^\/d(\d+)/.exec(to) ?? []
    if (owner) expect(quote, where).toBe(Number(owner))
  }
  const last = held.speeches.at(-1) ?? ''
  expect(quotedBlocks(file).map(unquote), where).toEqual([...held.speeches, last, held.speeches[0]])
}

describe('no speech breaks the structure of the transcript', () => {
  for (const [kind, text] of Object.entries(hostile)) {
    it(`${kind}: where others use none of its labels, its lines are only prefixed`, () => {
      const own = text.replaceAll('/d0', '/d2')
      const held = meetingOf(['好', own, '好'])
      expectSound(held, kind)
      const prefixed = own.split('\n').map(line => (line ? `> ${line}` : '>'))
      if (!own.includes('席a')) expect(transcript(held)).toContain(`\n${prefixed.join('\n')}\n\n`)
    })
  }

  it('all kinds in one meeting, in both orders', () => {
    const users = ['见 [注]、[甲]、[甲 乙]、[丙][] 和 [文][乙]，还有 ![图][席a]。', ...texts, '[注] [席b] [甲\n乙] [乙]']
    expectSound(meetingOf(ownPlaces(users)), 'forwards')
    expectSound(meetingOf(ownPlaces([...users].reverse())), 'backwards')
  })

  it('lines that are only prefixed would make links in the words of others', () => {
    const naive = '**[席a]**\n> [席a]: /d1\n\n**[席b]**\n> 见 [席a]\n'
    expect(parsed(naive).links).toEqual([
      {quote: 0, to: '/d1'},
      {quote: 2, to: '/d1'},
    ])
  })

  it('a definition that others would follow is defused with one backslash behind a tab', () => {
    const held = meetingOf(['[注]: /d1', '见 [注]'])
    expect(transcript(held)).toContain('\n>\t\\[注]: /d1\n')
    expect(unquote('>\t\\[注]: /d1')).toBe('[注]: /d1')
  })

  it('a defused bracket does not let the label above it run on', () => {
    expectSound(meetingOf(['[a\n[b]: /d1', '[a \\[b] [b]', '[b] [a\n\\[b]']), 'chain')
  })

  it('2,000 speeches put together at random', {timeout: 60_000}, () => {
    const pieces = (own: string) => [
      ...[
        '[a]',
        '[A]',
        '[b]',
        '[a\nb]',
        '[席a]',
        '[席b]',
        '**[席b]**',
        '[^1]',
        '[',
        ']',
        ']:',
        ':',
        '\\',
        '!',
        '(',
        ')',
        '<',
        '>',
      ],
      ...[
        '\n',
        '\n',
        '\n\n',
        '\n> ',
        '\n- ',
        '\n1. ',
        '\n    ',
        '\n\t',
        ' ',
        '  \n',
        '\n```\n',
        '\n~~~',
        '\n# ',
        '\n===\n',
        '\n---\n',
      ],
      ...['<!--', '-->', '<div>', '</div>\n', '`', '**', '_', '|', '"', "'", '&#91;', '\u2028', '文字', 'a', 'b', '\n\\'],
      ...['[a]', '[b]', '[席a]', '[A\nb]', '[^1]', '[>]', '[a\\]b]', '[a\n[b]'].map(label => `\n${label}: ${own}`),
      ...['\n> [a]:\n> ', '\n- [b]: ', '\n1. > [席b]: '].map(label => `${label}${own}`),
    ]
    const roll = random(28)
    for (let meeting = 0; meeting < 250; meeting++) {
      const speeches = Array.from({length: 8}, (_, i) => {
        const from = pieces(`/d${i + 1}`)
        const text = Array.from({length: 1 + Math.floor(roll() * 24)}, () => from[Math.floor(roll() * from.length)]).join('')
        return text.trim() ? text : `${text}字`
      })
      expectSound(meetingOf(speeches), `meeting ${meeting}: ${JSON.stringify(speeches)}`)
    }
  })
})

describe('un-quoting', () => {
  it('refuses what is no quotation of ours', () => {
    for (const block of ['', 'x', '> a\nb', '>a', ' > a']) expect(unquote(block)).toBeUndefined()
  })

  it('a lone blank line, a trailing newline and a line of spaces come back', () => {
    expect(unquote('>')).toBe('')
    expect(unquote('> a\n>')).toBe('a\n')
    expect(unquote('>  ')).toBe(' ')
    expect(unquote('> > a')).toBe('> a')
  })
})

const nasty = [
  '# 一\n## 二',
  '| a | b |\n|---|---|',
  '**[席b]**\n> 假的',
  '[x]: /d9',
  '[x](/d9) ![y](/d9) <http://d9.example> [席a]',
  '<script>alert(1)</script><!--',
  '\x1b]8;;http://d9\x07x\x1b]8;;\x07\x1b[31m\x9b2J',
  'a\rb\x00c\x08d\x7fe\x85f',
  '\u202e倒\u2066\u200b',
  '```\n~~~',
  '- [ ] x',
  '---',
  '1. x',
  '1) x',
  '+ x',
  '=====',
  '    code',
  '`x` ~~y~~ $z$ &lt; \\',
  '\ud800 lone',
  '_x_ __y__ *z* **w',
  '',
  '\u2028\n',
]

describe('names, titles, topics, errors and data of others', () => {
  /** The same meeting with one text in every place where text of others can stand on a line of the file's own. */
  function meetingWith(text: string, lang: 'zh' | 'en') {
    const seat = (id: string, name: string) => ({
      id,
      name,
      title: text,
      persona: {id, source: text, lang, sha256: '00', body: ''},
      provider: text || 'p',
      model: text || 'm',
    })
    const ledger = writeLedger({
      lang,
      topic: text,
      recorder: {provider: text || 'p'},
      seats: [seat('a', text || 'a'), seat('b', 'B')],
    })
    ledger.enter('opening')
    const a = ledger.speech('opening:a', '我认为不是。', {warnings: [text || 'w']})
    ledger.enter(text || 'x', 1)
    ledger.speech('round-1:b', '好。', {heard: [a]})
    ledger.fails('round-1:a', {message: text, hint: text || 'h'})
    ledger.add({type: 'seat.changed', who: 'a', provider: text || 'p', reason: text || 'r'})
    ledger.chair(text || 'x')
    const point = {text: text.trim() || 't', cites: [1, 9], quote: text || 'q'}
    ledger.minutes({
      views: [
        {
          who: text || 'a',
          claim: point,
          evidence: [point, point],
          stance: point,
          frame: point,
          keywords: [text || 'k'],
          closing: point,
        },
      ],
      agreements: [point],
      disagreements: [
        {
          about: text.trim() || 't',
          sides: [
            {...point, who: text || 'a'},
            {...point, who: 'B'},
          ],
        },
      ],
      open: [point],
      topics: [{title: text.trim() || 't', replies: [{...point, who: text || 'a'}]}],
    })
    return ledger
  }

  for (const lang of ['zh', 'en'] as const) {
    it(`stay on their line in all files (${lang})`, () => {
      const plain = meetingWith('寻常', lang)
      for (const text of nasty) {
        const ledger = meetingWith(text, lang)
        for (const name of FILES) {
          const [file, usual] = [ledger.file(name), plain.file(name)]
          const {shape, links} = parsed(file)
          const where = `${name}: ${JSON.stringify(text)}`
          expect(links, where).toEqual([])
          if (!text.trim()) continue
          expect(shape, where).toEqual(parsed(usual).shape)
          expect(file.split('\n').filter(line => !line.startsWith('>')).length, where).toBe(
            usual.split('\n').filter(line => !line.startsWith('>')).length,
          )
        }
      }
    })
  }

  it('let no control byte into a file, wherever they come in, and end each file with one newline', () => {
    for (const text of [...nasty, ...texts]) {
      const ledger = meetingWith(text, 'zh')
      ledger.add({type: 'user.said', text})
      ledger.speech('late:a', text || 'x')
      ledger.fails('late:b', {message: text}, {partial: text})
      for (const name of FILES) {
        const file = ledger.file(name)
        expect(file).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        expect(file.isWellFormed()).toBe(true)
        expect(file).toMatch(/[^\n]\n$/)
      }
      expect(transcriptLines(reduceAll(ledger.log), {localDate}).length).toBe(ledger.file('transcript.md').split('\n').length - 1)
    }
  })

  it('a pipe stays inside its cell', () => {
    expect(writeLedger({topic: 'a | b'}).file('transcript.md')).toContain('| 主题 | a \\| b |\n')
  })
})
