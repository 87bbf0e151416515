import * as fs from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import type {FoundKey} from '../providers/http/parts.ts'
import {keyVariables} from '../providers/http/presets.ts'
import {attempt, type DiskFault, nodeDisk, OPEN, type Tried} from './disk/disk.ts'
import {writeFile} from './disk/write-file.ts'

const file = z.object({v: z.literal(1), keys: z.record(z.string(), z.string())})

export const keysFile = 'keys.json'

/** What is wrong with the store. `readable`: others can read it, and it could not be made private; it is not used then. */
export type KeysProblem =
  | {readonly kind: 'disk'; readonly fault: DiskFault}
  | {readonly kind: 'damaged'; readonly path: string}
  | {readonly kind: 'readable'; readonly path: string}

type Stored = Readonly<Record<string, string>>
type Opened = {readonly keys: Stored; readonly tightened: boolean} | {readonly problem: KeysProblem}

export type Keys = {
  /** The first of the variables that holds a key, else what the store keeps under `id`. */
  find(id: string, variables: readonly string[]): FoundKey | undefined
  /** Every key there is: none of them may appear anywhere. */
  secrets(): readonly string[]
  /** `tightened`: others could read it until now. */
  open(): Opened
  set(id: string, key: string): {readonly ok: true} | {readonly problem: KeysProblem}
  /** `ok`: whether there was one. */
  unset(id: string): {readonly ok: boolean} | {readonly problem: KeysProblem}
  readonly path: string
}

/** The person's keys: in the environment, and in one file of ours that nobody else can read (0600). They are in no other file. */
export function makeKeys({folder, env}: {readonly folder: string; readonly env: NodeJS.ProcessEnv}): Keys {
  const path = join(folder, keysFile)
  const variablesSeen = new Set(keyVariables)
  const stored = (): Stored => {
    const opened = openStore(path)
    return 'keys' in opened ? opened.keys : {}
  }
  const change = (to: (keys: Stored) => Stored): {ok: true} | {problem: KeysProblem} => {
    const opened = openStore(path)
    if ('problem' in opened) return opened
    const content = `${JSON.stringify({v: 1, keys: to(opened.keys)}, null, 2)}\n`
    const written = writeStore(folder, path, content)
    return 'fault' in written ? {problem: {kind: 'disk', fault: written.fault}} : {ok: true}
  }
  return {
    path,
    find(id, variables) {
      for (const name of variables) {
        variablesSeen.add(name)
        const value = env[name]?.trim()
        if (value) return {value, from: name}
      }
      const keys = stored()
      const value = Object.hasOwn(keys, id) ? keys[id] : undefined
      return value === undefined ? undefined : {value, from: keysFile}
    },
    secrets: () => [...[...variablesSeen].flatMap(name => env[name]?.trim() || []), ...Object.values(stored())],
    open: () => openStore(path),
    set: (id, key) => change(keys => ({...keys, [id]: key})),
    unset(id) {
      const opened = openStore(path)
      if ('problem' in opened) return opened
      if (!Object.hasOwn(opened.keys, id)) return {ok: false}
      return change(({[id]: _, ...others}) => others)
    },
  }
}

/** What a header can carry: printable ASCII without spaces. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{8,4096}$/.test(text)

function openStore(path: string): Opened {
  const read = attempt(path, () => {
    if (nodeDisk.lstat(path) === undefined) return undefined
    const fd = nodeDisk.open(path, OPEN.read)
    try {
      return {text: Buffer.from(nodeDisk.read(fd)).toString('utf8'), privacy: makePrivate(fd)}
    } finally {
      nodeDisk.close(fd)
    }
  })
  if ('fault' in read) return {problem: {kind: 'disk', fault: read.fault}}
  if (read.ok === undefined) return {keys: {}, tightened: false}
  const {text, privacy} = read.ok
  if (privacy === 'readable') return {problem: {kind: 'readable', path}}
  const parsed = file.safeParse(parseJson(text))
  if (!parsed.success) return {problem: {kind: 'damaged', path}}
  return {keys: parsed.data.keys, tightened: privacy === 'tightened'}
}

/** Windows keeps other people out of a person's folder by other means. */
function makePrivate(fd: number): 'private' | 'tightened' | 'readable' {
  if (process.platform === 'win32' || (fs.fstatSync(fd).mode & 0o077) === 0) return 'private'
  try {
    fs.fchmodSync(fd, 0o600)
  } catch {
    return 'readable'
  }
  return (fs.fstatSync(fd).mode & 0o077) === 0 ? 'tightened' : 'readable'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function writeStore(folder: string, path: string, content: string): Tried<true> {
  const made = attempt(folder, () => fs.mkdirSync(folder, {recursive: true, mode: 0o700}))
  return 'fault' in made ? made : writeFile({disk: nodeDisk, path, content, mode: 0o600})
}
