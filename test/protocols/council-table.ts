import {readFileSync} from 'node:fs'
import type {CouncilOptions, Lang, Meeting} from '../../source/core/events.ts'
import {parseTemplates} from '../../source/core/template.ts'
import {chairFor} from '../../source/i18n/chair.ts'
import {council} from '../../source/protocols/council.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {testMeeting} from '../support/meeting.ts'
import {type Held, type Holding, hold} from './table.ts'

export const councilPrompts = (lang: Lang) =>
  parseTemplates(readFileSync(new URL(`../../prompts/council.${lang}.md`, import.meta.url), 'utf8'))

export const file = (label: string, text = `内容 ${label}`, truncated = false) =>
  ({kind: 'file', label, bytes: text.length, sha256: '0'.repeat(64), text, truncated}) as const

type More = Parameters<typeof testMeeting>[0] & Partial<CouncilOptions>

/** A duo without a repository, unless more is said. */
export function councilMeeting(more: More = {}): Meeting {
  const {selection, debate = true, rooted = false, discovery = [], ...rest} = more
  const seatIds = rest.seatIds ?? ['knuth', 'beck']
  const meeting = testMeeting({seatIds, protocol: {id: 'council', version: 1}, topic: '要不要优化这个循环', rounds: 2, ...rest})
  return {
    ...meeting,
    recorder: {provider: 'fake'},
    options: {
      ...meeting.options,
      council: {
        selection: selection ?? {
          topic: 'optimization-decision',
          mode: seatIds.length > 2 ? 'triad' : 'duo',
          members: seatIds,
          routedBy: 'keyword',
          note: '命中锚点词：优化',
        },
        ...{debate, rooted, discovery},
      },
    },
    templates: {chair: chairFor('council', meeting.lang), prompts: councilPrompts(meeting.lang)},
  }
}

/** The first member is for it and the others are against, and they put two things the other way round. */
export function answer({turn, who}: AskRequest): string {
  const first = who.id < 'c'
  const [, question = ''] = /^discovery-(\d+)$/.exec(turn.key) ?? []
  if (question !== '') {
    return JSON.stringify({question: 'x', filesRead: ['src/a.ts'], facts: [`事实${question}（src/a.ts）`], relevant: true})
  }
  if (turn.key.startsWith('rebuttal:')) {
    return JSON.stringify({
      ...{member: who.id, respondsTo: turn.others, revisedVerdict: first ? 'for' : 'against'},
      ...{stance: `《${turn.key}》${who.name}的新立场。`, recommendation: `${who.name}的最终建议。`, moved: false},
    })
  }
  return JSON.stringify({
    ...{member: who.id, stance: `《${turn.key}》${who.name}的立场。`, verdict: first ? 'for' : 'against'},
    keyConcerns: [`${who.name}的顾虑。`],
    tradeoffsRaised: [first ? '优化时机：先测量 优先于 先跑通' : '优化时机：先跑通 优先于 先测量'],
    recommendation: `${who.name}的建议。`,
  })
}

export const agreeing = (request: AskRequest): string =>
  request.turn.key.startsWith('response:')
    ? JSON.stringify({...JSON.parse(answer(request)), verdict: 'for', tradeoffsRaised: []})
    : answer(request)

export const holdCouncil = (meeting: Meeting, holding: Holding = {}): Promise<Held> =>
  hold({protocol: council, answer, auto: false}, meeting, holding)
