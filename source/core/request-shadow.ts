/**
 * The shadow of a text: the same length in UTF-16 units, so that what is found in it can be cut out of the original byte for byte.
 * Full-width forms become ASCII, ASCII letters small, the traditional characters of our own vocabulary simplified.
 */
export function fold(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0xff01 && code <= 0xff5e) folded += String.fromCharCode(code - 0xfee0).toLowerCase()
    else if (code >= 0x41 && code <= 0x5a) folded += String.fromCharCode(code + 32)
    else if (code === 0x3000 || code === 0xa0) folded += ' '
    else if (code === 0x2019 || code === 0x2018) folded += "'"
    else folded += simplified.get(text.charAt(i)) ?? text.charAt(i)
  }
  return folded
}

const traditional =
  '讓開會討論辯圓議輪題參與請個場談圍繞關於兩進結續語過來話賓數繼試暫離對為說幫給組織舉辦邀聽問麻煩還後謝漢語邊員團東導發'
const simple =
  '让开会讨论辩圆议轮题参与请个场谈围绕关于两进结续语过来话宾数继试暂离对为说帮给组织举办邀听问麻烦还后谢汉语边员团东导发'
const simplified: ReadonlyMap<string, string> = new Map([...traditional].map((sign, i) => [sign, simple.charAt(i)]))

export type Quotes = ReadonlyMap<number, number>

/** Opening position -> closing position of every pair of quotes; a quote without a partner, and an apostrophe, is none. */
export function quotesIn(text: string): Quotes {
  const pairs = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i)
    if (!quoteSigns.has(sign)) continue
    const inWord = wordSign.test(text.charAt(i - 1)) && wordSign.test(text.charAt(i + 1))
    if (inWord && apostrophes.has(sign)) continue
    const closes = closing.get(sign)
    const waiting = open.get(closes ?? sign)
    const started = waiting?.at(-1)
    if (closes !== undefined && started !== undefined && (closes !== sign || ends(text, i))) {
      waiting?.pop()
      pairs.set(started, i)
    } else if (closes === undefined || (closes === sign && !wordSign.test(text.charAt(i - 1)))) {
      open.set(sign, [...(closes === sign ? [] : (waiting ?? [])), i].slice(-depth))
    }
  }
  return pairs
}

/** Whether one of the straight quotes, which open and close alike, can close here. */
function ends(text: string, i: number): boolean {
  const more = letter.test(text.charAt(i + 1))
  return text.charAt(i) === "'" ? !more : !more || !/\s/.test(text.charAt(i - 1))
}

// Deeper nesting than anybody writes; it keeps a wall of opening quotes from costing more than its length.
const depth = 8
const pairsOfQuotes = ['「」', '『』', '“”', '‘’', '""', "''", '＂＂', '«»']
/** Closing sign -> its opening sign. */
const closing: ReadonlyMap<string, string> = new Map(pairsOfQuotes.map(pair => [pair.charAt(1), pair.charAt(0)]))
const quoteSigns: ReadonlySet<string> = new Set(pairsOfQuotes.join(''))
const apostrophes: ReadonlySet<string> = new Set("'’‘")
const wordSign = /[a-z0-9]/i
const letter = /[a-z]/i

/** The shadow with everything inside quotes blotted out: what is quoted is never read as part of the request. */
export function blot(shadow: string, quotes: Quotes): string {
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of [...quotes].sort((a, b) => a[0] - b[0])) {
    if (start < at) continue
    pieces.push(shadow.slice(at, start + 1), '\ue000'.repeat(end - start - 1))
    at = end
  }
  pieces.push(shadow.slice(at))
  return pieces.join('')
}

export const han = /\p{Script=Han}/u
