import type {Lang} from '../../core/events.ts'

/** Whole sentences with their end marks, in order; line breaks end a sentence too. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap(line => line.match(/.+?(?:[。！？…]+[」』”’）)]*|[.!?]+["”’)]*(?=\s|$)|$)/gu) ?? [])
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '')
}

/** Characters (zh) or words (en) of a speech; blanks between paragraphs are no characters. */
export function lengthOf(text: string, lang: Lang): number {
  return lang === 'zh' ? [...text.replace(/\s/gu, '')].length : (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length
}

/** A piece of someone's words, verbatim, without its end mark. `rank` says how well it stands alone. */
export type Quotable = {readonly text: string; readonly rank: number}

const BOUNDS = {zh: {min: 8, best: 30, max: 42}, en: {min: 5, best: 22, max: 36}} as const
const QUOTED = /[「」『』“”"]/u
// A story is told to support a point; the point is what one answers.
const STORY = /那[年天阵]|年前|问[我了]|[了过]我|\d{4}|\bonce\b|\byears\b/iu
const HANGING =
  /^(因为|所以|但是|但|不过|可是|可|而且|而|于是|那么|就|也|还|再|又|才|却|多出来|我承认|当然|只盯着|我得|我也|because|so|but|and|yet|or|then|which|that)/iu

/**
 * Sentences, and runs of clauses where a sentence is too long. What already quotes someone is left out, so that nobody is given
 * the words of a third; a question is worth less than a statement.
 */
export function quotables(text: string, lang: Lang): readonly Quotable[] {
  const {min, best, max} = BOUNDS[lang]
  const found: Quotable[] = []
  // Who opens a meeting introduces himself first; that is no point to take up.
  const sentences = sentencesOf(text)
  const intro = QUOTED.test(text.split('\n')[0] ?? '') || sentences.length < 5 ? 0 : 2
  for (const sentence of sentences.slice(intro)) {
    if (QUOTED.test(sentence) || /[{}<>|`*_#]/u.test(sentence)) continue
    const asks = /[？?]/u.test(sentence.slice(-2))
    for (const {piece, whole, tail} of pieces(sentence)) {
      const length = lengthOf(piece, lang)
      if (length < min || length > max) continue
      const rank =
        (whole ? 1 : tail ? 0.6 : 0.45) -
        (HANGING.test(piece) ? 0.3 : 0) -
        (asks ? 0.5 : 0) -
        (STORY.test(piece) ? 0.3 : 0) -
        (length > best ? 0.25 : 0) -
        (/[：:]/u.test(piece) ? 0.1 : 0)
      found.push({text: piece, rank})
    }
  }
  return found
}

/** The shortest way to take up what a person wrote: a quotable piece, or simply the beginning. */
export function pieceOf(words: string, lang: Lang): string {
  const line = words.replace(/[「」『』“”"]/gu, ' ').trim()
  const whole = sentencesOf(line).map(trimEnd)
  const {max} = BOUNDS[lang]
  const fits = (text: string) => text !== '' && lengthOf(text, lang) <= max
  const sentence = whole.find(text => fits(text) && words.includes(text))
  if (sentence) return sentence
  const clause = whole.flatMap(text => text.split(/[，；、,;\n]/u)).map(text => text.trim())
  const piece = clause.find(text => fits(text) && words.includes(text))
  if (piece) return piece
  return lang === 'zh' ? [...line].slice(0, 20).join('').trim() : line.split(/\s+/).slice(0, 10).join(' ')
}

function pieces(sentence: string): readonly {readonly piece: string; readonly whole: boolean; readonly tail: boolean}[] {
  const whole = trimEnd(sentence)
  const cuts = [0]
  for (const mark of whole.matchAll(/[，；,;：:—]+\s*/gu)) cuts.push(mark.index + mark[0].length)
  cuts.push(whole.length)
  const runs = [{piece: whole, whole: true, tail: true}]
  for (let from = 0; from < cuts.length - 1; from++) {
    for (let to = from + 1; to < cuts.length; to++) {
      if (from === 0 && to === cuts.length - 1) continue
      runs.push({piece: trimEnd(whole.slice(cuts[from], cuts[to])), whole: false, tail: to === cuts.length - 1})
    }
  }
  return runs
}

export const trimEnd = (text: string) => text.replace(/[\s。！？…，；：、,.;:!?—]+$/u, '').trim()
