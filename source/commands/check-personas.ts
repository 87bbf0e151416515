import {readdirSync, statSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {checkPersona, hasErrors} from '../runtime/personas/check.ts'
import {discover} from '../runtime/personas/discover.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import {loadExpertFile} from '../runtime/personas/expert-file.ts'
import {at, type Finding, levelOf} from '../runtime/personas/findings.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import {readPersonaFile} from '../runtime/personas/read.ts'
import {exit, type Host} from './host.ts'
import {findingJson, findingText} from './persona-words.ts'
import {shownPath} from './shown.ts'

type CheckedFile = {readonly path: string; readonly findings: readonly Finding[]}

/** The lint of our format over files, and over folders of them; of an expert's YAML whether it loads. Exit 1 when there are errors. */
export function checkPersonas(paths: readonly string[], flags: {readonly json?: boolean}, host: Host): number {
  const words = commandWords[host.uiLang]
  if (paths.length === 0) {
    host.warn(words.checkNeedsPath)
    return exit.usage
  }
  const others = discoverFor(host).personas
  const checked = paths.flatMap(path => checkPath(resolve(host.cwd, path), others))
  const findings = checked.flatMap(file => file.findings)
  const failed = hasErrors(findings) || checked.length === 0
  if (flags.json) {
    const files = checked.map(file => ({
      path: file.path,
      findings: file.findings.map(finding => ({...findingJson(finding, host), level: levelOf(finding.code)})),
    }))
    host.emit({ok: !failed, files})
    return failed ? exit.failed : exit.closed
  }
  for (const file of checked) {
    if (file.findings.length === 0) host.print(fill(words.checkClean, {path: shownPath(file.path, host)}))
    for (const finding of file.findings) host.print(checkLine(finding, host))
  }
  if (checked.length === 0) {
    for (const path of paths) host.warn(fill(words.checkNothing, {path: shownPath(resolve(host.cwd, path), host)}))
    return exit.failed
  }
  const errors = findings.filter(finding => hasErrors([finding])).length
  const warnings = findings.filter(finding => levelOf(finding.code) === 'warning').length
  host.print(fill(words.checkSummary, {files: checked.length, errors, warnings}))
  return failed ? exit.failed : exit.closed
}

/** `marx.md:12: error missing-section: ...` */
function checkLine(finding: Finding, host: Host): string {
  const level = commandWords[host.uiLang][`level.${levelOf(finding.code)}`]
  return `${shownPath(finding.path, host)}:${finding.line}: ${level} ${finding.code}: ${findingText(finding, host)}`
}

/** A folder with a `SKILL.md` is one persona; any other folder is looked through as the own `personas/` is. */
function checkPath(path: string, others: readonly LoadedPersona[]): readonly CheckedFile[] {
  if (!isFolder(path)) return [checkFile(path, others)]
  const skill = skillIn(path)
  if (skill) return [checkFile(join(path, skill), others)]
  const {personas, problems} = discover([{kind: 'own', dir: path}])
  const loaded = new Set(personas.map(persona => persona.origin.path))
  const refused = problems.filter(problem => !loaded.has(problem.path))
  const files = [
    ...[...loaded].map(file => checkFile(file, others)),
    ...refused.map(problem => ({path: problem.path, findings: [problem]})),
    ...yamlIn(path).map(file => checkFile(file, others)),
  ]
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function checkFile(path: string, others: readonly LoadedPersona[]): CheckedFile {
  const read = readPersonaFile(path)
  if (read.kind === 'problem') return {path, findings: [at(path, read.problem)]}
  if (isYaml(path)) {
    const loaded = loadExpertFile(read.bytes, {kind: 'own', path})
    return {path, findings: loaded.kind === 'problem' ? loaded.problems : loaded.notes}
  }
  return {path, findings: checkPersona(read.bytes, path, others).findings}
}

const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path)

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function yamlIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => isYaml(name) && !name.startsWith('.'))
      .map(name => join(folder, name))
  } catch {
    return []
  }
}

function skillIn(folder: string): string | undefined {
  try {
    return readdirSync(folder).find(name => /^skill\.md$/i.test(name))
  } catch {
    return undefined
  }
}
