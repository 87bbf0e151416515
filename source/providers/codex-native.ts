import {existsSync, realpathSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import type {Command} from './cli/find-command.ts'

const triples: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
}

/**
 * The program behind npm's wrapper, whose child outlives it by a minute when it is killed; the wrapper itself where the program is not
 * where npm puts it.
 */
export function nativeCodex(
  command: Command,
  {platform, arch}: {readonly platform: string; readonly arch: string} = process,
): Command {
  const wrapper = command.args[0]?.endsWith('.js') ? command.args[0] : command.file
  const name = `${platform}-${arch}`
  const triple = triples[name]
  const entry = realPath(wrapper)
  if (triple === undefined || entry === undefined || basename(entry) !== 'codex.js') return command
  const ours = dirname(dirname(entry))
  const packages = [join(dirname(ours), `codex-${name}`), join(ours, 'node_modules', '@openai', `codex-${name}`), ours]
  const program = platform === 'win32' ? 'codex.exe' : 'codex'
  const found = packages.map(folder => join(folder, 'vendor', triple, 'bin', program)).find(file => existsSync(file))
  return found === undefined ? command : {file: found, args: command.args.filter(arg => arg !== wrapper)}
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}
