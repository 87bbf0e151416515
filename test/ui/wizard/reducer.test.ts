import {describe, expect, test} from 'vitest'
import {formOf} from '../../../source/ui/wizard/form.ts'
import {type WizardAction, wizardReducer} from '../../../source/ui/wizard/reducer.ts'
import {nearestTo} from '../../../source/ui/wizard/seats.ts'
import {type Facts, initialState, type Objection, type WizardInitial, type WizardState} from '../../../source/ui/wizard/state.ts'
import {dice} from '../../harness/dice.ts'
import {makeWorld} from './world.ts'

const world = makeWorld()
const facts: Omit<Facts, 'fold'> = {
  personas: world.personas(),
  problems: [],
  voices: [...world.voices(), {id: 'claude', label: 'Claude'}],
  protocols: world.protocols(),
  unfinished: [],
  lineups: [],
  looking: false,
  services: world.keys.services(),
  keysAt: '~/.roundtable/keys.json',
  topics: [],
  roles: [],
}
const lead = (state: WizardState, ...actions: readonly WizardAction[]) => actions.reduce(wizardReducer, state)
const begun = (initial: WizardInitial = {}, given: Partial<typeof facts> = {}) =>
  lead(initialState('zh', initial), {type: 'found', facts: {...facts, ...given}})
const enter: WizardAction = {type: 'enter', objections: []}
const topic: WizardAction = {type: 'topic', text: ' 加班是不是剥削\n'}
const seated = () => lead(begun(), topic, enter, {type: 'toggle'}, {type: 'move', by: 1}, {type: 'toggle'})

describe('the way through', () => {
  test('one protocol and a voice with a model answer themselves', () => {
    const state = lead(begun(), topic, enter)
    expect([state.step, state.protocol, state.voice]).toEqual(['seats', 'roundtable', 'claude'])
  })

  test('without a model the voice is asked for, and nothing is taken silently', () => {
    const state = lead(begun({}, {voices: world.voices()}), topic, enter)
    expect([state.step, state.voice]).toEqual(['voice', undefined])
    expect(lead(state, enter).voice).toBe('rehearsal')
    expect(lead(state, {type: 'move', by: 1}, enter).voice).toBe('manual')
    expect(lead(state, {type: 'move', by: 9}, enter)).toMatchObject({
      step: 'voice',
      voice: undefined,
      notice: {key: 'lookedAgain'},
    })
  })

  test('topic, two seats, rounds, begin: the form is what was answered', () => {
    const state = lead(seated(), enter, {type: 'rounds', text: '3'}, enter, enter)
    expect(state.result).toEqual({
      kind: 'begin',
      form: {
        topic: '加班是不是剥削',
        protocol: 'roundtable',
        seats: [
          {id: 'marx-perspective', voice: 'claude'},
          {id: 'mao-zedong-perspective', voice: 'claude'},
        ],
        rounds: 3,
      },
    })
  })

  test('an empty topic, a single seat and no number of rounds stay where they are and say so', () => {
    expect(lead(begun(), {type: 'topic', text: ' \n'}, enter)).toMatchObject({step: 'topic', notice: {key: 'topicMissing'}})
    const one = lead(begun(), topic, enter, {type: 'toggle'}, enter)
    expect(one).toMatchObject({step: 'seats', notice: {key: 'seatsMissing', slots: {count: 1}}})
    for (const text of ['', '0', '21', '99']) {
      expect(lead(seated(), enter, {type: 'rounds', text}, enter), text).toMatchObject({
        step: 'rounds',
        notice: {key: 'roundsMissing'},
      })
    }
  })

  test('Enter on a name that was looked for chooses it, and the next letter begins another name', () => {
    const found = lead(begun(), topic, enter, {type: 'filter', typed: '毛'}, enter)
    expect(found).toMatchObject({step: 'seats', chosen: ['mao-zedong-perspective'], filter: '毛'})
    const next = lead(found, {type: 'filter', typed: '马'})
    expect(next.filter).toBe('马')
    expect(lead(next, enter)).toMatchObject({step: 'seats', chosen: ['mao-zedong-perspective', 'marx-perspective']})
    expect(lead(next, enter, enter).step).toBe('rounds')
  })

  test('at a board’s confirmation the moderator is switched through the experts and the facilitator', () => {
    const table = {...lead(seated(), enter, enter), protocol: 'board', chosen: ['a', 'b', 'c']}
    const moderators = [0, 1, 2, 3].map(
      times => formOf(lead(table, ...Array.from({length: times + 1}, () => ({type: 'moderator'}) as const))).moderator,
    )
    expect(moderators).toEqual(['b', 'c', 'facilitator', 'a'])
    expect(formOf(lead({...table, chosen: ['a', 'b']}, {type: 'moderator'})).moderator).toBeUndefined()
    expect(formOf(lead({...table, protocol: 'roundtable'}, {type: 'moderator'})).moderator).toBeUndefined()
  })

  test('stepping back to the first question and forward again loses nothing', () => {
    const full = lead(seated(), {type: 'filter', typed: '孔'}, enter, enter, {type: 'rounds', text: '4'}, enter)
    const back = lead(full, {type: 'back'}, {type: 'back'}, {type: 'back'}, {type: 'back'}, {type: 'back'})
    expect(back.step).toBe('topic')
    expect(formOf(back)).toEqual(formOf(full))
    expect(back.filter).toBe('孔')
    expect(lead(back, enter).step).toBe('confirm')
  })

  test('every answered question can be opened again from the confirmation, and leads back to it', () => {
    const full = lead(seated(), enter, enter)
    expect(full.step).toBe('confirm')
    for (const [up, step] of [
      [1, 'rounds'],
      [2, 'seats'],
      [3, 'voice'],
      [4, 'protocol'],
      [5, 'topic'],
    ] as const) {
      const opened = lead(full, {type: 'move', by: -up}, enter)
      expect(opened.step).toBe(step)
      expect(lead(opened, enter).step, step).toBe('confirm')
    }
  })

  test('an objection is shown at its own question, and those to questions still to come wait', () => {
    const against: Objection = {step: 'rounds', text: '只够 3 轮'}
    const state = lead(seated(), {type: 'enter', objections: [against]})
    expect(state).toMatchObject({step: 'rounds', objections: []})
    const stays = lead(state, {type: 'enter', objections: [against]})
    expect(stays).toMatchObject({step: 'rounds', objections: [against]})
    expect(lead(stays, {type: 'rounds', text: '3'}).objections).toEqual([])
  })

  test('what speaks against an earlier answer leads back to it instead of to the confirmation', () => {
    const against: Objection = {step: 'seats', text: '不能排练'}
    const state = lead(seated(), enter, {type: 'enter', objections: [against]})
    expect(state).toMatchObject({step: 'seats', objections: [against]})
    expect(lead(state, enter).step).toBe('confirm')
  })

  test('nothing begins while something speaks against it', () => {
    const state = lead(seated(), enter, enter, {type: 'enter', objections: [{step: 'topic', text: '太长'}]})
    expect(state).toMatchObject({step: 'topic', result: undefined})
  })
})

describe('a sentence', () => {
  const said = {topic: '加班', ids: ['marx-perspective', 'mao-zedong-perspective'], rounds: 3, unknown: []}

  test('fills everything at once', () => {
    const state = lead(begun(), topic, {type: 'understood', said}, enter)
    expect(state.step).toBe('confirm')
    expect(formOf(state)).toMatchObject({
      topic: '加班',
      rounds: 3,
      seats: [{id: 'marx-perspective'}, {id: 'mao-zedong-perspective'}],
    })
  })

  test('with a name that nobody has, the seats are asked for', () => {
    expect(lead(begun(), topic, {type: 'understood', said: {...said, unknown: ['张三']}}, enter).step).toBe('seats')
  })

  test('without a topic, the topic is asked for and the rest is kept', () => {
    const {topic: _, ...rest} = said
    const state = lead(begun(), topic, {type: 'understood', said: rest}, enter)
    expect(state).toMatchObject({step: 'topic', rounds: '3', notice: {key: 'topicStillMissing'}})
    expect(state.chosen).toHaveLength(2)
  })
})

describe('participants', () => {
  const filter = (typed: string) => lead(begun(), topic, enter, {type: 'filter', typed})

  test.each([['教员'], ['老毛'], ['Mao'], ['ＭＡＯ'], ['mao zedong'], ['毛']])('%s finds 毛泽东', typed => {
    expect(lead(filter(typed), {type: 'toggle'}).chosen).toEqual(['mao-zedong-perspective'])
  })

  test('a filter that fits nobody chooses nobody, and knows who is near', () => {
    const state = filter('马克丝')
    expect(lead(state, {type: 'toggle'}).chosen).toEqual([])
    expect(nearestTo(state).map(({name}) => name)[0]).toBe('马克思')
    expect(nearestTo(filter('qqqq'))).toEqual([])
  })

  test('the order is that of choosing, and Shift+arrows change it within the table', () => {
    const state = seated()
    expect(state.chosen).toEqual(['marx-perspective', 'mao-zedong-perspective'])
    const up = lead(state, {type: 'reorder', by: -1})
    expect(up.chosen).toEqual(['mao-zedong-perspective', 'marx-perspective'])
    expect(lead(up, {type: 'reorder', by: -1}).chosen).toEqual(up.chosen)
  })

  test('who speaks the language of the topic comes first', () => {
    const state = lead(begun(), {type: 'topic', text: 'What is a city for'}, enter, {type: 'toggle'})
    expect(state.chosen).toEqual(['marx-perspective-en'])
  })

  test('a voice is changed seat by seat and is kept while the seat is not chosen', () => {
    const state = lead(seated(), {type: 'revoice'}, {type: 'toggle'}, {type: 'toggle'})
    expect(formOf(state).seats).toEqual([
      {id: 'marx-perspective', voice: 'claude'},
      {id: 'mao-zedong-perspective', voice: 'rehearsal'},
    ])
  })

  test('a line-up takes the place of the choice, and who is gone is named', () => {
    const state = begun({}, {lineups: [{name: '老搭档', ids: ['luxun-perspective', 'gone', 'marx-perspective']}]})
    const taken = lead(state, topic, enter, {type: 'toggle'}, {type: 'overlay', overlay: 'lineups'}, enter)
    expect(taken).toMatchObject({step: 'seats', overlay: 'none', chosen: ['luxun-perspective', 'marx-perspective']})
    expect(taken.notice).toEqual({key: 'lineupGone', slots: {names: 'gone'}})
  })
})

test('however the keys fall, the highlighted rows exist, the order holds each seat once, and the state is never torn', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const roll = dice(seed)
    const moves: readonly WizardAction[] = [
      enter,
      enter,
      topic,
      {type: 'back'},
      {type: 'move', by: 1},
      {type: 'move', by: -1},
      {type: 'move', by: 1000},
      {type: 'toggle'},
      {type: 'filter', typed: '马'},
      {type: 'filter', typed: 'zz'},
      {type: 'erase', what: 'all'},
      {type: 'reorder', by: 1},
      {type: 'revoice'},
      {type: 'rounds', text: '7'},
      {type: 'overlay', overlay: 'lineups'},
      {type: 'overlay', overlay: 'problems'},
      {type: 'overlay', overlay: 'naming'},
      {type: 'overlay', overlay: 'unfinished'},
      {type: 'overlay', overlay: 'services'},
      {type: 'propose', voice: 'deepseek', notice: {key: 'keyReady'}},
    ]
    let state = begun()
    for (let step = 0; step < 200; step++) {
      state = wizardReducer(state, moves[roll(moves.length)] ?? enter)
      expect(new Set(state.chosen).size).toBe(state.chosen.length)
      for (const at of Object.values(state.at)) expect(at).toBeGreaterThanOrEqual(0)
      expect(state.at.seats).toBeLessThan(20)
      if (state.result) expect(formOf(state).seats.length).toBeGreaterThanOrEqual(2)
    }
  }
})
