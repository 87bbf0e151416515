import {EventEmitter} from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {config} from '../../source/commands/config.ts'
import {readSecret} from '../../source/commands/config-key.ts'
import {slotsOf} from '../../source/core/template.ts'
import {configWords} from '../../source/i18n/config.ts'
import {openHome} from '../../source/runtime/home.ts'
import {knownKeys} from '../../source/runtime/settings-file.ts'
import {type Around, type FakeHost, fakeHost} from '../support/host.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'roundtable-config-'))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

const KEY = 'sk-0123456789abcdef-secret'
const file = () => join(cwd, 'home', 'config.json')
const stored = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))
const put = (text: string) => {
  mkdirSync(join(cwd, 'home'), {recursive: true})
  writeFileSync(file(), text)
}
type Ran = FakeHost & {readonly code: number}

async function run(
  args: string,
  more: Partial<Around> & {env?: Record<string, string>; flags?: object; words?: readonly string[]} = {},
): Promise<Ran> {
  const {env = {}, flags = {}, words = args.split(' ').filter(Boolean), ...around} = more
  const folder = join(cwd, 'home')
  const host = {...fakeHost({cwd, home: folder, lang: 'en', ...around}), env, home: openHome(folder)}
  const code = await config(words, flags, host)
  return Object.assign(host, {code})
}
type Value = {readonly key: string; readonly value: unknown; readonly source: string; readonly from: string | null}
async function values(more: Parameters<typeof run>[1] = {}): Promise<(key: string) => Omit<Value, 'key'> | undefined> {
  const {emitted} = await run('', {...more, flags: {json: true, ...more.flags}})
  const all = (emitted[0] as {values: readonly Value[]}).values
  return key => {
    const found = all.find(one => one.key === key)
    return found && {value: found.value, source: found.source, from: found.from}
  }
}

describe('config set', () => {
  it.each<[string, string[], unknown]>([
    ['a number', ['rounds', '3'], {rounds: 3}],
    ['text', ['provider', 'claude/opus'], {provider: 'claude/opus'}],
    ['text that looks like a number', ['providers.deepseek.model', '123'], {providers: {deepseek: {model: '123'}}}],
    ['yes and no', ['board.parallel_speech', 'false'], {board: {parallel_speech: false}}],
    ['a list as JSON', ['custom.mine.command', '["my cli","--flag"]'], {custom: {mine: {command: ['my cli', '--flag']}}}],
    ['a list as words', ['providers.claude.command', 'claude-dev --x'], {providers: {claude: {command: ['claude-dev', '--x']}}}],
    [
      'a list over several arguments',
      ['providers.claude.command', 'claude-dev', '--x'],
      {providers: {claude: {command: ['claude-dev', '--x']}}},
    ],
    ['an address', ['providers.mine.baseUrl', 'http://127.0.0.1:9/v1'], {providers: {mine: {baseUrl: 'http://127.0.0.1:9/v1'}}}],
    ['a fraction', ['budget.usd', '0.5'], {budget: {usd: 0.5}}],
  ])('keeps %s as what it is', async (_, said, expected) => {
    const ran = await run('', {words: ['set', ...said]})
    expect([ran.code, ran.err()]).toEqual([0, ''])
    expect(stored()).toEqual(expected)
    expect(openHome(join(cwd, 'home')).settings).toMatchObject(expected as object)
  })

  it('leaves everything else in the file as it is, also what it does not know', async () => {
    put('{"later": [1], "providers": {"a": {"model": "x"}}, "meetings": ["/m"]}')
    await run('set providers.a.idleMs 5000')
    expect(stored()).toEqual({later: [1], providers: {a: {model: 'x', idleMs: 5000}}, meetings: ['/m']})
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(cwd, 'home'))).toEqual(['config.json'])
  })

  it.each<[string, RegExp]>([
    ['rounds 0', /"rounds" cannot be "0".*from 1 to 20/],
    ['rounds three', /"rounds" cannot be "three"/],
    ['uiLang fr', /zh, en/],
    ['board.max_rounds 11', /"board.max_rounds".*from 1 to 10/],
    ['board.parallel_speech maybe', /true or false/],
    ['providers.x.baseUrl nowhere', /https:\/\//],
    ['providers.x.idleMs 0', /"providers.x.idleMs"/],
    ['providers.x.firstTextMs Infinity', /"providers.x.firstTextMs"/],
    ['custom.mine.output xml', /text, jsonl/],
    ['custom.mine.env FOO', /"custom.mine.command" has a wrong value/],
    ['rouns 3', /no setting "rouns".*rounds/],
    ['providers.x.colour red', /no setting/],
    ['providers.X.model m', /no setting/],
    ['meetings x', /no setting/],
    ['__proto__.x 1', /no setting/],
    ['rounds', /Name the value of rounds/],
    ['', /Name the key/],
  ])('%s is refused with the file and the key, and nothing is written', async (said, message) => {
    put('{"rounds": 4}')
    const ran = await run(`set ${said}`)
    expect(ran.code).toBe(2)
    expect(ran.err()).toMatch(message)
    expect(readFileSync(file(), 'utf8')).toBe('{"rounds": 4}')
  })

  it('a wrong value that stands in the file is named, and can be mended by set and by unset', async () => {
    put('{"rounds": "many"}')
    const shown = await run('')
    expect(shown.code).toBe(2)
    expect(shown.err()).toMatch(/config\.json.*"rounds".*from 1 to 20.*unset rounds/)
    expect((await run('set provider claude')).code).toBe(2)
    expect((await run('set rounds 3')).code).toBe(0)
    put('{"rounds": "many", "provider": "claude"}')
    expect((await run('unset rounds')).code).toBe(0)
    expect(stored()).toEqual({provider: 'claude'})
  })

  it.each(['{"rounds": 3', '[]', '', 'null'])('%j is no settings file, and is left alone', async text => {
    put(text)
    for (const said of ['', 'set rounds 3', 'unset rounds']) expect((await run(said)).code).toBe(2)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  it.skipIf(process.platform === 'win32')('a link in the place of the file is not written through', async () => {
    put('{}')
    const victim = join(cwd, 'victim')
    writeFileSync(victim, '{}')
    rmSync(file())
    symlinkSync(victim, file())
    const ran = await run('set rounds 3')
    expect(ran.code).toBe(1)
    expect(readFileSync(victim, 'utf8')).toBe('{}')
  })
})

describe('config unset and path', () => {
  it('takes out one value, and the groups it leaves empty', async () => {
    put('{"providers": {"a": {"model": "x"}, "b": {"model": "y"}}, "rounds": 3}')
    expect((await run('unset providers.a.model')).code).toBe(0)
    expect(stored()).toEqual({providers: {b: {model: 'y'}}, rounds: 3})
    expect((await run('unset providers.b')).code).toBe(0)
    expect(stored()).toEqual({rounds: 3})
    expect((await run('unset uiLang')).out()).toContain('was not set')
    expect((await run('unset nonsense')).code).toBe(2)
  })

  it('does not leave a command without its program', async () => {
    put('{"custom": {"mine": {"command": ["x"], "output": "text"}}}')
    expect((await run('unset custom.mine.command')).code).toBe(2)
    expect((await run('unset custom.mine')).code).toBe(0)
  })

  it('tells where the file is, to the letter', async () => {
    expect((await run('path')).out()).toBe(`${file()}\n`)
    for (const said of ['path x', 'nonsense', 'unset', 'unset a b']) expect((await run(said)).code).toBe(2)
  })
})

describe('config', () => {
  it('tells every value and where it comes from', async () => {
    put('{"rounds": 4, "providers": {"deepseek": {"model": "deepseek-reasoner"}, "claude": {"trustUserConfig": true}}}')
    const env = {LANG: 'en_US.UTF-8', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_API_KEY: KEY, OLLAMA_HOST: ':7'}
    const at = await values({env, flags: {provider: 'codex'}})
    expect(at('provider')).toEqual({value: 'codex', source: 'flag', from: null})
    expect(at('rounds')).toEqual({value: 4, source: 'file', from: null})
    expect(at('uiLang')).toEqual({value: 'en', source: 'env', from: 'LANG'})
    expect(at('board.history_compression_threshold')).toEqual({value: 4000, source: 'default', from: null})
    expect(at('providers.deepseek.model')).toEqual({value: 'deepseek-reasoner', source: 'file', from: null})
    expect(at('providers.deepseek.idleMs')).toEqual({value: 60_000, source: 'default', from: null})
    expect(at('providers.openai.baseUrl')).toEqual({value: 'http://127.0.0.1:1/v1', source: 'env', from: 'OPENAI_BASE_URL'})
    expect(at('providers.ollama.baseUrl')).toEqual({value: 'http://127.0.0.1:7', source: 'env', from: 'OLLAMA_HOST'})
    expect(at('providers.claude.trustUserConfig')).toEqual({value: true, source: 'file', from: null})
    expect(at('key.openai')).toEqual({value: 'sk-0…cret', source: 'env', from: 'OPENAI_API_KEY'})
    expect(at('key.deepseek')).toEqual({value: null, source: 'none', from: null})
  })

  it('on a bare machine makes no file and says the defaults, one line a value', async () => {
    const ran = await run('')
    expect(ran.code).toBe(0)
    expect(existsSync(join(cwd, 'home'))).toBe(false)
    expect(ran.out()).toMatch(/^rounds +2 +default$/m)
    expect(ran.out()).toMatch(/^providers\.deepseek\.baseUrl +https:\/\/api\.deepseek\.com\/v1 +default$/m)
  })

  it('every key that can be set is known by its place in the schema', () => {
    expect(knownKeys()).toEqual(
      expect.arrayContaining([
        'provider',
        'rounds',
        'board.max_rounds',
        'providers.NAME.model',
        'custom.NAME.command',
        'budget.usd',
      ]),
    )
    expect(knownKeys().some(key => /meetings|lineups/.test(key))).toBe(false)
  })
})

describe('config key', () => {
  it('keeps a key from a pipe where nobody else can read it, and shows only its ends', async () => {
    const ran = await run('key deepseek', {typed: [` ${KEY} `, 'and more']})
    expect([ran.code, ran.err()]).toEqual([0, ''])
    expect(ran.out()).toContain('sk-0…cret')
    expect(readFileSync(join(cwd, 'home', 'keys.json'), 'utf8')).toContain(KEY)
    if (process.platform !== 'win32') expect(statSync(join(cwd, 'home', 'keys.json')).mode & 0o777).toBe(0o600)
    const at = await values()
    expect(at('key.deepseek')).toEqual({value: 'sk-0…cret', source: 'store', from: 'keys.json'})
    expect((await run('unset key.deepseek')).code).toBe(0)
    expect((await values())('key.deepseek')).toMatchObject({source: 'none'})
  })

  it('says when the environment has another that is used', async () => {
    const ran = await run('key deepseek', {typed: [KEY], env: {DEEPSEEK_API_KEY: `${KEY}-other`}})
    expect(ran.out()).toContain('DEEPSEEK_API_KEY')
  })

  it.each<[string, readonly string[]]>([
    ['key', []],
    ['key rehearsal', [KEY]],
    ['key deepseek', []],
    ['key deepseek', ['']],
    ['key deepseek', ['two words of it']],
    ['key deepseek', ['钥匙钥匙钥匙钥匙钥匙']],
    [`key deepseek ${KEY}`, []],
    [`set key.deepseek ${KEY}`, []],
    [`set providers.deepseek.apiKey ${KEY}`, []],
    [`set providers.deepseek.model ${KEY}`, []],
  ])('%s with %j keeps nothing', async (said, typed) => {
    const ran = await run(said, {typed})
    expect(ran.code).toBe(2)
    expect(existsSync(join(cwd, 'home'))).toBe(false)
  })

  it('is in no output and in no file but its own, whatever is asked', async () => {
    const env = {OPENAI_API_KEY: `${KEY}-of-openai`}
    await run('key deepseek', {typed: [KEY]})
    const given: string[] = []
    for (const said of [
      '',
      'key deepseek',
      `key openai ${KEY}`,
      `set provider ${KEY}`,
      `set rounds ${KEY}`,
      'set rounds 3',
      `unset ${KEY}x`,
    ]) {
      for (const flags of [{}, {json: true}]) {
        const ran = await run(said, {env, flags, typed: [KEY]})
        given.push(...ran.given, JSON.stringify(ran.emitted))
      }
    }
    // What a person types in the place of a setting's name is said back as it was typed.
    expect(given.filter(text => text.includes(KEY) && !text.includes(`${KEY}x`))).toEqual([])
    expect(readFileSync(file(), 'utf8')).not.toContain(KEY)
    expect(readdirSync(join(cwd, 'home')).toSorted()).toEqual(['config.json', 'keys.json'])
  })

  it.each<[string, readonly string[], string | undefined]>([
    ['typed', ['s', 'k', '-1', '\r'], 'sk-1'],
    ['pasted', ['\u001b[200~sk-1', '23\u001b[201~', '\n'], 'sk-123'],
    ['with mistakes', ['sx', '\u007f', 'k\r'], 'sk'],
    ['begun anew', ['wrong', '\u0015', 'sk\r'], 'sk'],
    ['given up by Esc', ['sk', '\u001b'], undefined],
    ['given up by Ctrl+C', ['sk', '\u0003'], undefined],
  ])('read from a terminal, %s, it is not shown', async (_, pieces, expected) => {
    const raw: boolean[] = []
    const stdin = Object.assign(new EventEmitter(), {
      setRawMode: (on: boolean) => void raw.push(on),
      resume: () => {},
      pause: () => {},
    })
    const host = {process: {stdin} as unknown as NodeJS.Process, signal: new AbortController().signal}
    const reading = readSecret(host)
    for (const piece of pieces) stdin.emit('data', Buffer.from(piece))
    expect(await reading).toBe(expected)
    expect(raw).toEqual([true, false])
    expect(stdin.listenerCount('data')).toBe(0)
  })
})

it('the words are there in both languages, with the same slots', () => {
  expect(Object.keys(configWords.en)).toEqual(Object.keys(configWords.zh))
  for (const [key, text] of Object.entries(configWords.zh))
    expect(slotsOf(configWords.en[key as 'usage']).toSorted(), key).toEqual(slotsOf(text).toSorted())
})
