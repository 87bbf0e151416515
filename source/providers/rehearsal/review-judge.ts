import type {Section} from '../../core/review-report.ts'
import type {Stance} from '../../core/stance.ts'
import {fill} from '../../core/template.ts'
import {rehearsedReview} from '../../i18n/rehearsed-review.ts'
import type {ReviewBrief, ReviewSaid, TurnBrief} from '../provider.ts'
import {pieceOf} from './sentences.ts'

/** The report of a review: every section, laid out of what the roles wrote under their numbers. */
export function judge(brief: TurnBrief, review: ReviewBrief): string {
  const table = tableOf(review)
  return review.headings.map(({section, heading}) => `## ${heading}\n\n${bodies[section](brief, review, table)}`).join('\n\n')
}

type Table = {
  /** Each role's first and latest output. */
  readonly first: readonly ReviewSaid[]
  readonly last: readonly ReviewSaid[]
  readonly most: Stance
}

function tableOf({said}: ReviewBrief): Table {
  const round = Math.max(0, ...said.map(one => one.round))
  const first = said.filter((one, index) => said.findIndex(other => other.who === one.who) === index)
  const last = said.filter(one => one.round === round)
  const order: readonly Stance[] = ['modify', 'continue', 'drop']
  const count = (stance: Stance) => last.filter(one => one.position?.stance === stance).length
  const most = [...order].sort((a, b) => count(b) - count(a))[0] ?? 'modify'
  return {first, last, most}
}

type Body = (brief: TurnBrief, review: ReviewBrief, table: Table) => string

const framesOf = (brief: TurnBrief) => rehearsedReview[brief.lang].frames
const stancesOf = (brief: TurnBrief) => rehearsedReview[brief.lang].stances

/** What stands under a number; where there is none, nothing. */
export const pointIn = (text: string, n: number): string => new RegExp(`^${n}\\.\\s+(.+)$`, 'm').exec(text)?.[1]?.trim() ?? ''
export const firstSentence = (text: string): string => /^.+?(?:[。！？]|[.!?](?=\s|$)|$)/u.exec(text)?.[0] ?? text
const cell = (text: string): string => firstSentence(text).replaceAll('|', '／')

function listed(
  brief: TurnBrief,
  all: readonly ReviewSaid[],
  n: number,
  frame: 'said' | 'quoted' | 'gapPremise',
): readonly string[] {
  return all.flatMap(one => {
    const text = firstSentence(pointIn(one.text, n))
    return text ? [fill(framesOf(brief)[frame], {name: one.name, round: one.round, text})] : []
  })
}

const orNothing = (brief: TurnBrief, lines: readonly string[]): string =>
  lines.length ? lines.join('\n') : `- ${framesOf(brief).nothing}`

function choiceOf(brief: TurnBrief, stance: Stance): string {
  const {choiceContinue, choiceModify, choiceDrop} = framesOf(brief)
  return {continue: choiceContinue, modify: choiceModify, drop: choiceDrop}[stance]
}

const bodies: Readonly<Record<Section, Body>> = {
  advice: (brief, _, {last, most}) => {
    const frames = framesOf(brief)
    const held = last.flatMap(one => one.position ?? [])
    const mean = held.reduce((sum, {confidence}) => sum + confidence, 0) / Math.max(1, held.length)
    const level = mean >= 0.75 ? frames.high : mean >= 0.5 ? frames.middle : frames.low
    const count = held.filter(({stance}) => stance === most).length
    const slots = {choice: choiceOf(brief, most), level, count: last.length, most: count, stance: stancesOf(brief)[most]}
    const words = brief.userWords.map(word => fill(frames.adviceWord, {word: pieceOf(word, brief.lang)}))
    return [frames.label, fill(frames.advice, slots), ...words].join('\n\n')
  },
  reasons: (brief, _, {first}) => orNothing(brief, listed(brief, first, 1, 'quoted')),
  plan: (brief, _, {first}) => orNothing(brief, listed(brief, first, 5, 'said')),
  rejected: (brief, _, {last, most}) => {
    const others = last.filter(one => one.position && one.position.stance !== most)
    const lines = others.flatMap(one => {
      const choice = choiceOf(brief, one.position?.stance ?? most)
      return [fill(framesOf(brief).rejected, {choice, reason: `${one.name}: ${firstSentence(pointIn(one.text, 4))}`})]
    })
    return lines.length ? lines.join('\n') : framesOf(brief).rejectedNone
  },
  objections: (brief, _, {last}) => orNothing(brief, listed(brief, last, 2, 'quoted')),
  risks: (brief, _, {first}) => {
    const rows = first.map(one =>
      fill(framesOf(brief).riskRow, {name: one.name, risk: cell(pointIn(one.text, 2)), fix: cell(pointIn(one.text, 5))}),
    )
    return [framesOf(brief).riskHead, ...rows].join('\n')
  },
  positions: (brief, _, {last}) => {
    const rows = last.map(one =>
      fill(framesOf(brief).positionRow, {
        name: one.name,
        stance: one.position ? stancesOf(brief)[one.position.stance] : '—',
        view: cell(pointIn(one.text, 4)),
        confidence: one.position?.confidence ?? '—',
      }),
    )
    return [framesOf(brief).positionHead, ...rows].join('\n')
  },
  disputes: (brief, _, {last}) => {
    const held = new Set(last.map(one => one.position?.stance))
    const names = last.map(({name, position}) =>
      fill(framesOf(brief).held, {name, stance: position ? stancesOf(brief)[position.stance] : '—'}),
    )
    return held.size > 1
      ? fill(framesOf(brief).dispute, {names: names.join(brief.lang === 'zh' ? '、' : ', ')})
      : framesOf(brief).disputeNone
  },
  consensus: (brief, _, {last, most}) => {
    const same = last.length > 1 && last.every(one => one.position?.stance === most)
    return same ? fill(framesOf(brief).together, {stance: stancesOf(brief)[most]}) : framesOf(brief).togetherNone
  },
  gaps: (brief, {materials}, {first}) => {
    const cut = materials.flatMap(({label, truncated}) => (truncated ? [fill(framesOf(brief).gapCut, {label})] : []))
    return orNothing(brief, [...cut, ...listed(brief, first, 3, 'gapPremise')])
  },
  questions: (brief, _, {first}) => orNothing(brief, listed(brief, first, 7, 'said')),
  actions: (brief, _, {first}) => {
    const {action24, action3, action7, actionsNone} = framesOf(brief)
    const frames = [action24, action3, action7]
    const lines = first.flatMap((one, index) => {
      const text = firstSentence(pointIn(one.text, 5))
      return text ? [fill(frames[Math.min(index, 2)] ?? action7, {name: one.name, text})] : []
    })
    return lines.length ? lines.join('\n') : actionsNone
  },
  decision: (brief, {materials, said}, {first}) => {
    const frames = framesOf(brief)
    const comma = brief.lang === 'zh' ? '、' : ', '
    return fill(frames.decision, {
      inputs: materials.map(({label}) => label).join(comma) || frames.inputsNone,
      names: first.map(({name}) => name).join(comma),
      rounds: Math.max(0, ...said.map(one => one.round)),
      premise: first.flatMap(one => firstSentence(pointIn(one.text, 3)) || [])[0] ?? frames.nothing,
    })
  },
}
