import {accessSync, constants, readFileSync, statSync} from 'node:fs'
import path from 'node:path'
import type {CliAgent} from './reading.ts'
import type {CliWorld} from './world.ts'

export type Command = {readonly file: string; readonly args: readonly string[]}

/** The program of an agent: as the person set it, else the first of its names on PATH. Never by way of a shell. */
export function findCommand(
  agent: Pick<CliAgent, 'id' | 'commands' | 'native'>,
  world: Pick<CliWorld, 'env' | 'platform' | 'settings'>,
): Command | undefined {
  const [set, ...args] = world.settings[agent.id]?.command ?? []
  for (const name of set === undefined ? agent.commands : [set]) {
    const found = onPath(name, world)
    if (found) {
      const {file, args: first} = agent.native?.(found) ?? found
      return {file, args: [...first, ...args]}
    }
  }
  return undefined
}

function onPath(name: string, {env, platform}: Pick<CliWorld, 'env' | 'platform'>): Command | undefined {
  const windows = platform === 'win32'
  const {join, isAbsolute} = windows && path.sep === '\\' ? path.win32 : path
  const folders = isAbsolute(name) ? [''] : (env.PATH ?? env.Path ?? '').split(windows ? ';' : ':').filter(isAbsolute)
  for (const folder of folders) {
    const base = folder ? join(folder, name) : name
    if (!windows) {
      if (isProgram(base)) return {file: base, args: []}
      continue
    }
    for (const ending of ['', '.exe', '.cmd']) {
      const found = isFile(base + ending) ? windowsProgram(base + ending, join) : undefined
      if (found) return found
    }
  }
  return undefined
}

/** npm leaves a batch file, which only a shell can run and which reads the prompt's `&` and `<`: what it would run is run instead. */
function windowsProgram(file: string, join: (...parts: string[]) => string): Command | undefined {
  if (/\.exe$/i.test(file)) return {file, args: []}
  if (!/\.cmd$/i.test(file)) return undefined
  const target = /"%(?:~dp0|dp0%)\\?([^"%]+\.(?:[cm]?js|exe))"/i.exec(readFileSync(file, 'utf8'))?.[1]
  if (!target) return undefined
  const entry = join(file, '..', ...target.split('\\'))
  return /\.exe$/i.test(entry) ? {file: entry, args: []} : {file: process.execPath, args: [entry]}
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return isFile(file)
  } catch {
    return false
  }
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}
