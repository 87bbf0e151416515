import {spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs'
import {createServer} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

const free = () =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const {port} = server.address()
      server.close(() => resolve(port))
    })
  })

/** Two made-up model servers on loopback, and a person's home that knows no other. */
export async function openWorld(root, agents) {
  const home = mkdtempSync(join(tmpdir(), 'roundtable-real-'))
  const servers = []
  const serve = async name => {
    const [port, log] = [await free(), join(home, `${name}.log`)]
    writeFileSync(log, '')
    const child = spawn(process.execPath, [join(root, 'test/tools', `${name}.mjs`), String(port), log], {stdio: 'ignore'})
    servers.push({child, log})
    return `http://127.0.0.1:${port}/m/meet`
  }
  const one = await serve('anthropic-and-openai-responses')
  const two = await serve('gemini-and-openai-chat')
  const key = 'sk-made-up-key'
  const models = {'fake-model': {name: 'Fake'}}
  const provider = {fake: {npm: '@ai-sdk/openai-compatible', name: 'Fake', options: {baseURL: `${two}/v1`, apiKey: key}, models}}
  write(join(home, '.config/opencode/opencode.json'), {provider, model: 'fake/fake-model', small_model: 'fake/fake-model'})
  write(join(home, '.roundtable/config.json'), {
    providers: {
      // Its models are the person's own, so its settings have to be read; the tools stay off.
      opencode: {trustUserConfig: true, model: 'fake/fake-model'},
      gemini: {model: 'gemini-2.5-flash'},
      codex: {model: 'gpt-5.5'},
      // It and Codex look at the same variable for different protocols.
      qwen: {command: ['qwen', '--openai-base-url', `${two}/v1`]},
    },
  })
  const env = {
    PATH: `${join(agents, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    ROUNDTABLE_HOME: join(home, '.roundtable'),
    ANTHROPIC_BASE_URL: one,
    ANTHROPIC_API_KEY: key,
    CODEX_API_KEY: key,
    GEMINI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: two,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: 'fake-model',
    OPENAI_BASE_URL: `${one}/v1`,
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  return {
    home,
    env,
    qwen: `${two}/v1`,
    requests: () => servers.flatMap(({log}) => linesOf(log)).filter(record => record.mark !== undefined),
    close: () => {
      for (const {child} of servers) child.kill()
    },
  }
}

function write(path, value) {
  mkdirSync(join(path, '..'), {recursive: true})
  writeFileSync(path, JSON.stringify(value))
}

export const linesOf = path =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

/** Processes that live in a folder below `home`, without the two servers. */
export function stragglers(home) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(join(home, '.roundtable'))
      } catch {
        return false
      }
    })
}
