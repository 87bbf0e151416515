import {splitPersona} from '../../core/persona-sections.ts'
import {fill} from '../../core/template.ts'
import {rehearsedBoard} from '../../i18n/rehearsed-board.ts'
import type {BoardSaid, TurnBrief} from '../provider.ts'
import {
  answersTo,
  type Exchange,
  exchangesIn,
  pointsOf,
  type Speech,
  saidTo,
  speechesIn,
  stepsIn,
  wordsIn,
} from './board-heard.ts'
import {chance} from './chance.ts'
import {lengthOf, pieceOf} from './sentences.ts'
import {phraseTopic} from './topic.ts'

/**
 * The moderator of a board: rules and frames of ours around sentences of the others, verbatim. `opening` and `condense` are plain
 * text; `summary` is `{content, continue}` and `decision` `{advice, views: [{who, view}], consensus, dissent, actions}` as JSON.
 */
export function moderate(brief: TurnBrief): string {
  switch (brief.stage) {
    case 'summary':
      return JSON.stringify(summary(brief))
    case 'decision':
      return JSON.stringify(decision(brief))
    case 'condense':
      return condensed(brief)
    default:
      return opening(brief)
  }
}

/** Frames of a summary that hold one line each. */
const MOST_CLASHES = 2
const MOST_POINTS = 4
const MOST_ACTIONS = 6

function opening(brief: TurnBrief): string {
  const frames = rehearsedBoard[brief.lang]
  const separator = brief.lang === 'zh' ? '、' : ', '
  const slots = {topic: brief.topic, names: brief.others.join(separator), rounds: brief.board?.rounds ?? 1}
  const lines = [fill(frames.topic, slots)]
  const own = ownBeginning(brief)
  if (own) lines.push(own)
  if (brief.others.length > 0) lines.push(fill(frames.present, slots))
  const rules = frames.rules.map(rule => fill(rule, slots))
  const join = brief.lang === 'zh' ? '' : ' '
  const whole = (more: readonly string[]) => [...lines, [...rules, ...more].join(join), frames.start].join('\n\n')
  const wanting = (text: string) => lengthOf(text, brief.lang) < brief.limits.min
  const short = whole([])
  if (!wanting(short)) return short
  return wanting(whole(frames.more.slice(0, 1))) ? whole(frames.more) : whole(frames.more.slice(0, 1))
}

/** An expert who moderates opens as it would; a facilitator has nothing to add. */
function ownBeginning({persona, key, lang, seed, topic}: TurnBrief): string | undefined {
  const moves = splitPersona(persona?.body ?? '').moves.filter(
    ({kind, line}) => kind === 'opening' && !/\{(?!topic\})/.test(line),
  )
  const move = moves[Math.floor(chance(seed, `${persona?.id}/${key}`)() * moves.length)]
  return move?.line.replaceAll('{topic}', () => phraseTopic(topic, lang).full)
}

function summary(brief: TurnBrief): {content: string; continue: boolean} {
  const {lang, round, topic} = brief
  const frames = rehearsedBoard[lang]
  const said = saidTo(brief)
  const here = speechesIn(said).filter(one => one.round === round)
  const words = wordsOfRound(said, brief)
  const exchanges = exchangesIn(said, lang).filter(({from}) => from.round === round)
  const lines = [fill(frames.roundHead, {round})]
  for (const {name, text} of here) lines.push(fill(frames.said, {name, text: theirs(text, topic, brief, 2)}))
  if (here.length === 0) lines.push(frames.silent)
  for (const {from, to, quote, reply} of clashes(exchanges).slice(0, MOST_CLASHES)) {
    lines.push(fill(frames.clash, {from: from.name, to: to.name, quote, reply}))
  }
  for (const {from, to, quote} of agreements(exchanges).slice(0, 1)) {
    lines.push(fill(frames.agreement, {from: from.name, to: to.name, quote}))
  }
  for (const word of words) lines.push(`${fill(frames.word, {word: pieceOf(word, lang)})} ${answered(word, here, brief)}`)
  const more = round < (brief.board?.rounds ?? round) && (round === 1 || exchanges.length > 0 || words.length > 0)
  return {content: [...lines, more ? frames.goOn : frames.enough].join('\n'), continue: more}
}

/** The words that this round could answer; in the last round also those that nobody will get any more. */
function wordsOfRound(said: readonly BoardSaid[], {round, board}: TurnBrief): readonly string[] {
  const last = round >= (board?.rounds ?? round)
  return said.flatMap(one =>
    one.kind === 'word' && (one.round === round - 1 || (last && one.round === round)) ? [one.text] : [],
  )
}

function answered(word: string, here: readonly Speech[], {lang}: TurnBrief): string {
  const frames = rehearsedBoard[lang]
  const [first] = answersTo(word, here)
  return first ? fill(frames.answered, {name: first.by.name, text: first.reply}) : frames.unanswered
}

/** Up to `count` of a speaker's points in the order of the speech; where there is none, its first words. */
function theirs(text: string, topic: string, {lang}: TurnBrief, count: number): string {
  const points = pointsOf(text, topic, lang).slice(0, count)
  if (points.length === 0) return pieceOf(text, lang)
  return [...points].sort((a, b) => text.indexOf(a) - text.indexOf(b)).join(lang === 'zh' ? '' : ' ')
}

const clashes = (exchanges: readonly Exchange[]) => exchanges.filter(({agrees, reply}) => !agrees && reply !== '')
const agreements = (exchanges: readonly Exchange[]) => exchanges.filter(({agrees}) => agrees)

function decision(brief: TurnBrief) {
  const {lang, topic} = brief
  const frames = rehearsedBoard[lang]
  const said = saidTo(brief)
  const experts = byExpert(speechesIn(said))
  const exchanges = exchangesIn(said, lang)
  const framed = ({from, to, quote, reply}: Exchange) => ({from: from.name, to: to.name, quote, reply})
  const open = onePerPair(clashes(exchanges)).slice(-MOST_POINTS)
  const asked = onePerPair(exchanges.filter(({agrees, reply}) => !agrees && reply === '')).slice(-2)
  const steps = experts.flatMap(({name, speeches}) => {
    const steps = speeches.toReversed().flatMap(speech => stepsIn(speech.text, topic, lang))
    const text = steps.find(step => step.includes(phraseTopic(topic, lang).short)) ?? steps[0]
    return text ? [{name, text}] : []
  })
  return {
    advice: advice(brief, {count: experts.length, steps, open, words: wordsIn(said)}),
    views: experts.map(({who, speeches}) => ({who, view: viewOf(speeches, brief)})),
    consensus: onePerPair(agreements(exchanges))
      .slice(-MOST_POINTS)
      .map(one => fill(frames.consensus, framed(one))),
    dissent:
      open.length > 0
        ? open.map(one => fill(frames.dissent, framed(one)))
        : asked.map(one => fill(frames.dissentBare, framed(one))),
    actions: steps.slice(0, MOST_ACTIONS).map(step => fill(frames.action, step)),
  }
}

type Found = {
  readonly count: number
  readonly steps: readonly {readonly name: string; readonly text: string}[]
  readonly open: readonly Exchange[]
  readonly words: readonly string[]
}

function advice({lang, topic}: TurnBrief, {count, steps, open, words}: Found): string {
  const frames = rehearsedBoard[lang]
  if (count === 0) return `${frames.label} ${frames.nothing}`
  const parts: string[] = [frames.label]
  const [step] = steps
  parts.push(
    step
      ? fill(frames.advice, {topic, count, steps: steps.length, name: step.name, step: step.text})
      : fill(frames.adviceBare, {topic}),
  )
  const last = open.at(-1)
  if (last) parts.push(fill(frames.adviceDissent, {from: last.from.name, to: last.to.name, reply: last.reply}))
  const word = words.at(-1)
  if (word) parts.push(fill(frames.adviceWord, {word: pieceOf(word, lang)}))
  return parts.join(lang === 'zh' ? '' : ' ')
}

/** Where somebody began, and where the last speech ended up. */
function viewOf(speeches: readonly Speech[], brief: TurnBrief): string {
  const first = speeches.at(0)?.text ?? ''
  const last = speeches.at(-1)?.text ?? ''
  if (speeches.length === 1) return theirs(first, brief.topic, brief, 2)
  const views = [theirs(first, brief.topic, brief, 1), theirs(last, brief.topic, brief, 1)]
  return [...new Set(views)].join(brief.lang === 'zh' ? '' : ' ')
}

function byExpert(speeches: readonly Speech[]) {
  const found = new Map<string, {who: string; name: string; speeches: Speech[]}>()
  for (const speech of speeches) {
    const {who, name} = speech
    const one = found.get(who) ?? {who, name, speeches: []}
    one.speeches.push(speech)
    found.set(who, one)
  }
  return [...found.values()]
}

/** The newest exchange of each two. */
function onePerPair(exchanges: readonly Exchange[]): readonly Exchange[] {
  const newest = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    const pair = `${exchange.from.who} ${exchange.to.who}`
    newest.delete(pair)
    newest.set(pair, exchange)
  }
  return [...newest.values()]
}

/** Round by round as many of each speaker's points as the room allows; where it is too small for one each, the latest speeches. */
function condensed(brief: TurnBrief): string {
  let said = saidTo(brief)
  const fits = (text: string) => lengthOf(text, brief.lang) <= Math.max(1, brief.limits.max)
  for (const points of [2, 1]) {
    const text = condensedTo(said, brief, points)
    if (fits(text)) return text
  }
  for (;;) {
    const text = condensedTo(said, brief, 0)
    const oldest = said.find(one => one.kind === 'speech')
    if (fits(text) || oldest === undefined || speechesIn(said).length === 1) return text
    said = said.filter(one => one !== oldest)
  }
}

function condensedTo(said: readonly BoardSaid[], brief: TurnBrief, points: number): string {
  const frames = rehearsedBoard[brief.lang]
  const lines: string[] = []
  let round = 0
  for (const one of said) {
    if (one.round !== round) lines.push(fill(frames.condensed, {round: one.round}))
    round = one.round
    if (one.kind === 'word') lines.push(fill(frames.word, {word: points > 0 ? one.text : pieceOf(one.text, brief.lang)}))
    else {
      const [best = ''] = pointsOf(one.text, brief.topic, brief.lang)
      const text = points > 0 ? theirs(one.text, brief.topic, brief, points) : pieceOf(best || one.text, brief.lang)
      lines.push(fill(frames.said, {name: one.name, text}))
    }
  }
  return lines.length > 0 ? lines.join('\n') : frames.nothing
}
