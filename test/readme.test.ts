import {readFileSync, writeFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import type {Lang} from '../source/core/events.ts'
import {roomWordsFor} from '../source/i18n/room.ts'
import {commands, keyMap} from '../source/ui/room/key-map.ts'

const path = (name: string) => new URL(`../${name}`, import.meta.url)
const readmes = ['README.md', 'README.en.md']
const keyPages: readonly [string, Lang][] = [
  ['docs/keys.md', 'zh'],
  ['docs/keys.en.md', 'en'],
]

/** The keys of the room and the words that do the same, from the table that the room itself reads. */
function keyTable(lang: Lang): string {
  const words = roomWordsFor(lang)
  const rows = new Map<string, {keys: Set<string>; typed: string}>()
  for (const {action, shown} of keyMap) {
    const typed = commands.find(command => command.action === action)?.[lang][0]
    const row = rows.get(action) ?? {keys: new Set<string>(), typed: typed ? `/${typed}` : ''}
    if (shown) row.keys.add(shown)
    rows.set(action, row)
  }
  for (const {action, zh, en} of commands) {
    if (!rows.has(action)) rows.set(action, {keys: new Set(), typed: `/${(lang === 'zh' ? zh : en)[0]}`})
  }
  const head = lang === 'zh' ? ['| 键 | 词 | 做什么 |', '|---|---|---|'] : ['| key | word | what it does |', '|---|---|---|']
  const lines = [...rows].map(([action, {keys, typed}]) => {
    const about = words[`about.${action}` as 'about.send']
    const shown = [...keys].map(key => `\`${key}\``).join(' ')
    return `| ${shown} | ${typed ? `\`${typed}\`` : ''} | ${about} |`
  })
  return [...head, ...lines].join('\n')
}

it.each(keyPages)('%s lists the keys that the room has, no more and no fewer', (name, lang) => {
  const text = readFileSync(path(name), 'utf8')
  const [before, , after] = text.split(/<!-- keys:(?:begin|end) -->/)
  const wanted = `${before}<!-- keys:begin -->\n${keyTable(lang)}\n<!-- keys:end -->${after}`
  if (process.env.UPDATE_README) writeFileSync(path(name), wanted)
  expect(readFileSync(path(name), 'utf8')).toBe(wanted)
})

it('both READMEs show the two commands, the picture and the way to one’s own voices', () => {
  for (const name of readmes) {
    const text = readFileSync(path(name), 'utf8')
    for (const part of ['npm install && npm start', 'npm install && npm test', 'docs/room.svg', '--provider manual']) {
      expect(text, name).toContain(part)
    }
  }
})

it('the READMEs name every package that is bundled for its own sake', () => {
  const text = readFileSync(path('README.md'), 'utf8')
  const bundled = ['ink', 'react', 'ink-select-input', 'ink-text-input', 'meow', 'conf', 'zod', 'execa', 'yaml', 'string-width']
  for (const name of bundled) expect(text).toContain(name)
})
