import {afterAll, describe, expect, it} from 'vitest'
import {planMeeting} from '../../source/commands/plan.ts'
import {formFlags, wizardWorld} from '../../source/commands/wizard-world.ts'
import type {Lang} from '../../source/core/events.ts'
import {formOf} from '../../source/ui/wizard/form.ts'
import {type WizardAction, wizardReducer} from '../../source/ui/wizard/reducer.ts'
import {matchesOf} from '../../source/ui/wizard/seats.ts'
import {initialState, type WizardState} from '../../source/ui/wizard/state.ts'
import {fakeHost} from '../support/host.ts'
import {boardPlace} from './board-table.ts'

const place = boardPlace()
afterAll(place.remove)

const worldIn = (lang: Lang = 'zh') => wizardWorld(fakeHost({cwd: place.cwd, lang}))

/** The page with this sentence in its first field, Enter hit. */
function filled(sentence: string, ...more: readonly WizardAction[]): WizardState {
  const world = worldIn()
  const facts = {
    personas: world.personas(),
    problems: [],
    voices: [{id: 'claude', label: 'Claude'}],
    protocols: world.protocols(),
    lineups: [],
  }
  const said = world.understand(sentence)
  const actions: readonly WizardAction[] = [
    {type: 'found', facts},
    {type: 'topic', text: sentence},
    ...(said ? [{type: 'understood', said} as const] : []),
    {type: 'enter', objections: []},
    ...more,
  ]
  return actions.reduce(wizardReducer, initialState('zh'))
}

describe('@board in the first field of the page', () => {
  it('fills in everything, so that the confirmation is next, and the form is planned as the sentence would be', () => {
    const state = filled('@board:阿达，grace,linus 要不要做？')
    expect([state.step, state.protocol, state.chosen, state.rounds, state.topic]).toEqual([
      'confirm',
      'board',
      ['ada', 'grace', 'linus'],
      '5',
      '要不要做？',
    ])
    const host = fakeHost({cwd: place.cwd})
    const [form, sentence] = [
      planMeeting(formFlags(formOf(state)), undefined, host),
      planMeeting({provider: 'claude'}, '@board:ada,grace,linus 要不要做？', host),
    ]
    expect(form).toEqual(sentence)
    expect('plan' in form && form.plan.protocol).toBe('board')
  })

  it('without names seats the default board, with one expert that one', () => {
    expect(filled('@board 要不要做？').chosen).toEqual(['ada', 'grace', 'linus', 'edsger'])
    expect(filled('@board:ada 要不要做？，2 轮')).toMatchObject({step: 'confirm', chosen: ['ada'], rounds: '2'})
  })

  it('with a name nobody has asks who is meant, among the experts', () => {
    const state = filled('@board:adaa,grace 要不要做？')
    expect([state.step, state.understood?.unknown, state.chosen]).toEqual(['seats', ['adaa'], ['grace']])
    const ids = matchesOf(state).map(({persona}) => persona.id)
    expect(ids).toEqual(expect.arrayContaining(['ada', 'grace', 'linus', 'edsger']))
    expect(ids).not.toContain('marx-perspective')
  })

  it('anywhere else is a topic, and another @word is said to be no command', () => {
    expect(worldIn().understand('我们用 @board:ada 讨论')).toBeUndefined()
    expect(worldIn().understand('@team 做一个网站')).toMatchObject({
      topic: '@team 做一个网站',
      remarks: [expect.stringContaining('不是命令')],
    })
    expect(filled('@team 做一个网站')).toMatchObject({topic: '@team 做一个网站', chosen: []})
  })
})

it('who was chosen for another kind of meeting is not seated, and experts sit at boards only', () => {
  const roundtable = filled('要不要做？')
  expect(matchesOf({...roundtable, protocol: 'roundtable'}).map(({persona}) => persona.id)).not.toContain('ada')
  const chosen = {...roundtable, step: 'protocol' as const, chosen: ['marx-perspective']}
  const at = chosen.facts.protocols.findIndex(({id}) => id === 'board')
  const next = wizardReducer({...chosen, at: {...chosen.at, protocol: at}}, {type: 'enter', objections: []})
  expect([next.protocol, next.chosen]).toEqual(['board', []])
})

it.each([
  ['zh', '主持人：艾达', '每轮各位同时发言'],
  ['en', 'Moderator: 艾达', 'all speak at once'],
] as const)('the confirmation shows who moderates and how a round goes, in %s', (lang, moderator, rounds) => {
  const form = formOf(filled('@board:ada,grace,linus 要不要做？'))
  const preview = worldIn(lang).preview(form)
  expect(preview.facts?.[0]).toContain(moderator)
  expect(preview.facts?.[1]).toContain(rounds)
  expect(preview).toMatchObject({speeches: 5 * 2 + 5 + 2, estimate: {calls: 5 * 2 + 5 + 2}})
  expect(
    worldIn(lang).preview({
      ...form,
      protocol: 'roundtable',
      seats: [
        {id: 'marx-perspective', voice: 'rehearsal'},
        {id: 'mao-zedong-perspective', voice: 'rehearsal'},
      ],
      rounds: 1,
    }).facts,
  ).toEqual([])
})
