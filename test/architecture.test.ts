import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join, relative, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, it} from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../source')
const files = readdirSync(root, {recursive: true, encoding: 'utf8'})
  .filter(name => /\.tsx?$/.test(name))
  .map(name => name.replaceAll('\\', '/'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every module a file names, ours as a path below `source/`. */
function importsOf(file: string): readonly string[] {
  const named = [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')
  return named.map(name =>
    name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/') : name,
  )
}
const folderOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '')
const ours = (file: string) => importsOf(file).filter(name => /\.tsx?$/.test(name))

/** What each folder may import of ours. `compose`, `main` and `cli` stand at the top and join everything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  i18n: ['core', 'i18n'],
  protocols: ['core', 'protocols'],
  records: ['core', 'i18n', 'records'],
  providers: ['core', 'i18n', 'providers'],
  runtime: ['core', 'i18n', 'protocols', 'providers', 'records', 'runtime'],
  headless: ['core', 'i18n', 'headless'],
  ui: ['core', 'i18n', 'ui'],
}

describe('dependencies point inward', () => {
  for (const [folder, may] of Object.entries(allowed)) {
    it(`${folder} imports ${may.join(', ')} and nothing else of ours`, () => {
      const mine = files.filter(file => folderOf(file) === folder)
      expect(mine.length).toBeGreaterThan(0)
      const breaches = mine.flatMap(file =>
        ours(file)
          .filter(name => !may.includes(folderOf(name)))
          .map(name => `${file} -> ${name}`),
      )
      expect(breaches).toEqual([])
    })
  }
})

it('core, protocols and records touch no disk, clock, chance or process', () => {
  const impure = /from 'node:|Date\.now|new Date\(|Math\.random|\bprocess\b(?!\.md)|\bperformance\.|setTimeout|setInterval/
  const breaches = files
    .filter(file => ['core', 'protocols', 'records'].includes(folderOf(file)))
    .flatMap(file =>
      withoutComments(textOf(file))
        .split('\n')
        .flatMap((line, index) => (impure.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(breaches).toEqual([])
})

it('one module writes to the terminal', () => {
  const writes = /\b(?:stdout|stderr)\s*\.\s*write\s*\(|console\.(?:log|error|warn|info)|writeSync\(\s*[12]\b/
  const breaches = files
    .filter(file => file !== 'ui/terminal/writer.ts')
    .flatMap(file => (writes.test(withoutComments(textOf(file))) ? [file] : []))
  expect(breaches).toEqual([])
})

it('the process is ended in one place, and by a second signal', () => {
  const ends = files.filter(file => /process\s*\.\s*exit\s*\(/.test(withoutComments(textOf(file))))
  expect(ends).toEqual(['commands/node-host.ts'])
})

it('every language has the same words as the first, and no word is left that nobody says', async () => {
  const {zh} = await import('../source/i18n/zh.ts')
  const {en} = await import('../source/i18n/en.ts')
  expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort())
  const code = files
    .filter(file => folderOf(file) !== 'i18n')
    .map(textOf)
    .join('\n')
  const prefixes = ['phase.', 'fault.', 'disk.', 'ledger.', 'damage.', 'where.', 'lang.', 'unit.']
  const unsaid = Object.keys(zh).filter(
    key => !prefixes.some(p => key.startsWith(p)) && !new RegExp(`['.]${key.replace('.', '\\.')}\\b`).test(code),
  )
  expect(unsaid).toEqual([])
})

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
