/** A line that is exactly one of these ends what is being pasted. */
export const PASTE_ENDS: readonly string[] = ['。', '.', '/完', '/done']

export type PasteReader = {
  /**
   * Takes one line, or many at once, without the last line's end. Undefined while the reply goes on; at its end the text between,
   * lines kept as they are, and in `rest` what stood behind the end.
   */
  push(lines: string): {readonly text: string; readonly rest: string} | undefined
  /** What stands so far, when no more lines can come; undefined: nothing was pasted. */
  end(): string | undefined
}

/** Reads one reply. Line ends come out as `\n`. */
export function pasteReader(): PasteReader {
  const kept: string[] = []
  return {
    push: lines => {
      const coming = lines.split(/\r\n|\r|\n/)
      const end = coming.findIndex(line => PASTE_ENDS.includes(line))
      kept.push(...(end < 0 ? coming : coming.slice(0, end)))
      return end < 0 ? undefined : {text: kept.join('\n'), rest: coming.slice(end + 1).join('\n')}
    },
    end: () => (kept.some(line => line.trim() !== '') ? kept.join('\n') : undefined),
  }
}
