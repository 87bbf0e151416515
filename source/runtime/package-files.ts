import {existsSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Lang, TemplateSet} from '../core/events.ts'
import {parseTemplates} from '../core/template.ts'

/** The package's own folder, whether it runs bundled or from source. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prompts', 'roundtable.zh.md'))) {
    const up = dirname(folder)
    if (up === folder) throw new Error('the package has no prompts/ folder')
    folder = up
  }
  return folder
}

/** The prompts of a protocol, as a new meeting is opened with them. */
export const loadPrompts = (protocol: string, lang: Lang): TemplateSet =>
  parseTemplates(readFileSync(join(packageRoot(), 'prompts', `${protocol}.${lang}.md`), 'utf8'))
