import {readFileSync} from 'node:fs'
import type {Lang, Meeting} from '../../source/core/events.ts'
import type {Material} from '../../source/core/material.ts'
import {sections} from '../../source/core/review-report.ts'
import {parseTemplates} from '../../source/core/template.ts'
import {chairFor} from '../../source/i18n/chair.ts'
import {review} from '../../source/protocols/review.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {testMeeting} from '../support/meeting.ts'
import {type Held, type Holding, hold} from './table.ts'

export const reviewPrompts = (lang: Lang) =>
  parseTemplates(readFileSync(new URL(`../../prompts/review.${lang}.md`, import.meta.url), 'utf8'))

export const material = (kind: Material['kind'], label: string, text: string, cut?: number): Material => ({
  kind,
  label,
  bytes: Buffer.byteLength(text),
  sha256: sha256(text),
  text: text.slice(0, cut),
  truncated: cut !== undefined,
})

export const dossier: readonly Material[] = [
  material('brief', 'brief.md', '要决定的是：是否把结算改成异步。'),
  material('material', 'docs/spec.md', '# 规格\n\n结算走队列。', 9),
]

type More = Parameters<typeof testMeeting>[0] & {
  materials?: readonly Material[]
  acceptGaps?: boolean
  mostRounds?: number
  judge?: boolean
}

export function reviewMeeting(more: More = {}): Meeting {
  const {materials = dossier, acceptGaps = false, mostRounds = 5, judge = true, ...rest} = more
  const seatIds = rest.seatIds ?? ['a', 'b', 'c']
  const base = testMeeting({rounds: 2, protocol: {id: 'review', version: 1}, ...rest, seatIds})
  return {
    ...base,
    ...(judge ? {recorder: {provider: 'fake'}} : {}),
    options: {...base.options, review: {materials, acceptGaps, mostRounds}},
    templates: {chair: chairFor('review', base.lang), prompts: reviewPrompts(base.lang)},
  }
}

/** Long enough not to be hollow; names the turn, so that its place can be found in any prompt. */
export const analysis = (key: string, more: {stance?: string; confidence?: string; filling?: string} = {}): string => {
  const {
    stance = '修改',
    confidence = '0.7',
    filling = `由于材料里的约束，${key} 有自己的依据和判断 as it stands because of it`,
  } = more
  const points = Array.from({length: 7}, (_, at) => `${at + 1}. 《${key}》第${at + 1}点：${filling}${at}。`)
  return [...points, '', `STANCE: ${stance}  CONFIDENCE: ${confidence}`].join('\n')
}

export const report = (lang: Lang, without: readonly string[] = [], prompts = reviewPrompts(lang)): string =>
  sections
    .filter(section => !without.includes(section))
    .map(section => `## ${prompts[`section.${section}`]}\n\n${section} 的正文。`)
    .join('\n\n')

export const answer = ({turn}: AskRequest): string => (turn.stage === 'decision' ? report(turn.lang) : analysis(turn.key))

/** Somebody is there unless the review goes on by itself. */
export const holdReview = (meeting: Meeting, holding: Holding = {}): Promise<Held> =>
  hold({protocol: review, answer, auto: true}, meeting, {...holding, present: holding.present ?? !(holding.auto ?? true)})
