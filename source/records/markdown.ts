import {cleanIngest, oneLine} from '../core/text.ts'

/** What of Markdown, and of the dialects around it, could open something inside a line. */
const SPECIAL = /[\\`*_[\]<>&|~$]/g

/**
 * Text of others inside one of the file's own lines: one line, without control characters, hidden characters as markers, and
 * nothing in it that Markdown or a table cell would read. It must not stand at the start of a block; see `atStart`.
 */
export const inline = (text: string): string => oneLine(text).replace(SPECIAL, '\\$&')

/** The same where the line, or a list item, begins with it: no heading, list, rule or setext line can come of it. */
export const atStart = (markdown: string): string => markdown.replace(/^(\d{1,9})(?=[.)])/, '$1\\').replace(/^[#+\-=]/, '\\$&')

/**
 * The lines of a quoted text: every line behind `> `, empty ones as `>`. A line that `defused` names by index is written
 * behind `>` and a tab, with one backslash before its bracket.
 */
export function quoteLines(text: string, defused: ReadonlySet<number> = new Set()): readonly string[] {
  return linesOf(text).map((line, index) => {
    if (defused.has(index)) return `>\t${line.replace('[', '\\[')}`
    return line === '' ? '>' : `> ${line}`
  })
}

/** The text that was quoted, byte for byte; undefined when these lines are no quotation of ours. */
export function unquote(block: string): string | undefined {
  const lines: string[] = []
  for (const line of block.split('\n')) {
    if (line === '>') lines.push('')
    else if (line.startsWith('> ')) lines.push(line.slice(2))
    else if (line.startsWith('>\t')) lines.push(line.slice(2).replace('\\[', '['))
    else return undefined
  }
  return lines.join('\n')
}

/** What the ledger holds is clean already; a ledger written by another hand may not be. */
export const quotable = (text: string): string => cleanIngest(text).text

const linesOf = (text: string): readonly string[] => quotable(text).split('\n')
