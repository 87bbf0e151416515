/** Ends of sentences: Chinese and European marks with the quotation marks and brackets that close behind them. */
const END = /(?:[。！？!?…]+|\.(?=\s|$|["'”’)\]]))["'”’」』）)\]】]*/gu
/** A full stop after these ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|Dr|Mr|Ms|Mrs|St|Prof|No|pp?|[A-Z])|^\s*\d{1,3})\.$/u
/** What Markdown puts before the words of a line. */
const LEAD = /^(?:\s|#{1,6}\s|>|[-+*•]\s|\d{1,3}[.)]\s|\d{1,3}、)+/u

/** The sentences of a speech in order, each a verbatim stretch of one of its lines, without white space around it. */
export function sentencesOf(text: string): readonly string[] {
  return text.split('\n').flatMap(line => sentencesOfLine(line.replace(LEAD, '').trimEnd()))
}

function sentencesOfLine(line: string): readonly string[] {
  const found: string[] = []
  let from = 0
  for (const match of line.matchAll(END)) {
    const end = match.index + match[0].length
    // The window is short, so that a line without an end costs no more than its length.
    if (match[0].startsWith('.') && ABBREVIATION.test(line.slice(Math.max(from, match.index - 8), match.index + 1))) continue
    found.push(line.slice(from, end))
    from = end
  }
  found.push(line.slice(from))
  return found.map(sentence => sentence.trim()).filter(sentence => /[\p{L}\p{N}]/u.test(sentence))
}
