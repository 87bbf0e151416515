/**
 * Paths as a person types them, pastes them, or drops files on a terminal: one a line, or parted by commas or blanks; in quotes, or
 * with backslashes before blanks. `isThere`: a name that holds what parts names is still one name.
 */
export function pathsIn(text: string, isThere: (path: string) => boolean): readonly string[] {
  return text.split(/\r?\n/).flatMap(line => {
    if (line.trim() === '') return []
    const whole = asOne(line, isThere)
    if (whole !== undefined) return [whole]
    return outsideQuotes(line, /[,，;；、]/).flatMap(part => {
      const one = asOne(part, isThere)
      return one === undefined ? outsideQuotes(part, /\s/).map(bare) : [one]
    })
  })
}

/** The whole of it as a path, if there is such a file. */
const asOne = (said: string, isThere: (path: string) => boolean): string | undefined =>
  [said.trim(), bare(said)].find(path => path !== '' && isThere(path))

/** Pieces between what parts them; quotes and backslashes hold together. */
function outsideQuotes(text: string, parts: RegExp): readonly string[] {
  const pieces: string[] = []
  let [piece, quote, escaped] = ['', '', false]
  for (const character of text) {
    if (!escaped && quote === '' && parts.test(character)) {
      pieces.push(piece)
      piece = ''
      continue
    }
    if (!escaped && (quote === '' ? /["']/.test(character) : character === quote)) quote = quote === '' ? character : ''
    escaped = character === '\\' && !escaped
    piece += character
  }
  return [...pieces, piece].filter(said => said.trim() !== '')
}

/** Without the quotes around it, or the backslashes that a shell wants before blanks and signs. */
function bare(said: string): string {
  const text = said.trim()
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')$/.exec(text)?.filter(group => group !== undefined) ?? []
  return quoted ?? text.replace(/\\([^\w\\])/g, '$1')
}
