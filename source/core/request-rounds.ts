import {type Note, note} from './request-notes.ts'
import {number, unit, verb} from './request-words.ts'

const fewestRounds = 1
const mostRounds = 20

export type Rounds = {readonly rounds?: number; readonly notes: readonly Note[]}

/** Reads `3`, `三`, `十二`, `three`. What is no single number in range is a note, and no number: nothing is changed silently. */
export function roundsFrom(said: string): Rounds {
  const rounds = count(said.trim())
  if (rounds === undefined) return {notes: [note('rounds-unclear', {said})]}
  if (rounds < fewestRounds || rounds > mostRounds) {
    return {notes: [note('rounds-out-of-range', {said, least: fewestRounds, most: mostRounds})]}
  }
  return {rounds, notes: []}
}

const english = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ')
const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}

function count(said: string): number | undefined {
  if (/^-?\d+$/.test(said)) return Number(said)
  const word = english.indexOf(said)
  if (word >= 0) return word
  const chinese = /^(?:([一二两三四五六七八九])?(百))?零?(?:([一二三四五六七八九])?(十))?([零〇一二两三四五六七八九])?$/.exec(
    said,
  )
  if (said === '' || chinese === null) return undefined
  const [, hundreds, hundred, tens, ten, ones] = chinese
  const part = (mark: string | undefined, many: string | undefined, unit: number): number =>
    mark === undefined ? 0 : (many === undefined ? 1 : (digits[many] ?? 0)) * unit
  return part(hundred, hundreds, 100) + part(ten, tens, 10) + (digits[ones ?? '零'] ?? 0)
}

/** Rounds at the end of a text. `cut`: where the text ends without them; absent: they belong to the text. */
export type Ending = {readonly cut?: number; readonly said: string; readonly attached: boolean}

const ending = new RegExp(
  String.raw`(${number})${unit}(?:的?(?:讨论|辩论|交流|发言|对话)|\sof\s(?:discussion|debate)|(?:就好|就行|即可|吧))?[。.!)\s]{0,4}$`,
)
const lead =
  /(?:一共|总共|共|进行|展开|开展|限|(?<=[\s,;。])再?来|\b(?:for|in|over|of)\s{1,3}|\b(?:make\sit|limited\sto|limit\sto|up\sto)\s{1,3})$/
const parted = /[\s,;。、.?!:()…—\ue000」』”"'’»-]$/
const afterVerb = new RegExp(`${verb}$`)
// 「要三轮」: the number belongs to the sentence before it.
const held = /[前后每这那上下要需分有是了过的打踢赛到满]$/
// `boxing should have 12 rounds`, `can it last for 12 rounds`
const heldEnglish =
  /\b(?:have|has|had|be|is|are|was|were|lasts?|lasted|takes?|took|the|than|to|only|just|first|last|next|these|those|all|after|into|fight|fought|wins?|won|needs?|plays?|goes|go|runs?|with|box|boxed|fire|fired|of|at|up)$/

/** `shadow`: the blotted shadow up to the end of the text in question; looks at its last characters only. */
export function roundsAtEnd(shadow: string): Ending | undefined {
  const start = Math.max(0, shadow.length - 90)
  const tail = shadow.slice(start)
  const found = ending.exec(tail)
  const said = found?.[1]
  if (found === null || said === undefined) return undefined
  const before = tail.slice(0, found.index)
  // 「第三轮」 counts, it asks for nothing.
  if (before.endsWith('第')) return undefined
  const led = before.replace(lead, '')
  const words = led.trimEnd()
  const ended = words === '' || /[,;。.?!:(…—」』”"'’»]$/.test(words) || afterVerb.test(words)
  if (!ended && heldEnglish.test(words)) return {said: found[0], attached: true}
  if (!ended && !parted.test(led)) {
    if (held.test(led)) return {said: found[0], attached: true}
    return {cut: start + led.length, said: said.trim(), attached: led === before}
  }
  // A blank alone parts Chinese from its rounds; in English it takes a comma or `for` to be certain.
  const certain = ended || led !== before || /[^a-z\d]$/.test(words)
  return {cut: start + led.length, said: said.trim(), attached: !certain && /rounds?/.test(found[0])}
}
