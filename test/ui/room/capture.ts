import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Glass} from '../../support/glass.ts'

/** A screen as text, and then its styles, a line a run: `row column+length look`. Looks: b d i u v s, f and a colour, g and a ground. */
export function captureOf(glass: Glass): string {
  const {x, y, visible} = glass.cursor()
  const rows = glass.text().split('\n')
  const styles = stylesOf(glass)
  return [visible ? `cursor ${x},${y}` : 'no cursor', ...rows.map(row => `|${row}`), ...styles, ''].join('\n')
}

export function stylesOf(glass: Glass): readonly string[] {
  return glass.cells().flatMap((row, y) => {
    const runs: {from: number; to: number; look: string}[] = []
    for (const [x, {text, look}] of row.entries()) {
      const short = shortLook(look, text)
      if (short === '') continue
      const last = runs.at(-1)
      // Blanks between, the second halves of wide characters too, look like nothing: the run goes on over them.
      const blank = last !== undefined && row.slice(last.to, x).every(cell => shortLook(cell.look, cell.text) === '')
      if (last?.look === short && blank) last.to = x + 1
      else runs.push({from: x, to: x + 1, look: short})
    }
    return runs.map(({from, to, look}) => `${y} ${from}+${to - from} ${look}`)
  })
}

function shortLook(look: string, text: string): string {
  const [flags = '', fore = '', ground = ''] = look.split(' ')
  const letters = [...'bdiuvs'].filter((_, at) => flags[at] === '1')
  const [foreMode, foreColour] = fore.split(':')
  const [groundMode, groundColour] = ground.split(':')
  if (foreMode !== '0') letters.push(`f${foreColour}`)
  if (groundMode !== '0') letters.push(`g${groundColour}`)
  const seen = text.trim() !== '' || /[uvsg]/.test(letters.join(''))
  return seen ? letters.join('') : ''
}

const folder = fileURLToPath(new URL('../../captures/room/', import.meta.url))

/** Captures of one state by name; `UPDATE_CAPTURES=1` writes what is given to `keep` and compares nothing. */
export function captureFile(name: string) {
  const path = `${folder}${name.replaceAll(' ', '-')}.txt`
  const kept = new Map<string, string>()
  if (existsSync(path)) {
    for (const part of readFileSync(path, 'utf8').split(/^== /m).slice(1)) {
      const end = part.indexOf('\n')
      kept.set(part.slice(0, end), part.slice(end + 1))
    }
  }
  const fresh = new Map<string, string>()
  return {
    /** What was captured before; when captures are renewed, what is now. */
    compared(key: string, now: string): string {
      fresh.set(key, now)
      return process.env.UPDATE_CAPTURES ? now : (kept.get(key) ?? 'nothing was captured')
    },
    save() {
      if (!process.env.UPDATE_CAPTURES) return
      mkdirSync(dirname(path), {recursive: true})
      writeFileSync(path, [...fresh].map(([key, text]) => `== ${key}\n${text}`).join(''))
    },
  }
}
