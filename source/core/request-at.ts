import {type Draft, trimSpan} from './request-draft.ts'
import type {Guest} from './request-names.ts'
import {note} from './request-notes.ts'
import {peelEnd, topicOf} from './request-topic.ts'
import {here, lengthAt} from './request-words.ts'

/** `^[a-zA-Z0-9_-]{1,64}$`, at most ten: seeds/board.txt, FR-1. */
const boardName = /^[a-z0-9_-]{1,64}$/i
const anyName = /^[\p{L}\p{N}_·-]{1,64}$/u
const mostNames = 10
const defaultLineUp = 'private_board'

/** The word of a leading `@word`, without what follows it. */
export function atWord(shadow: string): string | undefined {
  return /^\s*(@[a-z0-9_-]{1,64}|@[^\s,:;。、@]{1,64})/.exec(shadow.slice(0, 400))?.[1]
}

/** `@board:a,b topic` or `@board topic`, with the `@board` already seen at `at`. */
export function readBoard(draft: Draft, at: number): {readonly topic?: string} {
  draft.meeting = true
  draft.protocol = 'board'
  let from = at
  if (draft.shadow.charAt(at) === ':') from = boardNames(draft, at + 1)
  else draft.notes.push(note('default-line-up', {name: defaultLineUp}))
  const topic = topicOf(draft, peelEnd(draft, trimSpan(draft, [from, draft.shadow.length])), 'plain')
  return topic === undefined ? {} : {topic}
}

const reviewed = here(
  String.raw`\s*(?:(?:请|麻烦|帮我|帮忙|我们|来|please\s)\s?){0,3}(?:(?:方案)?评审会?(?:一下|一遍)?(?:这个|这份|这套|下面的?|以下)?(?:方案|设计|提案|计划|架构|文档|决定|决策|改动)?|review\s(?:this|the|my|our)\s(?:plan|design|proposal|architecture|document|decision|change|approach)\b)\s?:`,
)

/** 「评审一下这个方案：…」, `review this plan: …`: as far as the colon, which says where the topic begins; 0: something else. */
export const reviewAsked = (shadow: string): number => lengthAt(reviewed, shadow, 0)

/** `@review:builder:codex,critic:claude topic` or `@review topic`, with the `@review` already seen at `at`. */
export function readReview(draft: Draft, at: number): {readonly topic?: string} {
  draft.meeting = true
  draft.protocol = 'review'
  const from = draft.shadow.charAt(at) === ':' ? reviewAgents(draft, at + 1) : at
  const topic = topicOf(draft, peelEnd(draft, trimSpan(draft, [from, draft.shadow.length])), 'plain')
  return topic === undefined ? {} : {topic}
}

/** What stands right behind the colon is a list when it begins like a role; after a blank only when it begins as `role:`. */
const agentList = here(
  String.raw`(?:[a-z][a-z0-9_-]*(?=[:,、;\s]|$)|\s{1,4}[a-z][a-z0-9_-]*:)[^\s,、;]*(?:\s{0,4}[,、;]+\s{0,4}[a-z][^\s,、;]*)*[,、;]*`,
)

function reviewAgents(draft: Draft, at: number): number {
  agentList.lastIndex = at
  const list = agentList.exec(draft.shadow)?.[0]
  if (list === undefined) return at
  draft.agents = draft.text.slice(at, at + list.length)
  return at + list.length
}

/** A separator more, or one before the first name, is a slip of the hand. */
const item = here(String.raw`(?:\s{0,4}[,、;])*\s{0,4}([^\s,、;]+)((?:\s{0,4}[,、;])+)?`)

function boardNames(draft: Draft, at: number): number {
  const guests: Guest[] = []
  const found: {name: string; position: number}[] = []
  let end = at
  for (let more = true; more && found.length < 1000; ) {
    item.lastIndex = end
    const next = item.exec(draft.shadow)
    if (next?.[1] === undefined) break
    const position = end + next[0].indexOf(next[1])
    found.push({name: draft.text.slice(position, position + next[1].length), position})
    end += next[0].length
    more = next[2] !== undefined
  }
  // `@board: should we ...`: after a blank only a list of names is one.
  const spaced = /\s/.test(draft.shadow.charAt(at))
  if (spaced && (found.length < 2 || !found.every(({name}) => boardName.test(name)))) {
    draft.guests = []
    return at
  }
  for (const {name, position} of found) {
    if (!anyName.test(name)) draft.notes.push(note('name-invalid', {name, position}))
    else if (guests.some(guest => guest.name === name)) draft.notes.push(note('name-twice', {name, position}))
    else {
      if (!boardName.test(name)) draft.notes.push(note('name-unusual', {name, position}))
      guests.push({name})
    }
  }
  if (guests.length > mostNames) draft.notes.push(note('too-many-names', {count: guests.length, most: mostNames}))
  draft.guests = guests
  return end
}
