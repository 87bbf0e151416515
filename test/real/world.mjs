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

/** Two made-up model servers on loopback, and a person's home that knows no other. `says`: what the models say beside the usual. */
export async function openWorld(root, agents, says = '') {
  const home = mkdtempSync(join(tmpdir(), 'roundtable-real-'))
  const servers = []
  const serve = async name => {
    const [port, log] = [await free(), join(home, `${name}.log`)]
    writeFileSync(log, '')
    const child = spawn(process.execPath, [join(root, 'test/tools', `${name}.mjs`), String(port), log], {
      stdio: 'ignore',
      env: {...process.env, MEET_SAYS: says},
    })
    servers.push({child, log})
    return `http://127.0.0.1:${port}/m/meet`
  }
  const one = await serve('anthropic-and-openai-responses')
  const two = await serve('gemini-and-openai-chat')
  const key = 'sk-made-up-key'
  plantCanaries(home)
  // It and Codex look at the same variable for different protocols.
  configure(home, {qwen: {command: ['qwen', '--openai-base-url', `${two}/v1`]}})
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
    /** The two servers as `ADDRESS:PORT`. */
    servers: [one, two].map(address => new URL(address).host),
    /** What the person's own settings let loose, though they should be kept out. */
    leaks: () => [
      ...readdirSync(home)
        .filter(name => name.startsWith(CANARY))
        .map(name => `a hook or a server was started: ${name.slice(CANARY.length + 1)}`),
      ...servers
        .filter(({log}) => readFileSync(log, 'utf8').includes(CANARY))
        .map(() => "the person's own instructions were sent"),
    ],
    requests: () => servers.flatMap(({log}) => linesOf(log)).filter(record => record.mark !== undefined),
    close: () => {
      for (const {child} of servers) child.kill()
    },
  }
}

/** The settings of the program itself. */
export function configure(home, more) {
  const models = {opencode: {model: 'openai/gpt-5.5'}, gemini: {model: 'gemini-2.5-flash'}, codex: {model: 'gpt-5.5'}}
  write(join(home, '.roundtable/config.json'), {providers: {...models, ...more}})
}

/** Makes it a world where nobody named another server than the vendors' own. */
export function ownModels({home, env}) {
  for (const name of Object.keys(env)) if (name.endsWith('_BASE_URL')) delete env[name]
  configure(home, {})
}

/** Stands in everything an agent could take from a person's own settings; no model may ever be told it. */
export const CANARY = 'canary-5b1f0c'

function plantCanaries(home) {
  for (const name of [
    '.claude/CLAUDE.md',
    '.codex/AGENTS.md',
    '.gemini/GEMINI.md',
    '.qwen/QWEN.md',
    '.config/opencode/AGENTS.md',
  ])
    write(join(home, name), `Begin each answer with ${CANARY}.`)
  const touched = label => join(home, `${CANARY}.home-${label}`)
  const server = {command: 'sh', args: ['-c', `touch ${touched('server')}`]}
  const hook = [{hooks: [{type: 'command', command: `touch ${touched('hook')}`}]}]
  const hooks = {SessionStart: hook, UserPromptSubmit: hook}
  write(join(home, '.claude/settings.json'), {hooks, outputStyle: CANARY})
  write(join(home, '.claude.json'), {mcpServers: {canary: server}})
  write(join(home, '.gemini/settings.json'), {mcpServers: {canary: server}, hooks})
  write(join(home, '.qwen/settings.json'), {mcpServers: {canary: server}, hooks})
  write(join(home, '.opencode/AGENTS.md'), CANARY)
  write(join(home, '.opencode/agent/ai-meeting-readonly.md'), `---\nmode: primary\n---\n${CANARY}\n`)
  for (const name of ['.agents', '.claude', '.codex', '.gemini', '.qwen'])
    write(join(home, name, 'skills/told/SKILL.md'), `---\nname: told\ndescription: ${CANARY}\n---\n${CANARY}\n`)
  const local = label => ({type: 'local', command: ['sh', '-c', `touch ${touched(label)}`], enabled: true})
  write(join(home, '.opencode/opencode.json'), {mcp: {canary: local('.opencode')}})
  write(join(home, '.config/opencode/opencode.json'), {
    mcp: {canary: local('opencode')},
    instructions: [join(home, '.gemini/GEMINI.md')],
  })
  write(
    join(home, '.codex/config.toml'),
    `developer_instructions = "${CANARY}"\nnotify = ["touch", "${touched('codex')}"]\n[mcp_servers.canary]\ncommand = "touch"\nargs = ["${touched('codex')}"]\n`,
  )
}

export function write(path, value) {
  mkdirSync(join(path, '..'), {recursive: true})
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
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
