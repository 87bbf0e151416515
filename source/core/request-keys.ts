import {type Draft, takeNames, takeRounds, trimSpan} from './request-draft.ts'
import {readHead} from './request-head.ts'
import {note} from './request-notes.ts'
import {peelEnd, peelPeople, topicOf} from './request-topic.ts'
import {about, here, keys, number, plainVerb, unit} from './request-words.ts'

type Kind = (typeof keys)[number]['kind']
type Keyed = {readonly kind: Kind; readonly word: string; readonly at: number; readonly from: number; readonly to: number}

/**
 * A request written as keys: `主题：X 参与者：A、B 轮次：3`, in any order, after anything that opens a meeting or after nothing.
 * Undefined when the sentence has no such keys; then `draft` may be half filled and is to be thrown away.
 */
export function readKeyed(draft: Draft): {readonly topic?: string} | undefined {
  const found = keysIn(draft)
  const first = found[0]
  if (first === undefined) return undefined
  const before = peelEnd(draft, [0, first.at])
  const head = readHead(draft, before)
  let rest = trimSpan(draft, [head.at, head.end ?? before[1]])
  if (draft.guests === undefined) rest = peelPeople(draft, rest)
  const free = topicOf(draft, rest, head.form)
  const kinds = new Set(found.map(({kind}) => kind))
  const plain = found.filter(({word}) => /[:=]/.test(word))
  const begins = first.at === 0 && first.kind === 'topic' && !/问题|question|subject/.test(first.word)
  const called = draft.meeting || (draft.guests?.length ?? 0) > 1
  if (!called && !(kinds.size > 1 && plain.length > 1) && !begins) return undefined
  // The topic had begun before the key did: the key is a word of it.
  if (free !== undefined && kinds.size === 1 && kinds.has('topic')) return undefined
  draft.meeting = true
  const topic = takeValues(draft, found) ?? free
  if (free !== undefined && topic !== free) draft.notes.push(note('words-left-out', {said: free}))
  return topic === undefined ? {} : {topic}
}

const anyKey = new RegExp(
  `(?<=^|[\\s,;。、|/(?!」』”"']|圆桌会议|圆桌会|圆桌|roundtable|讨论)(?:${keys.map(({kind, words}) => `(?<${kind}>${words})`).join('|')})` +
    String.raw`\s{0,3}(?::|=|(?<copula>是(?!否|不是|什么|谁|怎|如何)|为(?!什么|何)|有(?!没)|包括|\sis\s|\sare\s))`,
  'g',
)
const noCopula = /^(?:问题|人物|成员|参与(?!者|人)|question|with|lang|语言)/

function keysIn(draft: Draft): Keyed[] {
  const found: Keyed[] = []
  const seen = new Set<Kind>()
  for (const match of draft.shadow.matchAll(anyKey)) {
    const kind = keys.find(key => match.groups?.[key.kind] !== undefined)?.kind
    if (kind === undefined || (match.groups?.copula !== undefined && noCopula.test(match[0]))) continue
    const last = found.at(-1)
    // 「主题：什么是主题：...」: a topic may speak of topics.
    if (kind === 'topic' && (seen.has('topic') || last?.kind === 'topic')) {
      if (last?.kind === 'topic') continue
    }
    seen.add(kind)
    if (last !== undefined) found[found.length - 1] = {...last, to: match.index}
    const from = match.index + match[0].length
    found.push({kind, word: match[0], at: match.index, from, to: draft.shadow.length})
  }
  return found
}

function takeValues(draft: Draft, found: readonly Keyed[]): string | undefined {
  const seen = new Set<Kind>()
  const explicitRounds = found.some(({kind}) => kind === 'rounds')
  let topic: string | undefined
  for (const {kind, word, from, to} of found) {
    const span = trimSpan(draft, [from, to])
    if (seen.has(kind)) {
      draft.notes.push(note('key-twice', {key: word.replace(/[\s:=]+$/, ''), said: draft.text.slice(...span)}))
      continue
    }
    seen.add(kind)
    switch (kind) {
      case 'topic':
        topic = topicOf(draft, explicitRounds ? span : peelEnd(draft, span), 'plain')
        break
      case 'with': {
        const [start, last] = peelEnd(draft, span)
        const talk = thenTalk.exec(draft.shadow.slice(start, last))
        const end = talk === null ? last : start + talk.index
        // 「嘉宾是马克思和毛泽东，讨论自由」
        if (talk !== null && topic === undefined) {
          const head = readHead(draft, [end, last])
          topic = topicOf(draft, [head.at, head.end ?? last], head.form)
        }
        takeNames(draft, [start, /[。.]/.test(draft.shadow.charAt(end - 1)) ? end - 1 : end], 0)
        break
      }
      case 'rounds':
        roundsValue(draft, span)
        break
      case 'lang':
        langValue(draft, draft.text.slice(...span))
        break
      default:
        kind satisfies never
    }
  }
  return topic
}

const thenTalk = new RegExp(`[,;。]\\s?(?=${plainVerb}|${about})`)

const roundsHere = here(`(${number})(?:${unit})?`)

function roundsValue(draft: Draft, [from, to]: readonly [number, number]): void {
  roundsHere.lastIndex = from
  const value = roundsHere.exec(draft.shadow.slice(0, to))
  if (value?.[1] === undefined) {
    if (from < to) takeRounds(draft, draft.text.slice(from, to))
    return
  }
  takeRounds(draft, value[1])
  const [start, end] = peelEnd(draft, [from + value[0].length, to])
  if (/[\p{L}\p{N}]/u.test(draft.shadow.slice(start, end))) {
    draft.notes.push(note('words-left-out', {said: draft.text.slice(start, end)}))
  }
}

function langValue(draft: Draft, said: string): void {
  if (/^(?:中|汉|漢|zh|chinese)/i.test(said)) draft.lang = 'zh'
  else if (/^(?:英|en)/i.test(said)) draft.lang = 'en'
  else draft.notes.push(note('lang-unclear', {said}))
}
