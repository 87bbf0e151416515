import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'
import {cellsOf, type Xterm} from '../../harness/pty.ts'

/**
 * A screen as a file that people can read: its text, then, below a line, the looks of each row that has any: `y: x+length look`.
 * A look is letters for bold, dim, italic, underlined, inverse, struck, and the colour's number.
 */
export function captureOf(term: Xterm): string {
  const rows = cellsOf(term)
  const text = rows.map(row =>
    row
      .map(({text: cell, width}) => (width === 0 ? '' : cell))
      .join('')
      .trimEnd(),
  )
  const looks = rows.flatMap((row, y) => {
    const runs = runsOf(row.map(({look, text: cell, width}) => (cell === ' ' && width === 1 ? '' : lookOf(look))))
    return runs.length === 0 ? [] : [`${y}: ${runs.join('  ')}`]
  })
  return `${text.join('\n')}\n${'-'.repeat(20)}\n${looks.join('\n')}\n`
}

function runsOf(looks: readonly string[]): readonly string[] {
  const runs: {look: string; from: number; length: number}[] = []
  for (const [x, look] of looks.entries()) {
    const last = runs.at(-1)
    if (look === '') continue
    if (last?.look === look && last.from + last.length === x) last.length++
    else runs.push({look, from: x, length: 1})
  }
  return runs.map(({look, from, length}) => `${from}+${length} ${look}`)
}

const LETTERS = 'bdiuns'

function lookOf(look: string): string {
  const [flags = '', foreground = '', background = ''] = look.split(' ')
  const letters = [...flags].map((flag, at) => (flag === '1' ? LETTERS.charAt(at) : '')).join('')
  const colour = (of: string) => (of.startsWith('0:') ? '' : (of.split(':')[1] ?? ''))
  return [letters, colour(foreground), colour(background) && `on${colour(background)}`].filter(Boolean).join(' ')
}

/** The committed capture of this name; with `UPDATE_CAPTURES=1` the present one becomes it. */
export function committed(name: string, present: string): string {
  const path = fileURLToPath(new URL(`../../captures/wizard/${name}.txt`, import.meta.url))
  if (process.env.UPDATE_CAPTURES === '1') {
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, present)
  }
  return existsSync(path) ? readFileSync(path, 'utf8') : `no capture ${name}; UPDATE_CAPTURES=1 writes it\n`
}
