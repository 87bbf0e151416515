import {type Draft, takeNames, takeRounds, trimSpan, withoutBetween} from './request-draft.ts'
import {note} from './request-notes.ts'
import {roundsAtEnd} from './request-rounds.ts'
import {han} from './request-shadow.ts'
import {afterAbout, caller, number, opening, pronoun, takesPart, unit, verb} from './request-words.ts'

type Span = readonly [number, number]

/** Takes from the end of a span what is not topic: rounds, language, thanks. Looks at the last characters only. */
export function peelEnd(draft: Draft, span: Span): Span {
  let [from, to] = span
  for (let more = true; more; ) {
    more = false
    ;[from, to] = trimSpan(draft, [from, to])
    const head = draft.shadow.slice(Math.max(from, to - tailLength), to)
    for (const ending of [thanks, language, meetingAtEnd]) {
      const found = ending.exec(head)
      if (found === null || (found.index === 0 && head.length === tailLength)) continue
      if (ending === language) draft.lang ??= /英|english/.test(found[0]) ? 'en' : 'zh'
      if (ending === meetingAtEnd) draft.meeting = true
      to -= head.length - found.index
      more = true
      break
    }
    const rounds = more ? undefined : roundsAtEnd(draft.shadow.slice(from, to))
    if (rounds === undefined) continue
    if (rounds.cut === undefined || draft.roundsSaid !== undefined) {
      const left = note('rounds-left-in-topic', {said: rounds.said})
      if (!draft.notes.some(({code}) => code === left.code)) draft.notes.push(left)
      continue
    }
    takeRounds(draft, rounds.said)
    if (rounds.attached && draft.rounds !== undefined) {
      draft.notes.push(note('rounds-understood', {said: rounds.said, rounds: draft.rounds}))
    }
    to = from + rounds.cut
    // 「..., 讨论 3 轮」: that verb spoke of the rounds.
    to -= verbAtEnd.exec(draft.shadow.slice(Math.max(from, to - tailLength), to))?.[0].length ?? 0
    more = true
  }
  return [from, to]
}

const tailLength = 60
const verbAtEnd = new RegExp(String.raw`[,;。]\s?(?:再|先)?${verb}\s?$`)
const thanks = /(?:[,;。!\s]\s?)(?:谢谢(?:你|您|啦|大家)?|多谢|拜托了?|please|thanks|thank\syou)[。.!~\s]{0,4}$/
const language =
  /(?:[,;。]\s?|\s)(?:请|全程|都)?(?:用|以|使用|说|讲)(?:简体|繁体)?(?:中文|汉语|英文|英语)(?:来)?(?:讨论|发言|进行|交流|回答|说)?[。.!\s]{0,4}$|[,;.]\s?in\s(?:chinese|english)[.!\s]{0,4}$/
const meetingAtEnd = new RegExp(String.raw`[,;。?!]\s?${opening}(?:${verb})?[。.!\s]{0,4}$`)

/** The end of a topic in which a clause names the participants: 「..., 请马克思和毛泽东参加」, `... with Marx and Mao`. */
export function peelPeople(draft: Draft, [from, to]: Span): Span {
  return peelCalled(draft, [from, to]) ?? peelJoined(draft, [from, to]) ?? [from, to]
}

const callers = new RegExp(String.raw`[,;。?!\s](?=${caller})`, 'g')
const calledAlone = /^(?:有请|邀请|请|邀|由|invite\s|ask\s)/
const talkAtEnd = new RegExp(
  String.raw`(?:${verb}|${takesPart})(?:(?:这个|该)(?:问题|话题|主题|议题)|此事|一下|\s?(?:it|this)\b)?(?:${number}${unit})?[。.!\s]{0,3}$`,
)

function peelCalled(draft: Draft, [from, to]: Span): Span | undefined {
  let last = -1
  for (const found of draft.shadow.slice(from, to).matchAll(callers)) last = from + found.index
  if (last < 0 || to - last > 600) return undefined
  const clause = draft.shadow.slice(last + 1, to)
  const word = clause.length - clause.replace(new RegExp(`^${caller}`), '').length
  const talk = talkAtEnd.exec(clause)
  if (talk === null && !calledAlone.test(clause)) return undefined
  const end = withoutBetween(draft, [last + 1 + word, talk === null ? to : last + 1 + talk.index])
  if (new RegExp(`^\\s?${pronoun}\\s?$`).test(draft.shadow.slice(last + 1 + word, end))) {
    draft.meeting = true
    draft.guests = []
  } else if (!takeNames(draft, [last + 1 + word, end], draft.meeting ? 1 : 2)) return undefined
  return trimSpan(draft, [from, last + (/[?!。]/.test(draft.shadow.charAt(last)) ? 1 : 0)])
}

function peelJoined(draft: Draft, [from, to]: Span): Span | undefined {
  const shadow = draft.shadow.slice(from, to)
  const word = [' with ', ' between ', ' featuring '].map(join => ({at: shadow.lastIndexOf(join), join}))
  const last = word.reduce((a, b) => (b.at > a.at ? b : a))
  if (last.at < 0 || shadow.length - last.at > 600) return undefined
  const start = from + last.at + last.join.length
  const said = draft.text.slice(start, to).trim()
  const before = {...draft, notes: [] as Draft['notes']}
  if (!takeNames(before, [start, to]) || before.guests === undefined) return undefined
  const proper = before.guests.every(({name}) => /^\p{Lu}/u.test(name) || han.test(name.charAt(0)))
  if (before.guests.length < 2) {
    if (proper) draft.notes.push(note('with-left-in-topic', {said}))
    return undefined
  }
  if (!proper && !draft.meeting) return undefined
  if (!proper) draft.notes.push(note('with-understood', {said}))
  draft.guests = before.guests
  draft.notes.push(...before.notes)
  return trimSpan(draft, [from, from + last.at])
}

/** The topic itself: without the verb after it (`about`), the full stop of the sentence, and the quotes around the whole. */
export function topicOf(draft: Draft, span: Span, form: 'plain' | 'about'): string | undefined {
  let [from, to] = trimSpan(draft, span)
  if (form === 'about') {
    const tail = draft.shadow.slice(Math.max(from, to - tailLength), to)
    const found = afterAboutEnd.exec(tail)
    const rounds = found === null ? null : new RegExp(`(${number})${unit}`).exec(found[0])
    if (rounds?.[1] !== undefined) takeRounds(draft, rounds[1])
    if (found !== null) to -= tail.length - found.index
  }
  const stop = draft.shadow.charAt(to - 1)
  const one = draft.shadow.charAt(to - 2) !== stop
  // `U.S.` and `...` keep their full stop.
  const word = draft.shadow.slice(Math.max(from, to - 12), to - 1)
  if (one && (stop === '。' || (stop === '.' && !/\.[^\s]*$/.test(word)))) to--
  ;[from, to] = trimSpan(draft, [from, to])
  const close = draft.quotes.get(from) ?? to
  if (
    close < to &&
    /^.\s?(?:(?:这个|这一|这)?(?:话题|主题|议题|问题))?$/.test(draft.shadow.slice(close, Math.min(to, close + 12)))
  ) {
    ;[from, to] = [from + 1, close]
  }
  const topic = draft.text.slice(from, to)
  return topic.trim() === '' ? undefined : topic
}

const afterAboutEnd = new RegExp(afterAbout)
