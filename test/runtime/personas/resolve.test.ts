import {describe, expect, it} from 'vitest'
import type {PersonaOrigin} from '../../../source/core/persona.ts'
import {editDistance, foldName} from '../../../source/runtime/personas/fold.ts'
import {type LoadedPersona, loadPersona} from '../../../source/runtime/personas/load.ts'
import {resolveName, resolveNames, splitNames} from '../../../source/runtime/personas/resolve.ts'

type Card = {
  id: string
  name?: string
  aliases?: string[]
  lang?: 'zh' | 'en'
  kind?: PersonaOrigin['kind']
  person?: string
  description?: string
}

function card({id, name, aliases = [], lang = 'zh', kind = 'built-in', person, description = 'd'}: Card): LoadedPersona {
  const ours = JSON.stringify({display_name: name, aliases, lang, person})
  const loaded = loadPersona(
    Buffer.from(`---\nname: ${id}\ndescription: ${JSON.stringify(description)}\nroundtable: ${ours}\n---\nbody`),
    {
      kind,
      path: `/${kind}/${id}.md`,
    },
  )
  if (loaded.kind === 'problem') throw new Error(loaded.problem.code)
  return loaded.persona
}

const marx = card({id: 'marx-perspective', name: '马克思', aliases: ['Marx', '卡尔·马克思']})
const mao = card({id: 'mao-zedong-perspective', name: '毛泽东', aliases: ['教员', '老毛', 'Mao', 'Mao Zedong']})
const keynes = card({id: 'keynes-perspective', name: '凯恩斯', aliases: ['Keynes', 'John Maynard Keynes']})
const table = [keynes, mao, marx]

const idOf = (name: string, personas: readonly LoadedPersona[] = table, lang?: 'zh' | 'en') => {
  const found = resolveName(name, personas, lang)
  return found.kind === 'found' ? found.persona.id : found.kind
}

describe('a name', () => {
  it.each([
    ...[
      '马克思',
      'Marx',
      'marx',
      'MARX',
      'ｍａｒｘ',
      '馬克思',
      '卡尔马克思',
      '卡爾・馬克思',
      '卡尔 • 马克思',
      ' 马\u200b克思 ',
      'marx-perspective',
      'Marx_Perspective',
      'Márx',
    ].map(name => [name, 'marx-perspective']),
    ...['毛泽东', '毛澤東', '教员', '教員', '老毛', 'Mao', 'mao', 'mao zedong', 'MaoZedong', 'mao-zedong'].map(name => [
      name,
      'mao-zedong-perspective',
    ]),
  ])('%s is found as %s', (name, id) => {
    expect(idOf(name)).toBe(id)
  })

  it('that is unknown brings the nearest and everything there is', () => {
    expect(resolveName('马克斯', table)).toMatchObject({kind: 'unknown', nearest: [{id: 'marx-perspective'}]})
    expect(resolveName('Kaynes', table)).toMatchObject({kind: 'unknown', nearest: [{id: 'keynes-perspective'}]})
    expect(resolveName('卡尔·马克思先生', table)).toMatchObject({nearest: [{id: 'marx-perspective'}]})
    expect(resolveName('拿破仑', table)).toMatchObject({kind: 'unknown', nearest: [], available: table})
    expect(resolveName(' · ', table)).toMatchObject({kind: 'unknown', nearest: []})
    expect(resolveName('Marx', [])).toMatchObject({kind: 'unknown', available: []})
  })

  it('that two people bear is asked, and the id of either settles it', () => {
    const groucho = card({id: 'groucho-perspective', name: '格劳乔', aliases: ['Marx'], kind: 'project'})
    expect(resolveName('marx', [groucho, marx])).toMatchObject({kind: 'ambiguous', candidates: [groucho, marx]})
    expect(idOf('marx-perspective', [groucho, marx])).toBe('marx-perspective')
    expect(idOf('groucho-perspective', [groucho, marx])).toBe('groucho-perspective')
  })

  it('that is mined never beats one that is stated or read off the file, wherever it stands', () => {
    const taker = card({
      id: 'taker-perspective',
      name: '某人',
      kind: 'project',
      description: '当用户提到「马克思」「毛泽东的视角」时使用',
    })
    expect(idOf('马克思', [taker, marx])).toBe('marx-perspective')
    expect(resolveName('马克思', [taker])).toMatchObject({kind: 'found', by: 'mined'})
  })

  it('that is an id to the letter wins over an alias of the same letters', () => {
    const plain = card({id: 'Marx', name: '另一位', kind: 'own'})
    expect(idOf('Marx', [plain, marx])).toBe('Marx')
    expect(idOf('marx-perspective', [plain, marx])).toBe('marx-perspective')
  })
})

describe('one person in several files', () => {
  const english = card({id: 'marx-perspective-en', name: 'Karl Marx', aliases: ['Marx'], lang: 'en'})

  it('is told apart by the language of the meeting', () => {
    const both = [marx, english]
    expect(idOf('Marx', both, 'zh')).toBe('marx-perspective')
    expect(idOf('Marx', both, 'en')).toBe('marx-perspective-en')
    expect(idOf('马克思', both, 'en')).toBe('marx-perspective-en')
    expect(idOf('Karl Marx', both, 'zh')).toBe('marx-perspective')
    expect(resolveName('Marx', both, 'en')).toMatchObject({passedOver: [{id: 'marx-perspective'}]})
  })

  it('is the file that bears the name when no language is known, and asked when both bear it', () => {
    expect(idOf('马克思', [marx, english])).toBe('marx-perspective')
    expect(idOf('Marx', [marx, english])).toBe('ambiguous')
  })

  it('is exactly the file whose id is written, whatever the language', () => {
    expect(idOf('marx-perspective', [marx, english], 'en')).toBe('marx-perspective')
    expect(idOf('marx-perspective-en', [marx, english], 'zh')).toBe('marx-perspective-en')
  })

  it('may be joined by a key where the ids do not tell', () => {
    const karl = card({id: 'karl', name: 'Karl Marx', aliases: ['Marx'], lang: 'en', person: 'marx'})
    expect(idOf('Marx', [marx, karl], 'en')).toBe('karl')
  })

  it('in two places is the nearer one, and the other is told', () => {
    const foreign = card({id: 'maozedong-perspective', name: '毛泽东', kind: 'user'})
    expect(resolveName('毛泽东', [foreign, mao], 'zh')).toMatchObject({kind: 'found', persona: foreign, passedOver: [mao]})
    expect(idOf('mao-zedong-perspective', [foreign, mao], 'zh')).toBe('mao-zedong-perspective')
  })

  it('twice in one place is asked', () => {
    const twice = [
      card({id: 'maozedong-perspective', name: '毛泽东', kind: 'user'}),
      card({id: 'mao-zedong-perspective', name: '毛泽东', kind: 'user'}),
    ]
    expect(idOf('毛泽东', twice, 'zh')).toBe('ambiguous')
    for (const {id} of twice) expect(idOf(id, twice, 'zh')).toBe(id)
  })
})

describe('a list', () => {
  it.each([
    ['马克思、毛泽东', ['马克思', '毛泽东']],
    ['马克思和毛泽东', ['马克思', '毛泽东']],
    ['马克思、毛泽东和凯恩斯', ['马克思', '毛泽东', '凯恩斯']],
    ['Marx, Mao and Keynes', ['Marx', 'Mao', 'Keynes']],
    ['Marx & 毛泽东；Keynes', ['Marx', '毛泽东', 'Keynes']],
    ['马克思与毛泽东与凯恩斯', ['马克思', '毛泽东', '凯恩斯']],
    ['John Maynard Keynes', ['John Maynard Keynes']],
    ['马克思和某某', ['马克思和某某']],
  ])('%s', (list, names) => {
    expect(splitNames(list, table)).toEqual(names)
  })

  it('keeps a name whole that holds the word for and', () => {
    const zheng = card({id: 'zheng-he-perspective', name: '郑和'})
    expect(splitNames('郑和和马克思', [...table, zheng])).toEqual(['郑和', '马克思'])
    expect(splitNames('郑和', [...table, zheng])).toEqual(['郑和'])
  })

  it('gives one answer a name, in order', () => {
    expect(resolveNames(['Mao', '谁', 'Marx'], table).map(one => one.kind)).toEqual(['found', 'unknown', 'found'])
  })
})

describe('folding', () => {
  it('meets what people write differently, and keeps apart what differs', () => {
    expect(foldName('鍾會・蕭何')).toBe(foldName('钟会 萧何'))
    expect(foldName('J. K. Rowling')).toBe(foldName('jk rowling'))
    expect(foldName('がく')).not.toBe(foldName('かく'))
    expect(foldName('马克思')).not.toBe(foldName('马克斯'))
  })

  it('distance counts a swap of neighbours once', () => {
    expect([
      editDistance('', 'ab'),
      editDistance('ab', 'ba'),
      editDistance('marx', 'max'),
      editDistance('kitten', 'sitting'),
    ]).toEqual([2, 1, 1, 3])
  })
})
