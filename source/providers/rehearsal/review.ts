import type {Stance} from '../../core/stance.ts'
import {fill} from '../../core/template.ts'
import {rehearsedReview} from '../../i18n/rehearsed-review.ts'
import type {ReviewBrief, ReviewSaid, TurnBrief} from '../provider.ts'
import {chance} from './chance.ts'
import {firstSentence, judge, pointIn} from './review-judge.ts'
import {pieceOf, quotables, sentencesOf, trimEnd} from './sentences.ts'
import {phraseTopic} from './topic.ts'

/**
 * A role, or the judge, of a review: frames of ours, different for each role, around the topic, headings of the materials and
 * words of the others, verbatim. Ends with the line that the machine reads; the judge's is a report with every section.
 */
export function reviewed(brief: TurnBrief, review: ReviewBrief): string {
  if (review.kind === 'verdict') return judge(brief, review)
  if (review.kind === 'challenge') return challenged(brief, review)
  return brief.round === 1 ? analysed(brief, review) : crossed(brief, review)
}

const linesOf = ({lang}: TurnBrief, {role}: ReviewBrief) => {
  const {roles} = rehearsedReview[lang]
  return roles[role] ?? roles.other
}

function analysed(brief: TurnBrief, review: ReviewBrief): string {
  const {frames} = rehearsedReview[brief.lang]
  const lines = linesOf(brief, review)
  if (!lines) return frames.nothing
  const [stance, confidence] = lines.stance
  const problem = [lines.problem, anchored(brief, review)].join(gap(brief))
  const rule = ruleOf(brief)
  return numbered(brief, stance, confidence, [
    lines.strength,
    problem,
    lines.premise,
    frames[stance],
    lines.change,
    fill(frames.confidence, {confidence, rule}).trim(),
    lines.question,
  ])
}

function crossed(brief: TurnBrief, review: ReviewBrief): string {
  const {frames, stances} = rehearsedReview[brief.lang]
  const lines = linesOf(brief, review)
  if (!lines) return frames.nothing
  const [began, confidence] = lines.stance
  const before = review.before?.stance
  const [far, other = far, third = other] = pointsOf(brief, review, before ?? began)
  // Who wanted to drop it is won over by a definite argument of somebody else; the others stay.
  const now: Stance = before === 'drop' && third ? 'modify' : (before ?? began)
  const topic = phraseTopic(brief.topic, brief.lang).short
  const told = {now: stances[now], before: stances[before ?? now], confidence}
  const changed = third
    ? fill(now === before || !before ? frames.unchanged : frames.changed, {...third, ...told})
    : frames.unchangedBare
  const frame = before === undefined ? frames.first : before === now ? frames.same : frames.moved
  const words = brief.userWords.map(word => fill(frames.word, {word: pieceOf(word, brief.lang), topic}))
  return numbered(brief, now, confidence, [
    far ? fill(frames.drift, {...far, topic}) : frames.driftNone,
    other ? fill(frames.over, other) : frames.overNone,
    changed,
    lines.principle,
    [fill(frames.keep, {stance: stances[now], value: lines.value}), ...words].join(gap(brief)),
    fill(frame, told),
  ])
}

function challenged(brief: TurnBrief, review: ReviewBrief): string {
  const {frames} = rehearsedReview[brief.lang]
  const lines = linesOf(brief, review)
  if (!lines) return frames.nothing
  const topic = phraseTopic(brief.topic, brief.lang).full
  const [began, confidence] = lines.stance
  return numbered(brief, review.before?.stance ?? began, confidence, [
    fill(frames.goal, {topic}),
    [lines.value, anchored(brief, review)].join(gap(brief)),
    [fill(frames.alone, {problem: lines.problem}), lines.premise].join(gap(brief)),
    [fill(frames.differ, {principle: lines.principle}), lines.change].join(gap(brief)),
  ])
}

function numbered(brief: TurnBrief, stance: Stance, confidence: number, points: readonly string[]): string {
  const {frames, stances} = rehearsedReview[brief.lang]
  const list = points.map((point, index) => `${index + 1}. ${point}`)
  return [frames.label, ...list, '', `STANCE: ${stances[stance]}  CONFIDENCE: ${confidence}`].join('\n')
}

const gap = ({lang}: TurnBrief) => (lang === 'zh' ? '' : ' ')

/** A heading or a sentence of what was put before the meeting, and where it stands; says so where that was cut. */
function anchored(brief: TurnBrief, {materials, role}: ReviewBrief): string {
  const {frames} = rehearsedReview[brief.lang]
  const draw = chance(brief.seed, `${role}/${brief.key}`)
  const places = materials.flatMap(({label, text, truncated}) =>
    anchorsIn(text).map(anchor => ({source: label, anchor, truncated})),
  )
  const place = places[Math.floor(draw() * places.length)]
  if (!place) return frames.noAnchor
  const {source, anchor, truncated} = place
  const said = fill(frames.anchor, {source, anchor})
  return truncated ? [said, fill(frames.cutNote, {source})].join(gap(brief)) : said
}

function anchorsIn(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#{1,4}\s+(.{2,60}?)\s*#*$/gm)].map(match => match[1] ?? '')
  const found = headings.length ? headings : sentencesOf(text).filter(sentence => sentence.length <= 60)
  return found
    .map(one => one.replace(/["“”「」『』*`]/gu, ''))
    .filter(one => one !== '' && text.includes(one))
    .slice(0, 12)
}

/** One sentence of the role's own card. */
function ruleOf(brief: TurnBrief): string {
  const draw = chance(brief.seed, `${brief.persona?.id}/${brief.key}/rule`)
  const fits = sentencesOf(brief.persona?.body ?? '')
    .map(sentence => sentence.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, ''))
    .filter(
      sentence => /[。.]$/u.test(sentence) && !/[#→{}<>|*`]/u.test(sentence) && sentence.length >= 10 && sentence.length <= 160,
    )
  return fits[Math.floor(draw() * fits.length)] ?? ''
}

type Point = {readonly name: string; readonly quote: string}

/**
 * What is taken up of others: first of who stands elsewhere, each of another role where there are so many. The first two are about
 * what is to be done, the third about what is wrong.
 */
function pointsOf(brief: TurnBrief, {said}: ReviewBrief, own: Stance): readonly Point[] {
  const latest = Math.max(0, ...said.map(one => one.round))
  const draw = chance(brief.seed, `${brief.key}/points`)
  const peers = said
    .filter(one => one.round === latest)
    .map(one => ({one, weight: (one.position?.stance === own ? 0 : 1) + draw() * 0.5}))
    .sort((a, b) => b.weight - a.weight)
    .map(({one}) => one)
  const wanted =
    latest === 1
      ? [
          [5, 1],
          [1, 5],
          [2, 3],
        ]
      : [[4], [5, 4], [4, 5]]
  const taken = new Set<string>()
  return wanted.flatMap((numbers, index): readonly Point[] => {
    const one = peers[index % Math.max(1, peers.length)]
    const quote = one && quoteOf(one, numbers, taken, brief.lang)
    if (!one || !quote) return []
    taken.add(quote)
    return [{name: one.name, quote}]
  })
}

/** The first sentence under one of these numbers, or what stands best alone where nothing is numbered. */
function quoteOf({text}: ReviewSaid, numbers: readonly number[], taken: ReadonlySet<string>, lang: TurnBrief['lang']) {
  const own = numbers.map(n => trimEnd(firstSentence(pointIn(text, n)))).filter(quote => quote !== '' && !MARKS.test(quote))
  const best = own.length ? own : [...quotables(text, lang)].sort((a, b) => b.rank - a.rank).map(({text}) => text)
  return best.find(quote => !taken.has(quote)) ?? best[0]
}

const MARKS = /["“”「」『』]/u
