import {z} from 'zod'
import type {Meeting, Seat} from '../core/events.ts'
import {review} from '../core/review.ts'
import type {Hollow} from '../core/review-check.ts'
import {heardByJudge, unheardInReview} from '../core/review-history.ts'
import {headingOf, readReport, sections} from '../core/review-report.ts'
import {readStance} from '../core/stance.ts'
import type {MeetingState} from '../core/state.ts'
import {ofType} from '../core/state.ts'
import type {Ask, Turn} from '../core/steps.ts'
import {fill, pick} from '../core/template.ts'
import {analysisPrompt, challengePrompt, crossPrompt, verdictPrompt} from './review-prompts.ts'

/** The turns of a review. None of them stops the meeting: who fails is missing, and the flow asks what is to be done about it. */
export type At = {readonly round: number; readonly rounds: number}

export const roundLimits = ({lang}: Meeting) => (lang === 'zh' ? {min: 300, max: 1200} : {min: 180, max: 700})

/** The first round is independent; every later one cross-examines what others came to before it. */
export function roundTurn(meeting: Meeting, seat: Seat, part: string, at: At): Turn {
  const limits = roundLimits(meeting)
  const prompt = at.round === 1 ? analysisPrompt : crossPrompt
  return {
    key: `${part}:${seat.id}`,
    who: seat.id,
    ask: {
      ...asksRole(meeting, at),
      limits,
      hear: (state, who) => unheardInReview(state, who, at.round),
      prompt: view => prompt(view, {...at, ...limits}),
    },
  }
}

/** Once more, from the goal and the value alone: nothing new is handed over. */
export function challengeTurn(meeting: Meeting, seat: Seat, part: string, at: At, why: Hollow): Turn {
  const limits = meeting.lang === 'zh' ? {min: 200, max: 800} : {min: 120, max: 450}
  return {
    key: `${part}:${seat.id}`,
    who: seat.id,
    ask: {...asksRole(meeting, at), limits, hear: () => [], prompt: view => challengePrompt(view, {...at, ...limits}, why)},
  }
}

const asksRole = ({templates}: Meeting, at: At): Pick<Ask, 'stage' | 'round' | 'parse' | 'onFailure' | 'excerpt'> => ({
  stage: 'response',
  round: at.round,
  parse: text => {
    const read = readStance(text)
    return 'problem' in read ? {problem: pick(templates.prompts, `problem.${read.problem}`)} : {data: read}
  },
  onFailure: 'skip',
  excerpt: review.excerptBytes,
})

/** `missing`: names of roles that are not there; `closes`: the person has asked for the end already. `key` changes when it is asked again. */
export function verdictTurn(
  meeting: Meeting,
  key: string,
  how: {readonly rounds: number; readonly missing: string; readonly closes: boolean},
): Turn {
  const limits = meeting.lang === 'zh' ? {min: 800, max: 4000} : {min: 500, max: 2500}
  return {
    key,
    who: 'recorder',
    ask: {
      stage: 'decision',
      round: 0,
      limits,
      hear: heardByJudge,
      prompt: view => verdictPrompt(view, how),
      parse: text => parseVerdict(text, meeting),
      onFailure: 'skip',
      excerpt: review.excerptBytes,
      ...(how.closes ? {closes: true} : {}),
    },
  }
}

/** Every section has to be there; the data names them, the text is the report. */
function parseVerdict(text: string, {templates, lang}: Meeting): {readonly data: unknown} | {readonly problem: string} {
  const {prompts} = templates
  const {missing} = readReport(text, prompts)
  if (missing.length === 0) return {data: {sections}}
  const names = missing.map(section => headingOf(prompts, section)).join(lang === 'zh' ? '、' : ', ')
  return {problem: fill(pick(prompts, 'problem.sections'), {names})}
}

/** What a report lacked that could not be repaired; empty when it failed for another reason. */
export function missingSections(state: MeetingState, meeting: Meeting, key: string): readonly string[] {
  const last = ofType(state.log, 'turn.failed').findLast(event => event.key === key)
  const read = last?.partial === undefined ? undefined : parseVerdict(last.partial, meeting)
  if (!last?.partial || !read || !('problem' in read) || read.problem !== last.fault.message) return []
  return readReport(last.partial, meeting.templates.prompts).missing
}

/** As it was read from the ledger; empty for what is none of ours. */
export const asSections = (note: unknown) => z.array(z.enum(sections)).safeParse(note).data ?? []
