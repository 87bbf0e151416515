import {mkdirSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {tell} from '../i18n/index.ts'
import {attempt, nodeDisk, type Tried} from '../runtime/disk/disk.ts'
import {writeFile} from '../runtime/disk/write-file.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import {idFor, personaTemplate} from '../runtime/personas/template.ts'
import {diskFault} from './faults.ts'
import {exit, type Host} from './host.ts'
import {personaFrom} from './persona-words.ts'
import {shellWord, short, shownPath} from './shown.ts'

/** Writes a file to fill in, in the person's own `personas/`. What stands there already is left alone. */
export function newPersona(name: string, flags: {readonly lang?: string}, host: Host): number {
  const words = commandWords[host.uiLang]
  if (!/[\p{L}\p{N}]/u.test(name)) {
    host.warn(words.newNeedsName)
    return exit.usage
  }
  const lang = flags.lang ?? host.uiLang
  if (!isLang(lang)) {
    host.warn(tell(host.words, 'usageFlagValue', {flag: '--lang', said: short(lang), allowed: 'zh, en'}))
    return exit.usage
  }
  const id = idFor(name, lang)
  const path = join(host.home.folder, 'personas', `${id}.md`)
  const taken = resolveName(name, discoverFor(host).personas, lang)
  const written = writeNew(path, personaTemplate(name, lang))
  if ('fault' in written) {
    host.warn(diskFault(written.fault, host))
    return exit.failed
  }
  if (!written.ok) {
    host.warn(fill(words.newExists, {path: shownPath(path, host)}))
    return exit.failed
  }
  host.print(fill(words.newWritten, {path: shownPath(path, host)}))
  host.print(fill(words.newNext, {command: `roundtable personas check ${shellWord(shownPath(path, host))}`}))
  host.print(fill(words.newThen, {command: `roundtable meet --topic … --with ${id},…`}))
  if (taken.kind === 'found') host.print(fill(words.newTaken, {name: short(name), id: personaFrom(taken.persona, host)}))
  return exit.closed
}

/** False when something stands there already, whatever it is. */
function writeNew(path: string, content: string): Tried<boolean> {
  const folder = dirname(path)
  const ready = attempt(folder, () => {
    mkdirSync(folder, {recursive: true})
    return nodeDisk.lstat(path) === undefined
  })
  if ('fault' in ready || !ready.ok) return ready
  return writeFile({disk: nodeDisk, path, content})
}

const isLang = (lang: string): lang is Lang => lang === 'zh' || lang === 'en'
