import {describe, expect, it} from 'vitest'
import {loadPersona} from '../../../source/runtime/personas/load.ts'
import {WILD} from './wild.ts'

const load = (text: string | Uint8Array, path = '/skills/x-perspective/SKILL.md') =>
  loadPersona(typeof text === 'string' ? Buffer.from(text) : text, {kind: 'own', path})
const persona = (text: string | Uint8Array, path?: string) => {
  const loaded = load(text, path)
  if (loaded.kind === 'problem') throw new Error(loaded.problem.code)
  return loaded.persona
}
const codes = (text: string) => {
  const loaded = load(text)
  return loaded.kind === 'problem' ? [loaded.problem.code] : loaded.notes.map(note => note.code)
}

describe('files as they are met in the wild', () => {
  it.each(Object.entries(WILD))('%s loads, or says why not and where', (folder, {bytes, loads, code, line}) => {
    const loaded = load(bytes, `/skills/${folder}/SKILL.md`)
    expect(loaded.kind).toBe(loads ? 'persona' : 'problem')
    if (loaded.kind === 'persona') {
      expect(loaded.persona.id).toBe(folder)
      expect(loaded.persona.displayName).toBe('墨翟')
      expect(loaded.persona.lang).toBe('zh')
    }
    const found = loaded.kind === 'persona' ? loaded.notes : [loaded.problem]
    if (code === undefined) expect(found).toEqual([])
    else expect(found).toContainEqual(expect.objectContaining({code, line, path: `/skills/${folder}/SKILL.md`}))
  })

  it('code in frontmatter is never run, under any of its names', () => {
    const names = ['js', 'javascript', ' js', 'JS', 'coffee', 'json', 'toml']
    for (const name of names) {
      expect(codes(`---${name}\nglobalThis.canary = "dead"\n---\n# x`)).toEqual(['frontmatter-language'])
    }
    expect(codes('---\nname: !!js/function "function () { globalThis.canary = 1 }"\ndescription: d\n---\n# x\n')).not.toContain(
      'bad-name',
    )
    expect('canary' in globalThis).toBe(false)
  })

  it('broken YAML keeps description, and our key when that part is sound', () => {
    const broken = persona(
      '---\nname: mo-zi\ndescription: a: b: c\nroundtable:\n  display_name: 墨子\n  aliases: [墨翟]\n  rehearsal: true\n---\n正文',
    )
    expect(broken).toMatchObject({
      description: 'a: b: c',
      displayName: '墨子',
      rehearsal: true,
      aliases: ['墨翟', '墨子', 'mo-zi', 'x'],
    })
    expect(persona(WILD['unindented-perspective']?.bytes ?? '').description).toBe('墨翟的看法。\nTriggers: 「墨子」')
    expect(persona(WILD['quoted-perspective']?.bytes ?? '').description).toBe('first part\nand the rest')
  })

  it('a document that multiplies itself is cut off, not expanded', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b,*b,*b]',
      'd: [*c,*c,*c,*c,*c,*c]',
    ]
    expect(persona(`---\nname: bomb\n${bomb.join('\n')}\n---\n# x`).id).toBe('bomb')
  })

  it('only the first closing line ends the frontmatter, and body lines keep the file’s numbers', () => {
    const loaded = persona('---\nname: a\ndescription: d\n---\n\n\nfirst\n---\nsecond: x\n---\nthird')
    expect(loaded.body).toBe('first\n---\nsecond: x\n---\nthird')
    expect(loaded.bodyLine).toBe(7)
  })

  it('text between two rules is no frontmatter', () => {
    expect(persona('---\nJust a thought.\n---\n# Mo Zi\n', '/own/mo-zi.md')).toMatchObject({id: 'mo-zi', displayName: 'Mo Zi'})
  })
})

describe('our own key', () => {
  const full = `---
name: marx-perspective
description: 以马克思的视角参加圆桌会议。
roundtable:
  display_name: 马克思
  aliases: [Marx, 卡尔·马克思]
  title: 政治经济学批判者
  lang: zh
  avatar: 🏭
  color: red
  rehearsal: true
  mood: grim
---

# 马克思 · 视角
`
  it('gives every field, and says which subkey it does not know', () => {
    const loaded = load(full)
    expect(loaded).toMatchObject({
      kind: 'persona',
      persona: {
        displayName: '马克思',
        title: '政治经济学批判者',
        lang: 'zh',
        avatar: '🏭',
        color: 'red',
        rehearsal: true,
        person: 'marx',
      },
      notes: [{code: 'unknown-key', line: 12, slots: {key: 'mood'}}],
    })
  })

  it.each([
    ['display_name: [x]', 'roundtable.display_name', 5],
    ['rehearsal: yes please', 'roundtable.rehearsal', 5],
    ['aliases: [1]', 'roundtable.aliases', 5],
    ['lang: fr', 'roundtable.lang', 5],
  ])('a wrong type is a problem with its line: %s', (line, key, at) => {
    expect(load(`---\nname: a\ndescription: b\nroundtable:\n  ${line}\n---\n# x`)).toMatchObject({
      problem: {code: 'wrong-type', line: at, slots: {key}},
    })
  })

  it('a key that is no map is a problem, an empty one is not', () => {
    expect(codes('---\nname: a\ndescription: b\nroundtable: true\n---\n# a')).toEqual(['wrong-type'])
    expect(codes('---\nname: a\ndescription: b\nroundtable:\n---\n# a')).toEqual([])
  })
})

describe('names', () => {
  const named = (id: string, heading: string, description = '') =>
    persona(`---\nname: ${id}\ndescription: ${JSON.stringify(description)}\n---\n# ${heading}\n正文`).displayName

  it.each([
    ['munger-perspective', '查理·芒格 · 思维操作系统', '用查理·芒格的视角', '查理·芒格'],
    ['sartre-perspective', 'Jean-Paul Sartre - Thinking OS', '', 'Jean-Paul Sartre'],
    ['claude-shannon-perspective', '香农 · 思维操作系统', '克劳德·香农的思维', '香农'],
    ['knuth', 'Persona: Donald Knuth (id: knuth)', '', 'Donald Knuth'],
    ['hax-perspective', '🧠 Hax 视角', '', 'Hax'],
    ['aho-perspective', 'Alfred V. Aho: a mind', '', 'Alfred V. Aho'],
    ['孔子', '孔子——述而不作', '', '孔子'],
    [
      'mao-zedong-perspective',
      'Dialectical Materialism · Default Thinking Mode',
      'A dialectical materialism framework',
      'mao-zedong',
    ],
    ['mao-zedong-perspective', '没有调查，就没有发言权', '毛泽东的方法', 'mao-zedong'],
    ['mao-zedong-perspective', '实事求是', '毛泽东的方法', 'mao-zedong'],
  ])('of %s under "%s"', (id, heading, description, expected) => {
    expect(named(id, heading, description)).toBe(expected)
  })

  it('come explicit first, mined last', () => {
    const loaded = persona(
      '---\nname: taleb-perspective\ndescription: 用「塔勒布的视角」「塔勒布会怎么看」「反脆弱」时使用，"Nassim Taleb perspective"\naliases: [塔叔]\n---\n# 纳西姆·塔勒布 · 视角\n',
    )
    expect(loaded.aliases).toEqual(['塔叔', 'taleb', 'x', '塔勒布', '反脆弱', 'Nassim Taleb'])
  })

  it('hold no control, bidi or zero-width character, no newline, and end at a whole grapheme', () => {
    const dirty = `马\u202e克\u200b思\u0007\n第二行\u001b[31m${'👨‍👩‍👧'.repeat(90)}`
    const loaded = load(
      `---\nname: a\ndescription: b\nroundtable:\n  display_name: ${JSON.stringify(dirty)}\n  title: ${JSON.stringify(dirty)}\n---\n# x`,
    )
    if (loaded.kind === 'problem') throw new Error(loaded.problem.code)
    expect(loaded.persona.displayName.startsWith('马克思 第二行')).toBe(true)
    for (const text of [loaded.persona.displayName, loaded.persona.title, ...loaded.persona.aliases]) {
      expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u200b]/)
      expect([...new Intl.Segmenter().segment(text)].length).toBeLessThanOrEqual(80)
    }
    expect(loaded.persona.title.endsWith('👨‍👩‍👧…')).toBe(true)
    expect(loaded.notes.map(note => note.code)).toContain('label-cleaned')
  })

  it.each(['..', '.', 'a/b', '"\\u0000"', '"a\\\\b"', '---'])('%s is refused as an id, or never taken', name => {
    const loaded = load(`---\nname: ${name}\ndescription: d\n---\n# x`)
    if (loaded.kind === 'persona') expect(loaded.persona.id).toMatch(/^[\p{L}\p{N}-]+$/u)
    else expect(loaded.problem.slots).toHaveProperty('name')
  })

  it('without frontmatter come from folder or file', () => {
    expect(persona('# 墨翟\n正文', '/own/mo-zi.md').id).toBe('mo-zi')
    expect(persona('# 墨翟\n正文', '/own/mo-zi/SKILL.md').id).toBe('mo-zi')
  })
})

describe('title and language', () => {
  it('the title is the first line of identity, else of the description', () => {
    expect(
      persona('---\nname: a\ndescription: 说明。其余\n---\n# a\n## 🪪 身份卡\n\n**我是谁**：我是*木匠*，主张兼爱。第二句。\n')
        .title,
    ).toBe('我是木匠，主张兼爱')
    expect(persona('---\nname: a\ndescription: 说明在此。其余\n---\n# a\n正文').title).toBe('说明在此')
  })

  it('the script of the body tells the language', () => {
    expect(
      persona('---\nname: a\ndescription: 中文说明\n---\n# A\nI am a carpenter who argues for care without favour (兼爱).').lang,
    ).toBe('en')
    expect(persona('---\nname: a\ndescription: english\n---\n# A\n我用 Rust 和 TypeScript 写 compiler，也读 paper。').lang).toBe(
      'zh',
    )
  })
})

describe('bytes without a meaning', () => {
  /** Mulberry32. */
  const random = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const pieces = [
    '---\n',
    '---',
    '...\n',
    'name: ',
    'description: |\n',
    'roundtable:\n',
    '  aliases: [',
    '&a ',
    '*a',
    '{',
    '[[[[',
    '"',
    "'",
    '\r\n',
    '\t',
    '# ',
    '<!--',
    '-->',
    '```',
    '墨子',
    '\u202e',
    '!!js ',
    '? ',
    ': ',
    '- ',
    '%YAML',
    '\u001b[2J',
    '\ufeff',
  ]

  it('never throw: a persona, or a problem with a line', () => {
    const next = random(20)
    for (let round = 0; round < 3000; round++) {
      const parts: Buffer[] = []
      if (next() < 0.7) parts.push(Buffer.from('---\n'))
      for (let i = next() * 24; i > 0; i--) {
        const noise = Buffer.from(Array.from({length: Math.floor(next() * 6)}, () => Math.floor(next() * 256)))
        parts.push(next() < 0.85 ? Buffer.from(pieces[Math.floor(next() * pieces.length)] ?? '') : noise)
      }
      const loaded = load(Buffer.concat(parts))
      const found = loaded.kind === 'persona' ? loaded.notes : [loaded.problem]
      for (const {line} of found) expect(line).toBeGreaterThanOrEqual(1)
      if (loaded.kind === 'persona') expect(loaded.persona.id).toMatch(/^[^\x00-\x1f/\\]+$/)
    }
  })

  it('a frontmatter that only opens brackets is answered, not overflowed', () => {
    const deep = load(`---\nname: deep\nx: ${'['.repeat(30_000)}\n---\n# x`)
    expect(deep.kind === 'persona' && deep.persona.id).toBe('deep')
  })

  it('a line of a million spaces, brackets or comment marks is answered, not pondered', () => {
    for (const piece of [' ', '[a](', '<!-- ', '> ', '#']) {
      const loaded = load(`---\nname: long\ndescription: d\n---\n# a${piece.repeat(1_000_000 / piece.length)}b\n`)
      expect(loaded.kind === 'persona' && loaded.persona.id).toBe('long')
    }
  })
})
