import {execFileSync} from 'node:child_process'
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

/** The agents as they are on npm, in the versions the descriptions were measured with. */
export const pinned = {
  claude: {package: '@anthropic-ai/claude-code', version: '2.1.332'},
  codex: {package: '@openai/codex', version: '0.171.0'},
  gemini: {package: '@google/gemini-cli', version: '0.61.0'},
  opencode: {package: 'opencode-ai', version: '1.18.33'},
  qwen: {package: '@qwen-code/qwen-code', version: '0.24.4'},
}

/** Installs what is missing into `folder`, with the scripts that fetch the agents' own programs; returns id -> version that is there. */
export function install(folder, ids) {
  mkdirSync(folder, {recursive: true})
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private": true}\n')
  for (const id of ids) {
    if (versionOf(folder, id) === pinned[id].version) continue
    const wanted = [pinned[id].version, 'latest'].find(version => npm(folder, `${pinned[id].package}@${version}`))
    if (wanted === undefined) console.error(`${id}: cannot be installed`)
    else if (wanted === 'latest') console.error(`${id}: ${pinned[id].version} is not to be had, the newest was taken`)
  }
  return Object.fromEntries(ids.flatMap(id => (versionOf(folder, id) ? [[id, versionOf(folder, id)]] : [])))
}

function npm(folder, name) {
  try {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts=false', name]
    execFileSync('npm', args, {cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32'})
    return true
  } catch {
    return false
  }
}

function versionOf(folder, id) {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', pinned[id].package, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
