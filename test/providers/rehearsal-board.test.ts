import {describe, expect, test} from 'vitest'
import {splitPersona} from '../../source/core/persona-sections.ts'
import {exchangesIn} from '../../source/providers/rehearsal/board-heard.ts'
import {lengthOf} from '../../source/providers/rehearsal/sentences.ts'
import {rehearsable, rehearse} from '../../source/providers/rehearsal/speak.ts'
import {boardExperts, facilitator, type Held, holdBoard, type Member, SPEECH} from './rehearsal-board-table.ts'
import {plainSentences} from './rehearsal-table.ts'

// None of these was looked at while the experts were written.
const TOPICS = [
  '是否该做会员制',
  '我们要不要关掉亏损的门店',
  '该不该把客服外包出去',
  '老客户要不要区别定价',
  '创始人要不要卖掉公司？',
  '团队从十个人扩到五十个人，现在是不是时候',
]
const ALL = boardExperts()
const WORD = '我觉得成本不是主要问题，关键是用户接受度'

const seatsFor = (i: number, size: number): readonly Member[] =>
  Array.from({length: size}, (_, k) => ALL[(i * 3 + k) % ALL.length] as Member)
const boards = TOPICS.map((topic, i) =>
  holdBoard({moderator: facilitator(), experts: seatsFor(i, 5), topic, seed: i + 1, words: {3: WORD}}),
)

describe('the experts', () => {
  test('say no sentence twice in five rounds of five, and keep the limits of a speech', () => {
    for (const {speeches} of boards) {
      const sentences = speeches.flatMap(({text}) => plainSentences(text))
      expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
      for (const {text} of speeches) {
        expect(lengthOf(text, 'zh')).toBeGreaterThanOrEqual(SPEECH.zh.min)
        expect([...text].length).toBeLessThanOrEqual(SPEECH.zh.max)
      }
    }
  })

  test('are told once each in a decision, also when the board was stopped after its first round', () => {
    for (const [i, topic] of TOPICS.entries()) {
      const {decision} = holdBoard({moderator: facilitator(), experts: seatsFor(i, 4), topic, rounds: 1, seed: i + 1})
      for (const {view} of decision.views) {
        const sentences = plainSentences(view)
        expect(new Set(sentences).size, view).toBe(sentences.length)
        expect(sentences.length).toBeGreaterThan(0)
      }
    }
  })

  test('last ten rounds, eight at the table', () => {
    const long = holdBoard({moderator: facilitator(), experts: ALL, topic: '要不要自建工厂', rounds: 10, seed: 4})
    const sentences = long.speeches.flatMap(({text}) => plainSentences(text))
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const persona of ALL) {
      expect(rehearsable(persona, {topic: '要不要自建工厂', lang: 'zh', rounds: 10, board: true})).toBeUndefined()
    }
  })

  test('begin with where they stand and then answer somebody by name, quoting an earlier round', () => {
    for (const {speeches} of boards) {
      for (const {brief, text} of speeches) {
        const quote = /「([^」]+)」/.exec(text)?.[1]
        if (brief.round === 1) expect(quote).toBeUndefined()
        else {
          const answered = brief.relays.find(({who, text: said}) => quote && text.includes(who) && said.includes(quote))
          expect(answered, text).toBeDefined()
          expect(answered?.who).not.toBe(brief.board?.moderator.name)
        }
      }
    }
  })

  test('do not answer the same one round after round', () => {
    for (const {speeches} of boards) {
      for (const who of new Set(speeches.map(one => one.who))) {
        const answered = speeches
          .filter(one => one.who === who && one.brief.round > 1)
          .map(({brief, text}) => brief.relays.find(relay => text.includes(relay.who))?.who)
        expect(new Set(answered).size).toBeGreaterThanOrEqual(2)
      }
    }
  })

  test("take up the person's words in the round that carries them, and say something to the matter", () => {
    const spoken = boards.flatMap(({speeches}) => speeches.filter(({brief}) => brief.round === 3))
    for (const {text} of spoken) expect(text).toContain(WORD)
    const fitting = spoken.filter(({who, text}) => {
      const after = text.slice(text.indexOf(WORD))
      return splitPersona(who.body).pushback.some(
        ({keywords, sentence}) => keywords.some(word => WORD.includes(word)) && after.includes(sentence),
      )
    })
    expect(fitting.length / spoken.length).toBeGreaterThan(0.7)
  })

  test('go on with what the moderator reports where the history was condensed', () => {
    const [me, other] = ALL as [Member, Member]
    const condensed = `第 1 轮\n- ${other.name}：先数清楚有多少人真的要它，再谈成本。`
    const speech = rehearse({
      ...{key: 'round-3', topic: TOPICS[0] ?? '', lang: 'zh', stage: 'response', round: 3, limits: SPEECH.zh, persona: me},
      ...{relays: [{who: '主持人', text: condensed}], userWords: [], own: [], others: [other.name, '主持人'], seed: 1},
      board: {moderator: {id: 'facilitator', name: '主持人'}, rounds: 5, said: []},
    })
    expect('text' in speech && speech.text).toMatch(/「[^」]*(?:数清楚|谈成本)[^」]*」/)
    expect('text' in speech && speech.text).toContain(other.name)
  })

  test('the same seed gives the same board, another seed another', () => {
    const texts = (seed: number) =>
      holdBoard({moderator: facilitator(), experts: seatsFor(0, 3), topic: TOPICS[1] ?? '', rounds: 2, seed})
    const flat = (held: Held) =>
      JSON.stringify([held.opening, held.speeches.map(({text}) => text), held.summaries, held.decision])
    expect(flat(texts(5))).toBe(flat(texts(5)))
    expect(flat(texts(5))).not.toBe(flat(texts(6)))
  })
})

describe('the moderator', () => {
  const [first] = boards as [Held]

  test('opens with the topic, those present and the rules, and within its limits', () => {
    for (const [i, {opening}] of boards.entries()) {
      for (const part of [TOPICS[i] ?? '', '5 轮', '小结|要点|归拢', '随时可以插话']) expect(opening).toMatch(new RegExp(part))
      for (const {name} of seatsFor(i, 5)) expect(opening).toContain(name)
      expect([...opening].length).toBeLessThanOrEqual(400)
    }
    const led = holdBoard({moderator: ALL[0] as Member, experts: ALL.slice(1, 4), topic: TOPICS[0] ?? '', rounds: 1})
    expect(led.opening).toContain('是否该做会员制')
    expect(led.speeches.some(({who}) => who === ALL[0])).toBe(false)
  })

  test('sums up every expert in sentences of their own, and advises to go on until the last round', () => {
    for (const {summaries, speeches} of boards) {
      expect(summaries.map(one => one.continue)).toEqual([true, true, true, true, false])
      for (const [at, {content}] of summaries.entries()) {
        const here = speeches.filter(({brief}) => brief.round === at + 1)
        for (const {who, text} of here) {
          const line = content.split('\n').find(one => one.startsWith(`- ${who.name}：`)) ?? ''
          const said = plainSentences(line.slice(line.indexOf('：') + 1))
          expect(said.length).toBeGreaterThanOrEqual(1)
          for (const sentence of said) expect(text).toContain(sentence)
        }
        const all = here.map(({text}) => text).join('').length
        expect(content.length).toBeLessThan(all * 0.8)
      }
    }
  })

  test("names the person's words and who answered them, once, in the summary of the round that carried them", () => {
    for (const {summaries} of boards) {
      const naming = summaries.map(({content}) => content.includes(`席外的话：「${WORD}」`))
      expect(naming).toEqual([false, false, true, false, false])
      expect(summaries[2]?.content).toMatch(/答：|没有人接/)
    }
  })

  test('decides from what was said: a view of each, who saw what differently, steps somebody named', () => {
    for (const [i, {decision, speeches}] of boards.entries()) {
      expect(decision.views.map(({who}) => who)).toEqual(seatsFor(i, 5).map(({id}) => id))
      const said = speeches.map(({text}) => text).join('\n')
      for (const {who, view} of decision.views) {
        const own = speeches.filter(one => one.who.id === who).map(({text}) => text)
        for (const sentence of plainSentences(view)) expect(own.some(text => text.includes(sentence))).toBe(true)
      }
      expect(decision.actions.length).toBeGreaterThanOrEqual(2)
      for (const action of decision.actions) expect(said).toContain(action.slice(action.indexOf('：') + 1))
      for (const quote of [...decision.consensus, ...decision.dissent].join('').match(/(?<=「)[^」]+/g) ?? []) {
        expect(said).toContain(quote)
      }
      expect(decision.dissent.length).toBeGreaterThanOrEqual(1)
      expect(decision.advice).toMatch(/排练/)
      expect(decision.advice).toContain(TOPICS[i])
    }
  })

  test('calls agreed only what somebody granted', () => {
    const granted = (held: Held) =>
      exchangesIn(held.said, 'zh').map(({from, quote, agrees}) => {
        const who = ALL.find(({id}) => id === from.who)
        const line = from.text.split('\n')[0] ?? ''
        const moves = splitPersona(who?.body ?? '').moves
        const move = moves.find(one => line.includes(literal(one.line)) && ['concede', 'counter', 'ask'].includes(one.kind))
        return {kind: move?.kind, agrees, quote}
      })
    const all = boards.flatMap(granted)
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter(({kind, agrees}) => agrees && kind !== 'concede')).toEqual([])
    const conceded = all.filter(({kind}) => kind === 'concede')
    expect(conceded.filter(({agrees}) => agrees).length / conceded.length).toBeGreaterThan(0.85)
  })

  test('condenses the history to the room there is, every round and every word from outside in it', () => {
    for (const max of [1600, 1000]) {
      const text = first.turn(facilitator(), {stage: 'condense', limits: {min: 0, max}})
      expect(lengthOf(text, 'zh')).toBeLessThanOrEqual(max)
      for (const round of [1, 2, 3, 4, 5]) expect(text).toContain(`第 ${round} 轮`)
      expect(text).toContain(`席外的话：「${WORD}」`)
    }
    const small = first.turn(facilitator(), {stage: 'condense', limits: {min: 0, max: 200}})
    expect(lengthOf(small, 'zh')).toBeLessThanOrEqual(200)
    expect(small).toContain(WORD)
    expect(small).toContain('第 5 轮')
  })

  test('with nobody to report on it still answers, and invents nobody', () => {
    const empty = {board: {moderator: {id: 'facilitator', name: '主持人'}, rounds: 3, said: []}}
    const {turn} = first
    expect(JSON.parse(turn(facilitator(), {stage: 'summary', round: 1, ...empty}))).toMatchObject({continue: true})
    expect(JSON.parse(turn(facilitator(), {stage: 'decision', ...empty}))).toMatchObject({
      views: [],
      consensus: [],
      dissent: [],
      actions: [],
    })
    expect(turn(facilitator(), {stage: 'condense', ...empty})).not.toBe('')
  })
})

test('the private board speaks English as well: five in five rounds, eight in ten, nothing twice, a summary and a decision in its words', () => {
  const word = 'I think cost is not the problem, what matters is whether users accept it'
  for (const rounds of [5, 10]) {
    const experts = boardExperts('en').slice(0, rounds)
    for (const persona of experts)
      expect(rehearsable(persona, {topic: 'Should we charge for support?', lang: 'en', rounds: 9, board: true})).toBeUndefined()
    const held = holdBoard({
      ...{moderator: facilitator('en'), experts, topic: 'Should we charge for support?'},
      ...{rounds, seed: rounds, words: {3: word}},
    })
    expect(held.speeches).toHaveLength(experts.length * rounds)
    const sentences = held.speeches.flatMap(({text}) => plainSentences(text))
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const {brief, text} of held.speeches) {
      expect(lengthOf(text, 'en')).toBeGreaterThanOrEqual(SPEECH.en.min)
      expect(lengthOf(text, 'en')).toBeLessThanOrEqual(SPEECH.en.max)
      expect(text).not.toMatch(/[{}]|undefined|\p{Script=Han}/u)
      if (brief.round === 3) expect(text).toContain(word)
    }
    expect(held.opening).toContain('Should we charge for support?')
    expect(held.summaries[2]?.content).toContain(word)
    const said = held.speeches.map(({text}) => text).join('\n')
    expect(held.decision.views).toHaveLength(experts.length)
    for (const {view} of held.decision.views) for (const sentence of plainSentences(view)) expect(said).toContain(sentence)
    expect(held.decision.advice).toMatch(/rehearsal/i)
  }
})

test('somebody who reads the speeches without the names tells at least seven of eight apart', () => {
  const heard = (topic: string, seed: number) =>
    holdBoard({moderator: facilitator(), experts: ALL, topic, rounds: 3, seed}).speeches
  const names = ALL.flatMap(({name}) => [name, ...name.split('·')])
  const masked = (text: string) => names.reduce((left, name) => left.replaceAll(name, ''), text.replace(/「[^」]*」/g, ''))
  // What is told apart is the manner: no sentence of the test was heard in the training.
  const trained = ['要不要自建工厂', '该不该接受收购'].flatMap((topic, i) => heard(topic, i + 21))
  const known = new Set(trained.flatMap(({text}) => plainSentences(masked(text))))
  const profiles = ALL.map(({id}) => ({
    id,
    grams: gramsOf(trained.filter(one => one.who.id === id).map(({text}) => masked(text))),
  }))
  const tested = TOPICS.slice(0, 4).flatMap((topic, i) => heard(topic, i + 1))
  const told = ALL.map(({id}) => {
    const fresh = tested
      .filter(one => one.who.id === id)
      .flatMap(({text}) => plainSentences(masked(text)).filter(sentence => !known.has(sentence)))
    expect(fresh.length).toBeGreaterThan(10)
    const grams = gramsOf(fresh)
    const guess = profiles.reduce((one, other) => (likeness(other.grams, grams) > likeness(one.grams, grams) ? other : one))
    return {id, guess: guess.id}
  })
  expect(told.filter(({id, guess}) => id === guess).length, JSON.stringify(told)).toBeGreaterThanOrEqual(7)
})

function gramsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const grams = new Map<string, number>()
  for (const text of texts) {
    for (let at = 0; at + 3 <= text.length; at++) {
      const gram = text.slice(at, at + 3)
      grams.set(gram, (grams.get(gram) ?? 0) + 1)
    }
  }
  return grams
}

/** Cosine of the two counts. */
function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const norm = (grams: ReadonlyMap<string, number>) => Math.sqrt([...grams.values()].reduce((sum, n) => sum + n * n, 0))
  const dot = [...other].reduce((sum, [gram, n]) => sum + n * (one.get(gram) ?? 0), 0)
  return dot / (norm(one) * norm(other))
}

const literal = (line: string) => line.split(/\{\w+\}|[「」]/u).reduce((one, other) => (other.length > one.length ? other : one))
