import {readFileSync} from 'node:fs'
import type {Lang, Meeting} from '../../source/core/events.ts'
import {parseTemplates} from '../../source/core/template.ts'
import {board} from '../../source/protocols/board.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {testMeeting} from '../support/meeting.ts'
import {type Held, type Holding, hold} from './table.ts'

export const boardPrompts = (lang: Lang) =>
  parseTemplates(readFileSync(new URL(`../../prompts/board.${lang}.md`, import.meta.url), 'utf8'))

type More = Parameters<typeof testMeeting>[0] & {moderator?: string; parallel?: boolean; threshold?: number}

/** A board: the first seat moderates unless another is named. */
export function boardMeeting(more: More = {}): Meeting {
  const {moderator, parallel = true, threshold = 1_000_000, ...rest} = more
  const seatIds = rest.seatIds ?? ['m', 'a', 'b', 'c']
  const meeting = testMeeting({seatIds, protocol: {id: 'board', version: 1}, ...rest})
  return {
    ...meeting,
    options: {...meeting.options, board: {moderator: moderator ?? seatIds[0] ?? '', parallel, threshold}},
    templates: {...meeting.templates, prompts: boardPrompts(meeting.lang)},
  }
}

/** What each seat says: named after the turn, so that its place can be found in any prompt; data where data is asked for. */
export function reply({turn, who}: AskRequest, more: {continues?: boolean} = {}): string {
  if (turn.stage === 'summary') return JSON.stringify({content: `《${turn.key}》的小结正文。`, continue: more.continues ?? true})
  if (turn.stage !== 'decision') return `《${turn.key}》这是${who.name}说的话。`
  return JSON.stringify({
    advice: '先做小范围试验。\n再看数据。',
    views: turn.others.map(name => ({who: name, view: `${name}的核心观点`})),
    consensus: ['都认为要先验证'],
    dissent: ['投入多少仍有分歧'],
    actions: ['两周内做出样品', '请十位用户试用'],
  })
}

/** Rough, but one number for one text: what matters here is on which side of the threshold it falls. */
const countTokens = async (texts: readonly string[]) => texts.join('').length

export const holdBoard = (meeting: Meeting, holding: Holding = {}): Promise<Held> =>
  hold({protocol: board, answer: reply, auto: true, countTokens}, meeting, holding)
