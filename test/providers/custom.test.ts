import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {CliWorld} from '../../source/providers/cli/world.ts'
import {type CustomSpec, makeCustom} from '../../source/providers/custom.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {asked, gathered, hearAll, makeTestWorld, type TestWorld} from './cli/world.ts'

let world: TestWorld
let open: Provider[] = []
beforeEach(() => {
  world = makeTestWorld({env: {PATH: process.env.PATH, MINE: 'mine', OTHER: 'other', OPENAI_API_KEY: 'sk-of-another-voice'}})
})
afterEach(async () => {
  await Promise.all(open.map(voice => voice.close?.()))
  open = []
  world.remove()
})

/** A command that runs `code`; `input` holds what came on its standard input. */
function command(code: string): readonly string[] {
  const path = join(world.folder, 'mine.mjs')
  const reading = `let input = ''; for await (const part of process.stdin) input += part;`
  writeFileSync(path, `import {readFileSync} from 'node:fs';\n${reading}\n${code}`)
  return [process.execPath, path]
}
function voice(code: string, spec: Partial<CustomSpec> = {}, around: CliWorld = world): Provider {
  const made = makeCustom('mine', {command: command(code), ...spec}, around)
  open.push(made)
  return made
}
const lines = (...all: object[]) => `for (const line of ${JSON.stringify(all)}) console.log(JSON.stringify(line));`

describe('a command of one’s own', () => {
  it('hears persona and prompt on standard input, and what it prints is the speech', async () => {
    const heard = await hearAll(voice(`console.log(JSON.stringify(input) + '\\n第二行')`), asked())
    expect(heard.text).toBe(`${JSON.stringify('You are Ada.\n\nPlease speak about bridges.')}\n第二行`)
    expect(heard.events.at(-1)).toMatchObject({type: 'done', stateless: true})
    expect(heard.session).toBeUndefined()
  })

  it('the persona can come as a file behind a flag, and its own arguments stay', async () => {
    const code = `const [own, flag, file] = process.argv.slice(2); console.log(own, flag, readFileSync(file, 'utf8'), '|', input)`
    const spec = {command: [...command(code), '--own'], system: {flag: '--system-file'}}
    const made = makeCustom('mine', spec, world)
    open.push(made)
    expect((await hearAll(made, asked())).text).toBe('--own --system-file You are Ada. | Please speak about bridges.')
  })

  it('the prompt is never among its arguments', async () => {
    const {text} = await hearAll(voice(`console.log(JSON.stringify(process.argv))`), asked())
    expect(text).not.toContain('bridges')
    expect(text).not.toContain('Ada')
  })

  it('sees of the environment what the settings name, and no key of another voice', async () => {
    const {text = '{}'} = await hearAll(voice(`console.log(JSON.stringify(process.env))`, {env: ['MINE']}), asked())
    const env = JSON.parse(text)
    expect(env).toMatchObject({MINE: 'mine', ROUNDTABLE_CHILD: '1'})
    expect(env.OTHER).toBeUndefined()
    expect(env.OPENAI_API_KEY).toBeUndefined()
  })

  it.each<[string, object[], Partial<CustomSpec>, string]>([
    ['the last line that holds it', [{text: 'a'}, {note: 1}, {text: 'whole speech'}], {}, 'whole speech'],
    ['pieces', [{text: 'in '}, {note: 1}, {text: 'pieces'}], {pieces: true}, 'in pieces'],
    ['a place further in', [{message: {text: 'deep'}}], {text: 'message.text'}, 'deep'],
    ['a place in a list', [{choices: [{text: 'first'}]}], {text: 'choices.0.text'}, 'first'],
  ])('lines of JSON: %s', async (_, printed, spec, expected) => {
    const heard = await hearAll(voice(`console.log('noise'); ${lines(...printed)}`, {output: 'jsonl', ...spec}), asked())
    expect([heard.text, heard.shown]).toEqual([expected, expected])
  })

  it.each<[string, string, Partial<CustomSpec>, string]>([
    ['a bad exit', `console.log('half'); console.error('no luck'); process.exitCode = 3`, {}, 'protocol'],
    ['no text', ``, {}, 'empty'],
    ['no text in the place that the settings name', lines({other: 'x'}), {output: 'jsonl'}, 'empty'],
    ['silence', `await new Promise(() => setInterval(() => {}, 1000))`, {firstTextMs: 400}, 'timeout'],
    [
      'silence in the middle',
      `console.log('half'); await new Promise(() => setInterval(() => {}, 1000))`,
      {idleMs: 400},
      'stalled',
    ],
  ])('%s is a failure', async (_, code, spec, fault) => {
    expect((await hearAll(voice(code, spec), asked())).fault).toMatchObject({code: fault})
  })

  it('a program that is not there is missing, for check and for a turn, and so is a name without settings', async () => {
    for (const spec of [{command: ['no-such-program-at-all']}, undefined]) {
      const made = makeCustom('mine', spec, world)
      expect(await made.check(new AbortController().signal)).toMatchObject({
        ok: false,
        hint: expect.stringContaining('custom.mine.command'),
      })
      expect((await hearAll(made, asked())).fault).toMatchObject({code: 'missing', retryable: false})
    }
  })

  it('its check runs nothing, and says that its isolation is unknown', async () => {
    const code = `await import('node:fs').then(fs => fs.writeFileSync(${JSON.stringify(join(world.folder, 'ran'))}, ''))`
    const found = await voice(code).check(new AbortController().signal)
    expect(found).toMatchObject({ok: true, experimental: true, program: {path: process.execPath}})
    expect(found.findings?.find(({aspect}) => aspect === 'isolation')?.claim).toBe('unknown')
    expect(found.findings?.map(({aspect}) => aspect)).toEqual([
      'found',
      'login',
      'stdin',
      'sessions',
      'tools',
      'isolation',
      'network',
    ])
  })

  it('stopped in the middle, it says no more', async () => {
    const stop = new AbortController()
    const events = []
    for await (const event of voice(`console.log('half'); await new Promise(() => setInterval(() => {}, 1000))`).ask(
      asked(),
      stop.signal,
    )) {
      events.push(event)
      if (event.type === 'text') stop.abort()
    }
    expect(gathered(events).fault).toMatchObject({code: 'aborted'})
  })
})
