import type {Lang} from '../../core/events.ts'
import type {BoardSaid, TurnBrief} from '../provider.ts'
import {nearness} from './relevance.ts'
import {lengthOf, sentencesOf} from './sentences.ts'
import {phraseTopic} from './topic.ts'

export type Speech = Extract<BoardSaid, {kind: 'speech'}>

/** What one took up of another's words: the quote, and what was said to it. */
export type Exchange = {
  readonly from: Speech
  readonly to: Speech
  readonly quote: string
  readonly reply: string
  readonly agrees: boolean
}

/** All there is to report on. Without a brief of the board, what was handed over with this turn. */
export const saidTo = (brief: TurnBrief): readonly BoardSaid[] =>
  brief.board?.said ?? [
    ...brief.relays.map(({who, text}) => ({kind: 'speech', who, name: who, round: brief.round, text}) as const),
    ...brief.userWords.map(text => ({kind: 'word', round: brief.round, text}) as const),
  ]

export const speechesIn = (said: readonly BoardSaid[]): readonly Speech[] =>
  said.flatMap(one => (one.kind === 'speech' ? [one] : []))
export const wordsIn = (said: readonly BoardSaid[]): readonly string[] =>
  said.flatMap(one => (one.kind === 'word' ? [one.text] : []))

const QUOTED = /[「“]([^」”]+)[」”]/u
const MARKS = /[「」『』“”"]/u
const ASKS = /[？?]["”」』]*$/u
const STORY = /那[年天阵]|当年|年前|[了过]我|\d{4}|\bonce\b|\byears ago\b/iu
const SPAN = {zh: {min: 10, max: 60}, en: {min: 5, max: 40}} as const

/** The speaker's own sentences that say most to the topic, verbatim, best first: no questions, and nobody else's words. */
export function pointsOf(text: string, topic: string, lang: Lang): readonly string[] {
  const {short, full} = phraseTopic(topic, lang)
  const {min, max} = SPAN[lang]
  return sentencesOf(text)
    .filter(sentence => !MARKS.test(sentence) && !ASKS.test(sentence))
    .filter(sentence => lengthOf(sentence, lang) >= min && lengthOf(sentence, lang) <= max)
    .map((sentence, at) => ({
      sentence,
      weight:
        nearness(sentence, topic) +
        (sentence.includes(short) ? 1 : 0) -
        (full !== short && sentence.includes(full) ? 2 : 0) -
        (STORY.test(sentence) ? 0.8 : 0) -
        at * 0.05,
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({sentence}) => sentence)
}

/** Sentences that say what to do, those about the topic itself first. */
export function stepsIn(text: string, topic: string, lang: Lang): readonly string[] {
  const {short} = phraseTopic(topic, lang)
  const steps = pointsOf(text, topic, lang).filter(sentence => STEP[lang].test(sentence))
  return [...steps.filter(sentence => sentence.includes(short)), ...steps.filter(sentence => !sentence.includes(short))]
}

const STEP = {
  zh: /(?:^|[，；：])(?:请|先|今晚|去)|列出|写下|写一|画一|画出|算一|算个|估一|试一|问一句|找一|找十|数一|量一|两周|说清|标|贴个|打个分|翻一翻|推三步|走一遍/u,
  en: /(?:^|[,;:] )(?:please|first|write|list|draw|count|try|ask|measure|put|find|name|show|begin|start|pick|choose|give|take|tell|tonight|walk|sort|invite)\b/i,
}

const AGREES = {
  zh: /(?<![不没未])(?:承认|同意|赞成|认账|签字|收下|留下|署|点头|有理|没错|佩服|学到|算我一票|记在|抄进|说出了|说到了|替[^，。]{1,8}说了话|站在)/u,
  en: /\b(?:agree|grant|concede|right|well said|i sign|take that|true)\b/i,
}
const DENIES = {zh: /不同意(?!也)|不赞成|不认|不买|不签|站不住|不成立/u, en: /\b(?:not|don['’]t|disagree|never)\b/i}

/** Who took up whose words, in the order they were spoken. */
export function exchangesIn(said: readonly BoardSaid[], lang: Lang): readonly Exchange[] {
  const speeches = speechesIn(said)
  const own = new Map(speeches.map(speech => [speech, speech.text.replace(new RegExp(QUOTED, 'gu'), '')]))
  return speeches.flatMap((from, at) => {
    const sentences = sentencesOf(from.text)
    return sentences.flatMap((sentence, index): readonly Exchange[] => {
      const quote = QUOTED.exec(sentence)?.[1]
      const to = quote && speeches.slice(0, at).findLast(one => one.who !== from.who && own.get(one)?.includes(quote))
      if (!quote || !to) return []
      const frame = sentence.replace(QUOTED, '')
      const agrees = AGREES[lang].test(frame) && !DENIES[lang].test(frame) && !ASKS.test(frame)
      const next = sentences[index + 1] ?? ''
      return [{from, to, quote, agrees, reply: MARKS.test(next) || ASKS.test(next) ? '' : next}]
    })
  })
}

/** Who took up the person's words, and with which sentence of theirs. */
export function answersTo(word: string, speeches: readonly Speech[]): readonly {readonly by: Speech; readonly reply: string}[] {
  return speeches.flatMap(by => {
    const sentences = sentencesOf(by.text)
    const at = sentences.findIndex(sentence => {
      const quote = QUOTED.exec(sentence)?.[1]
      return quote !== undefined && word.includes(quote)
    })
    const next = sentences[at + 1]
    return at >= 0 && next !== undefined && !MARKS.test(next) ? [{by, reply: next}] : []
  })
}

/** What a moderator's text reports of each of `names`, as if they said it: `- X：…` on a line of its own. */
export function reported(text: string, names: readonly string[]): TurnBrief['relays'] {
  return contentOf(text)
    .split('\n')
    .flatMap(line => {
      const who = names.find(name => line.replace(/^[-\s]+/u, '').startsWith(name))
      const words = who && line.slice(line.indexOf(who) + who.length).replace(/^\s*[：:]\s*/u, '')
      return who && words && words !== line ? [{who, text: words}] : []
    })
}

/** The words of a summary that was given as data; any other text as it is. */
function contentOf(text: string): string {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null && 'content' in data && typeof data.content === 'string'
      ? data.content
      : text
  } catch {
    return text
  }
}
