import {describe, expect, it} from 'vitest'
import {slotsOf} from '../../../source/core/template.ts'
import {personaWords} from '../../../source/i18n/personas.ts'
import {checkPersona, hasErrors} from '../../../source/runtime/personas/check.ts'
import {FINDING_CODES, levelOf} from '../../../source/runtime/personas/findings.ts'
import {type LoadedPersona, loadPersona} from '../../../source/runtime/personas/load.ts'
import {ORDER_CODES, ordersOf} from '../../../source/runtime/personas/orders.ts'
import {idFor, personaTemplate} from '../../../source/runtime/personas/template.ts'

const filler = Array.from({length: 66}, (_, i) => `- 我做第${i}件事之前，总要先量一量木头的长短和众人的好处。`).join('\n')
const sound = `---
name: mo-zi-perspective
description: 以墨子的视角参加圆桌会议。
roundtable:
  display_name: 墨子
  lang: zh
  rehearsal: true
---

# 墨子

## 身份

- 我是一个做木工的人，也替小国守城。

## 心智模型

### 兼爱

- 关键词：爱、偏私
- 主张：我主张爱人不分远近。
- 落到议题：说到{topic}，我先问谁得利、谁吃亏。

## 决策启发式

${filler}

## 典型立场

- 我反对只为一家一国打算的谋划。

## 反驳

- 命、天定：我不信命，我信人肯出力。

## 追问

- 你说的好处，落到谁的手上？

## 表达

- 开场：我先把尺子拿出来，再谈{topic}。
- 结语：我的话就到这里。

## 诚实边界

- 我没有见过机器。

## 来源

- 《墨子·兼爱上》，孙诒让《墨子间诂》卷四
`
const check = (text: string, others: LoadedPersona[] = []) => checkPersona(Buffer.from(text), '/own/mo-zi.md', others).findings
const codes = (text: string) => check(text).map(({code, line}) => [code, line])
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length
const loaded = (text: string): LoadedPersona => {
  const made = loadPersona(Buffer.from(text), {kind: 'own', path: '/own/other.md'})
  if (made.kind === 'problem') throw new Error(made.problem.code)
  return made.persona
}

describe('the lint', () => {
  it('has nothing to say about a sound file', () => {
    expect(check(sound)).toEqual([])
  })

  it.each([
    ['missing-section', sound.replace('## 追问', '## 闲话'), '# 墨子'],
    ['empty-section', sound.replace('- 你说的好处，落到谁的手上？', '-'), '## 追问'],
    ['section-unread', sound.replace('- 我是一个做木工的人，也替小国守城。', '我是一个做木工的人。'), '## 身份'],
    ['source-without-locator', sound.replace(/- 《墨子·兼爱上》.*/, '- 后人的转述'), '- 后人的转述'],
    ['bullet-under-negation', sound.replace('## 诚实边界', '## 不说的话\n\n- 我什么都知道。\n\n## 诚实边界'), '- 我什么都知道。'],
    ['bullet-no-sentence', sound.replace('我不信命，我信人肯出力。', '我不信命'), '- 命、天定：我不信命'],
    ['model-without-keywords', sound.replace('- 关键词：爱、偏私\n', ''), '### 兼爱'],
    ['model-without-claim', sound.replace('- 主张：', '- 看法：'), '### 兼爱'],
    ['application-without-topic', sound.replace('说到{topic}，', ''), '- 落到议题'],
    ['unknown-slot', sound.replace('再谈{topic}', '再谈{subject}'), '- 开场'],
    ['pushback-form', sound.replace('命、天定：', ''), '- 我不信命'],
    ['third-person', sound.replace('我反对只为', '墨子认为不该只为'), '- 墨子认为'],
    ['no-first-person', sound.replace('我反对只为', '反对只为'), '## 典型立场'],
    ['too-thin', sound.replace(filler, '- 我先量尺寸。'), '---'],
    ['size-outside', sound.replace('rehearsal: true', 'rehearsal: false').replace(filler, '- 我先量尺寸。'), '---'],
    ['name-form', sound.replace('name: mo-zi-perspective', 'name: 墨子'), 'name: 墨子'],
    ['wrong-type', sound.replace('rehearsal: true', 'rehearsal: 1'), '  rehearsal'],
  ])('%s, with the line', (code, text, part) => {
    expect(codes(text)).toContainEqual([code, lineOf(text, part)])
  })

  it('finds twelve characters in a row that another persona says too, and not eleven', () => {
    const other = (words: string) => loaded(`---\nname: other\ndescription: d\n---\n# 别人\n## 身份\n- 有人${words}，如此。`)
    expect(check(sound, [other('说到底总要先量一量木头的长短和众')])).toMatchObject([
      {code: 'shared-run', slots: {text: '总要先量一量木头的长短和众', other: 'other'}},
    ])
    expect(check(sound, [other('总要先量一量木头的长短和')])).toHaveLength(1)
    expect(check(sound, [other('总要先量一量木头的长短与')])).toEqual([])
  })

  it('counts words, not letters, where letters make words', () => {
    const english = (words: string, id = 'a') => `---\nname: ${id}\ndescription: d\n---\n# A\n## Identity\n- ${words}.\n`
    const run = 'one two three four five six seven eight nine ten eleven twelve'
    const shared = (text: string) =>
      check(english(text), [loaded(english(`But ${run}`, 'b'))]).filter(({code}) => code === 'shared-run')
    expect(shared(`And ${run}`)).toHaveLength(1)
    expect(shared(run.replace('six', '6'))).toEqual([])
  })

  it('books that two personas cite alike are no shared words', () => {
    const other = loaded(
      sound.replace('mo-zi-perspective', 'xun-zi').replace(/## 身份[\s\S]*(?=## 来源)/, '## 身份\n\n- 我另有话说。\n\n'),
    )
    expect(check(sound, [other])).toEqual([])
  })
})

describe('the file that personas new writes', () => {
  it.each(['zh', 'en'] as const)('in %s checks without an error, and warns of each empty section', lang => {
    for (const name of ['墨子', 'Simone Weil', 'a: "b" #c\n---', '-perspective']) {
      const text = personaTemplate(name, lang)
      const {persona, findings} = checkPersona(Buffer.from(text), `/own/${idFor(name, lang)}.md`)
      expect(findings.filter(({code}) => levelOf(code) !== 'warning')).toEqual([])
      expect(hasErrors(findings)).toBe(false)
      expect(findings.filter(({code}) => code === 'empty-section')).toHaveLength(9)
      expect(persona).toMatchObject({id: idFor(name, lang), lang, rehearsal: false})
      expect(persona?.displayName).toBe(name.replace('\n', ' '))
    }
  })

  it('gets an id of Latin letters', () => {
    expect([idFor('Karl Marx'), idFor('Gödel'), idFor('marx-perspective'), idFor('孔子'), idFor('🙂')]).toEqual([
      'karl-marx-perspective',
      'godel-perspective',
      'marx-perspective',
      'u5b54-u5b50-perspective',
      'new-perspective',
    ])
  })
})

describe('orders in a foreign body', () => {
  it.each([
    ['web-search', '涉及最新事实时，必须先用 WebSearch 查证'],
    ['web-search', 'Always search the web before answering.'],
    ['run-script', '先运行 `python3 scripts/check.py`'],
    ['read-files', '回答前读取 references/research 下的全部资料'],
    ['read-files', 'Read $MAOXUAN_KB_PATH first'],
    ['ask-user', '给出决定之前等待用户确认'],
    ['ask-user', 'Ask the user which option they prefer.'],
    ['disclaimer', '**免责声明仅首次激活时说一次**'],
    ['leave-role', '用户说「停」时恢复正常，退出角色'],
    ['leave-role', 'On "stop", break character.'],
    ['third-person', '问题含糊时切换到第三人称分析'],
    ['activation', '此Skill激活后，直接以本人身份回应'],
    ['file-output', '把结果保存到 notes/summary.md'],
  ])('%s: %s', (code, text) => {
    expect(ordersOf(`第一行\n\n${text}`, 10)).toContainEqual({code, line: 12})
  })

  it('are not seen where a figure only speaks', () => {
    expect(ordersOf(sound)).toEqual([])
  })
})

describe('the words for it', () => {
  it('exist for every code in both languages, with the same slots', () => {
    for (const lang of ['zh', 'en'] as const) {
      expect(Object.keys(personaWords[lang].findings).sort()).toEqual([...FINDING_CODES].sort())
      expect(Object.keys(personaWords[lang].orders).sort()).toEqual([...ORDER_CODES].sort())
    }
    for (const table of ['findings', 'orders', 'lines'] as const) {
      const en: Readonly<Record<string, string>> = personaWords.en[table]
      for (const [key, text] of Object.entries(personaWords.zh[table]))
        expect([key, ...slotsOf(text)].sort()).toEqual([key, ...slotsOf(en[key] ?? '')].sort())
    }
  })
})
