import {createHash} from 'node:crypto'
import {basename, isAbsolute, relative, resolve, sep} from 'node:path'
import type {Material} from '../core/material.ts'
import {shortName} from '../core/names.ts'
import {cutGraphemes, oneLine} from '../core/text.ts'
import {type FileFault, findFile, readWhole} from './materials-file.ts'
import {isSensitivePath, type SecretKind, secretsIn} from './materials-sensitive.ts'
import {decode} from './personas/decode.ts'

/** Bytes of UTF-8 of one text as a prompt carries it: seeds/ai-meeting.txt. */
export const mostBlockBytes = 24 * 1024
/** Bytes of all originals together from which on it is said how much that is. */
export const muchBytes = 6 * mostBlockBytes

export type MaterialsAsked = {
  /** Paths as the person wrote them. */
  readonly briefs: readonly string[]
  readonly materials: readonly string[]
  readonly cwd: string
  readonly userHome: string
  /** Files of each kind. */
  readonly most: number
  /** The person takes it that what looks like a secret goes into prompts and into the meeting's folder. */
  readonly allowSensitive: boolean
}

export type MaterialFile = {
  readonly material: Material
  /** The original, byte for byte. */
  readonly bytes: Uint8Array
  /** Where the meeting's folder keeps it: `materials/01-spec.md`. */
  readonly copy: string
}

export type MaterialProblem =
  | (FileFault & {readonly label: string})
  | {readonly code: 'empty' | 'binary' | 'not-utf8' | 'sensitive-path'; readonly label: string}
  | {readonly code: 'utf-16'; readonly label: string; readonly encoding: string}
  | {readonly code: 'secret'; readonly label: string; readonly line: number; readonly kind: SecretKind}
  | {readonly code: 'too-many'; readonly kind: Material['kind']; readonly count: number; readonly most: number}

export type MaterialRemark =
  | {readonly code: 'twice'; readonly label: string}
  | {readonly code: 'damaged' | 'cleaned'; readonly label: string; readonly count: number}
  /** Let through because the person said so. */
  | {readonly code: 'allowed'; readonly label: string}
  | {readonly code: 'much'; readonly bytes: number; readonly most: number}

export type ReadMaterials = {
  /** Briefs first, then materials, each in the order in which they were given. */
  readonly files: readonly MaterialFile[]
  /** Everything that is wrong, file by file. Where there is any, nothing should be begun. */
  readonly problems: readonly MaterialProblem[]
  readonly remarks: readonly MaterialRemark[]
}

/** Reads what a person puts before a meeting. Never throws and never says what a secret is. */
export function readMaterials(asked: MaterialsAsked): ReadMaterials {
  const files: MaterialFile[] = []
  const problems: MaterialProblem[] = []
  const remarks: MaterialRemark[] = []
  for (const kind of ['brief', 'material'] as const) {
    const paths = kind === 'brief' ? asked.briefs : asked.materials
    const seen = new Set<string>()
    let number = 0
    if (paths.length > asked.most) problems.push({code: 'too-many', kind, count: paths.length, most: asked.most})
    for (const said of paths) {
      const read = readOne(said, seen, asked)
      problems.push(...read.problems)
      remarks.push(...read.remarks)
      if (!read.text) continue
      number++
      const {label, bytes, text} = read.text
      files.push({
        material: asMaterial(kind, {label, bytes, text}),
        bytes,
        copy: `${kind === 'brief' ? 'brief' : 'materials'}/${String(number).padStart(2, '0')}-${plainName(said)}`,
      })
    }
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > muchBytes) remarks.push({code: 'much', bytes, most: muchBytes})
  return {files, problems, remarks}
}

type Original = {readonly label: string; readonly bytes: Uint8Array; readonly text: string}
type One = Pick<ReadMaterials, 'problems' | 'remarks'> & {readonly text?: Original}

function readOne(said: string, seen: Set<string>, {cwd, userHome, allowSensitive}: MaterialsAsked): One {
  const path = resolve(cwd, said)
  const label = labelOf(path, {cwd, userHome})
  const refuse = (...problems: readonly MaterialProblem[]): One => ({problems, remarks: []})
  const found = findFile(path)
  // A path that keeps secrets is not even looked into; what a link calls itself does not hide where it leads.
  const sensitive = isSensitivePath(path) || ('real' in found && isSensitivePath(found.real))
  if (sensitive && !allowSensitive) return refuse({code: 'sensitive-path', label})
  if ('fault' in found) return refuse({...found.fault, label})
  if (seen.has(found.real)) return {problems: [], remarks: [{code: 'twice', label}]}
  seen.add(found.real)
  const read = readWhole(found.real)
  if ('fault' in read) return refuse({...read.fault, label})
  const decoded = decode(read.bytes)
  if (decoded.kind === 'problem') {
    const {code, slots} = decoded.problem
    if (code === 'utf-16') return refuse({code, label, encoding: String(slots.encoding)})
    return refuse({code: code === 'empty-file' ? 'empty' : code === 'binary' ? 'binary' : 'not-utf8', label})
  }
  const secrets = secretsIn(decoded.text)
  if (secrets.length > 0 && !allowSensitive)
    return refuse(...secrets.map(({line, kind}) => ({code: 'secret' as const, label, line, kind})))
  const counted = (note: string) => Number(decoded.notes.find(({code}) => code === note)?.slots.count ?? 0)
  const [damaged, cleaned] = [counted('damaged-text'), counted('control-characters')]
  return {
    text: {label, bytes: read.bytes, text: decoded.text},
    problems: [],
    remarks: [
      ...(sensitive || secrets.length > 0 ? [{code: 'allowed' as const, label}] : []),
      ...(damaged > 0 ? [{code: 'damaged' as const, label, count: damaged}] : []),
      ...(cleaned > 0 ? [{code: 'cleaned' as const, label, count: cleaned}] : []),
    ],
  }
}

function asMaterial(kind: Material['kind'], {label, bytes, text}: Original): Material {
  // No more units than the cap has bytes can be kept; a little more, so that the last character is whole.
  const cut = cutGraphemes(text.slice(0, mostBlockBytes + 1024), {maxBytes: mostBlockBytes})
  return {
    kind,
    label,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: cut,
    truncated: cut.length < text.length,
  }
}

/** As a person would write it, and without the name of their home: it stands in prompts that go out. */
function labelOf(path: string, {cwd, userHome}: {readonly cwd: string; readonly userHome: string}): string {
  const below = (folder: string) => {
    const inside = relative(folder, path)
    return inside !== '' && !/^\.\.(?:[\\/]|$)/.test(inside) && !isAbsolute(inside) ? inside : undefined
  }
  const near = below(cwd)
  const home = near === undefined ? below(userHome) : undefined
  return oneLine((near ?? (home === undefined ? path : `~/${home}`)).split(sep).join('/'), 200)
}

/** A name that every system takes: letters and digits of any script, and a short ending. */
function plainName(said: string): string {
  const name = basename(said)
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = shortName(name.slice(0, name.length - ending.length))
  return `${stem || 'text'}${ending.toLowerCase()}`
}
