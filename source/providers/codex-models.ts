import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {Command} from './cli/find-command.ts'
import {openSeatFolder} from './cli/folders.ts'
import {placed} from './cli/invoke.ts'
import {isObject} from './cli/lines.ts'
import {launch} from './cli/process.ts'
import type {CliWorld} from './cli/world.ts'
import {codex} from './codex.ts'
import type {Fields} from './json-line.ts'

/** Of a model's entry, what gives it tools that no switch takes away: patches, and a place to run scripts in. */
const TOOLLESS: Fields = {
  apply_patch_tool_type: null,
  experimental_supported_tools: [],
  tool_mode: null,
  multi_agent_version: null,
  supports_search_tool: false,
}

/** Milliseconds for the program to print its list. */
const LIST_MS = 5000

/**
 * The program's own list of models, without tools, as a file that it can be started with; undefined where it prints none. The folder
 * is the seat's of this name.
 */
export async function toollessModels(command: Command, world: CliWorld, seat: string): Promise<string | undefined> {
  const folder = await openSeatFolder(world, codex.id, seat)
  const plan = placed(codex, world, {args: ['debug', 'models', '--bundled'], stdin: ''}, folder)
  const chunks: Buffer[] = []
  const child = launch(
    {...command, args: [...command.args, ...plan.args], cwd: folder.room, env: plan.env, input: '', meeting: world.meeting},
    world.keeper,
    bytes => chunks.push(Buffer.from(bytes)),
  )
  const stop = world.after(LIST_MS, () => void child.stop())
  const {code} = await child.ended
  stop()
  const list = code === 0 ? withoutTools(Buffer.concat(chunks).toString('utf8')) : undefined
  if (list === undefined) return undefined
  const file = join(folder.files, 'models.json')
  await writeFile(file, list, {mode: 0o600})
  return file
}

export function withoutTools(list: string): string | undefined {
  try {
    const read: unknown = JSON.parse(list)
    if (!isObject(read) || !Array.isArray(read.models)) return undefined
    const models = read.models.filter(isObject).map(model => ({...model, ...TOOLLESS}))
    return models.length > 0 ? JSON.stringify({...read, models}) : undefined
  } catch {
    return undefined
  }
}
