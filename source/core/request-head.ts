import {type Draft, takeNames, takeRounds, withoutBetween} from './request-draft.ts'
import {han} from './request-shadow.ts'
import {
  about,
  aboutFar,
  caller,
  framed,
  here,
  joiner,
  lengthAt,
  naming,
  number,
  opening,
  ourselves,
  plainVerb,
  polite,
  pronoun,
  takesPart,
  unit,
  verb,
} from './request-words.ts'

/** Where the topic begins (and ends, where the sentence says so), and whether a verb is still to come after it. */
export type Head = {readonly at: number; readonly end?: number; readonly form: 'plain' | 'about'}

/** Reads a sentence from its beginning up to the topic, in whatever order its parts come. */
export function readHead(draft: Draft, [from, to]: readonly [number, number]): Head {
  const shadow = draft.shadow.slice(0, to)
  let at = from
  let talked = false
  for (let step = 0; step < 16; step++) {
    const gapFrom = at
    at += lengthAt(gapHere, shadow, at)
    const gap = shadow.slice(gapFrom, at)
    if (!talked) at = afterPolite(shadow, at)
    const opened = talked ? 0 : framedAt(draft, shadow, at) || meetingAt(draft, shadow, at)
    const round = opened === 0 ? roundsHere(draft, shadow, at) : 0
    if (opened + round > 0) {
      at += opened + round
      continue
    }
    // 「讨论让机器投票」: what follows a verb directly is topic, after a comma it may call people.
    if (draft.guests === undefined && (!talked || /[,;。.]/.test(gap))) {
      const named = namesAt(draft, shadow, at) ?? (talked ? undefined : bareNamesAt(draft, shadow, at))
      if (named !== undefined) {
        at = named
        continue
      }
    }
    if (talked) break
    const far = draft.guests === undefined ? 0 : lengthAt(aboutFarHere, shadow, at)
    const end = shadow.charAt(at) === '以' && far > 0 ? shadow.slice(at).search(/为(?:主题|题|议题|话题)/) : -1
    if (end > 0) return {at: at + far, end: at + end, form: 'plain'}
    const near = far || lengthAt(aboutHere, shadow, at)
    if (near > 0) return {at: at + near, form: 'about'}
    const talk = lengthAt(verbHere, shadow, at)
    if (talk === 0) break
    talked = true
    at += talk
    at += lengthAt(thisQuestion, shadow, at)
  }
  return {at, form: 'plain'}
}

const gapHere = here(String.raw`(?:[\s,:;。、!~—-]|\.\s|(?:and|并且?|然后|\bof)(?=\s))*`)
const aboutHere = here(about)
const aboutFarHere = here(aboutFar)
const verbHere = here(`${verb}(?!的)`)
const thisQuestion = here('(?:这个|这样一个|一个|下面的?|以下|如下)?(?:问题|话题|主题|议题)(?=\\s?:)')

const politeHere = here(String.raw`${polite}[\s,!]{0,3}`)
const startHere = here(`${opening}|${framed}|${naming}|${caller}|${plainVerb}`)

/** Past greetings and wishes, when something of a request follows them. */
function afterPolite(shadow: string, from: number): number {
  let at = from
  let start = from
  for (let i = 0; i < 5; i++) {
    const length = lengthAt(politeHere, shadow, at)
    if (length === 0) break
    at += length
    // The last one counts: 请 in 「请开个会」 is politeness, in 「能不能请马克思」 it calls.
    if (lengthAt(startHere, shadow, at) > 0) start = at
  }
  return start
}

const openingHere = here(opening)
const namingHere = here(naming)
const openingGoesOn = here(
  String.raw`$|[,:;。.!?、(「『“"'…~—-]|${verb}(?!的)|${caller}|${about}|\s(?:$|[^a-z]|(?:${verb}|${caller}|${about}|${joiner}|(?:for|of|in|over|and|where|to)\s|${number}))|有请`,
)
const namingEnds = here('(?:的|是|有|会|能|在|可|应|为|和|与|跟|怎|如|什|吗|呢|也|都|上|中|里)')
const roundsInside = new RegExp(`(${number})${unit}`)

function meetingAt(draft: Draft, shadow: string, at: number): number {
  const opened = lengthAt(openingHere, shadow, at)
  const goesOn = opened > 0 && goesOnAt(shadow, at + opened)
  const named = goesOn ? 0 : lengthAt(namingHere, shadow, at)
  const length = goesOn ? opened : named > 0 && lengthAt(namingEnds, shadow, at + named) === 0 ? named : 0
  if (length === 0) return 0
  const words = shadow.slice(at, at + length)
  draft.meeting = true
  if (/私董会|board/.test(words)) draft.protocol = 'board'
  else if (/圆桌|round[-\s]?table/.test(words)) draft.protocol = 'roundtable'
  const rounds = roundsInside.exec(words)?.[1]
  if (rounds !== undefined) takeRounds(draft, rounds)
  return length
}

function goesOnAt(shadow: string, at: number): boolean {
  openingGoesOn.lastIndex = at
  return openingGoesOn.test(shadow)
}

const framedHere = here(framed)

function framedAt(draft: Draft, shadow: string, at: number): number {
  framedHere.lastIndex = at
  const found = framedHere.exec(shadow)
  const inside = found?.[2]
  if (found === null || inside === undefined) return 0
  const from = at + found[0].indexOf(inside, found[1] === undefined ? 1 : found[0].indexOf(found[1]) + found[1].length)
  const span = [from, from + inside.length] as const
  if (found[1] === undefined && (draft.guests !== undefined || !takeNames(draft, span, 2))) return 0
  if (found[1] !== undefined) draft.framed = span
  draft.meeting = true
  if (found[0].endsWith('私董会')) draft.protocol = 'board'
  else if (found[0].includes('圆桌', found[0].lastIndexOf('的'))) draft.protocol = 'roundtable'
  return found[0].length
}

const roundsClause = here(
  String.raw`(?:一共|总共|共|进行|(?:for|of|in|over|with)\s)?\s?(${number})${unit}(?:的?(?:讨论|辩论|交流|发言)|\sof\s(?:discussion|debate)\b)?(?=$|[\s,:;。.!、)(「『“"'])`,
)

function roundsHere(draft: Draft, shadow: string, at: number): number {
  if (draft.roundsSaid !== undefined) return 0
  roundsClause.lastIndex = at
  const found = roundsClause.exec(shadow)
  if (found?.[1] === undefined) return 0
  takeRounds(draft, found[1])
  return found[0].length
}

// Ten names of 64 characters with their voices fit well; a longer "list" is none.
const listLength = 1500
const callerHere = here(caller)
const joinerHere = here(String.raw`${joiner}|\b(?:where|in\swhich)\s`)
const afterNames = new RegExp(
  String.raw`${opening}|${takesPart}|${verb}|${aboutFar}|${about}|\bwhether\s|:(?=\s|[^\x00-\x7f])`,
  'g',
)

/** After `让 A 和 B` or `let A and B`: the position where the sentence goes on; undefined when nobody is called here. */
function namesAt(draft: Draft, shadow: string, at: number): number | undefined {
  const word = lengthAt(callerHere, shadow, at) || (draft.meeting ? lengthAt(joinerHere, shadow, at) : 0)
  if (word === 0) return undefined
  const from = at + word
  const end = endOfNames(shadow, from, afterNames)
  const stop = end ?? shadow.length
  if (stop - from > listLength) return undefined
  const list = withoutBetween(draft, [from, stop])
  const people = shadow.slice(from, list).trim()
  if (new RegExp(`^${ourselves}$`).test(people)) return end
  if (new RegExp(`^${pronoun}$`).test(people)) {
    if (end === undefined && !draft.meeting) return undefined
    draft.meeting = true
    draft.guests = []
    return stop
  }
  if (!takeNames(draft, [from, list], draft.meeting && end !== undefined ? 1 : draft.meeting ? 1 : 2)) return undefined
  return stop + (end === undefined ? 0 : lengthAt(takesPartHere, shadow, end))
}

const takesPartHere = here(takesPart)

function endOfNames(shadow: string, from: number, afterNames: RegExp): number | undefined {
  afterNames.lastIndex = from
  for (let found = afterNames.exec(shadow); found !== null; found = afterNames.exec(shadow)) {
    if (found.index - from > listLength) return undefined
    const list = shadow.slice(from, found.index).trim()
    // 谈 right after 和 or a comma begins a name (谈迁), not the talk.
    const inName = /^[聊谈辩]$/.test(found[0]) && /[和与跟及、,;&+/|]$|还有$|\sand$/.test(list)
    if (list !== '' && !inName) return found.index
    afterNames.lastIndex = found.index + 1
  }
  return undefined
}

const firstVerb = new RegExp(String.raw`${verb}(?![的\s]*(?:的|$|[?!,。;]))`, 'g')
const versus = /[^,:;。\s][^,:;。]{0,40}\svs\.?\s[^,:;。]{1,40}(?=[,:])/y
const aboutInList = /\s(?:on|about|over)\s/g

/** 「圆桌会议：马克思和毛泽东讨论 ...」: names that nobody called, so they must be two, short, and nothing but names. */
function bareNamesAt(draft: Draft, shadow: string, at: number): number | undefined {
  if (!draft.meeting && draft.roundsSaid === undefined) return undefined
  if (lengthAt(startHere, shadow, at) + lengthAt(aboutHere, shadow, at) > 0) return undefined
  const window = shadow.slice(0, at + 300)
  versus.lastIndex = at
  const against = versus.exec(window)?.[0].length
  if (against !== undefined && takeNames(draft, [at, at + against], 2)) return at + against
  aboutInList.lastIndex = at
  const talk = endOfNames(window, at, firstVerb) ?? Number.POSITIVE_INFINITY
  const over = aboutInList.exec(window)?.index ?? Number.POSITIVE_INFINITY
  const end = Math.min(talk, over)
  if (!Number.isFinite(end) || end <= at) return undefined
  const trial = {...draft, notes: [] as Draft['notes']}
  const list = withoutBetween(trial, [at, end])
  if (!takeNames(trial, [at, list], 2) || trial.guests?.some(({name}) => name.length > 30)) return undefined
  const proper = trial.guests?.every(({name}) => /^\p{Lu}/u.test(name) || han.test(name.charAt(0)))
  if (over < talk && proper !== true) return undefined
  Object.assign(draft, trial, {notes: draft.notes})
  draft.notes.push(...trial.notes)
  return end
}
