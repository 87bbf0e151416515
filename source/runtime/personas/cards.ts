import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import type {PersonaOrigin} from '../../core/persona.ts'
import type {Place} from './discover.ts'
import {type ExpertFile, loadExpertFile} from './expert-file.ts'
import {at, type Finding, remark} from './findings.ts'
import {errnoOf, readPersonaFile} from './read.ts'

/** A card is a YAML file of one person or one part: an expert of a board, a role of a review, a member of the council. */
export type Card = Exclude<ExpertFile, {kind: 'problem'}> & {readonly origin: PersonaOrigin}

export type CardRoots = {
  readonly cwd: string
  /** The program's own folder. */
  readonly home: string
  readonly bundled: string
}

/** `configs/NAME/` of the working folder, `NAME/` of the program's own folder, those of the package: in order of precedence. */
export const cardPlaces = (name: string, {cwd, home, bundled}: CardRoots): readonly Place[] => [
  {kind: 'project', dir: join(cwd, 'configs', name)},
  {kind: 'own', dir: join(home, name)},
  {kind: 'built-in', dir: bundled},
  {kind: 'built-in', dir: join(bundled, 'en')},
]

/** Every card of these places, in their order, then by file name. What is no card becomes a problem. Never throws. */
export function* cardsIn(places: readonly Place[], problems: Finding[]): Generator<Card> {
  for (const {kind, dir} of places) {
    for (const path of yamlFilesIn(dir, problems)) {
      const loaded = loadOnce({kind, path})
      if (loaded.kind === 'problem') problems.push(...loaded.problems)
      else yield {...loaded, origin: {kind, path}}
    }
  }
}

/** The second card under one name: in the same place it is a slip, further down the first one hides it. */
export function tellShadowed(
  {origin}: Card,
  {id, origin: first}: {readonly id: string; readonly origin: PersonaOrigin},
  {problems, notes}: {readonly problems: Finding[]; readonly notes: Finding[]},
): void {
  const slots = {id, other: first.path}
  if (first.kind === origin.kind) problems.push(at(origin.path, remark('same-id', 1, slots)))
  else notes.push(at(origin.path, remark('shadowed', 1, {...slots, kind: first.kind})))
}

/** Some seventy files are read for a plan, and a wizard plans at every key: what has not changed is not parsed again. */
const read = new Map<string, {readonly stamp: string; readonly loaded: ExpertFile}>()

function loadOnce(origin: PersonaOrigin): ExpertFile {
  const {kind, path} = origin
  const stamp = stampOf(path, kind)
  const before = read.get(path)
  if (before !== undefined && before.stamp === stamp) return before.loaded
  const file = readPersonaFile(path)
  const loaded: ExpertFile =
    file.kind === 'problem' ? {kind: 'problem', problems: [at(path, file.problem)]} : loadExpertFile(file.bytes, origin)
  if (stamp !== '') read.set(path, {stamp, loaded})
  return loaded
}

/** Empty where there is nothing to tell a change by. */
function stampOf(path: string, kind: string): string {
  try {
    const {mtimeMs, ctimeMs, size, ino} = statSync(path)
    return [kind, mtimeMs, ctimeMs, size, ino].join(' ')
  } catch {
    return ''
  }
}

/** Sorted, so that two files of one name are met in the same order everywhere. Hidden files and other kinds are left alone. */
function yamlFilesIn(dir: string, problems: Finding[]): readonly string[] {
  try {
    return readdirSync(dir)
      .filter(name => /^[^.].*\.ya?ml$/i.test(name))
      .sort()
      .map(name => join(dir, name))
  } catch (error) {
    const errno = errnoOf(error)
    if (errno !== 'ENOENT' && errno !== 'ENOTDIR') problems.push(at(dir, remark('place-unreadable', 1, {errno})))
    return []
  }
}
