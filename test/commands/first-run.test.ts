import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import type {Diagnosed, Subject} from '../../source/commands/doctor-report.ts'
import {estimateOf, firstRun, offers, paidQuestion, wizardVoices} from '../../source/commands/first-run.ts'
import {planMeeting} from '../../source/commands/plan.ts'
import {wizardWorld} from '../../source/commands/wizard-world.ts'
import type {Diagnosis} from '../../source/providers/provider.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'roundtable-first-'))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

const voice = (id: string, more: Partial<Diagnosis> = {}): Diagnosed => ({
  id,
  name: id,
  diagnosis: {ok: true, detail: '', findings: [{aspect: 'login', claim: 'believed', code: 'logged-in'}], ...more},
})

describe('the first run', () => {
  test('without a proven voice there are four ways on, and nothing is proposed', () => {
    const none = {kind: 'none', choices: ['again', 'manual', 'key', 'rehearsal']}
    expect(firstRun([])).toEqual(none)
    expect(firstRun([voice('claude', {ok: false}), voice('hermes', {experimental: true}), voice('rehearsal')])).toEqual(none)
  })

  test('with some, the best is proposed and the others can be chosen, the unproven ones last and marked', () => {
    const run = firstRun([voice('hermes', {experimental: true}), voice('deepseek', {model: 'deepseek-chat'}), voice('codex')])
    expect(run).toEqual({
      kind: 'proposed',
      voice: {id: 'codex', label: 'codex', asks: 'paid'},
      others: [
        {id: 'deepseek', label: 'deepseek', asks: 'paid', model: 'deepseek-chat'},
        {id: 'hermes', label: 'hermes', asks: 'paid', experimental: true},
      ],
    })
  })

  test.each([
    ['127.0.0.1:11434', 'local'],
    ['localhost:1234', 'local'],
    ['[::1]:8080', 'local'],
    ['127.0.0.1.example.com', 'paid'],
    ['localhost.example.com', 'paid'],
    ['api.deepseek.com', 'paid'],
  ] as const)('a model at %s is %s', (server, asks) => {
    expect(offers([voice('ollama', {server})])[0]?.asks).toBe(asks)
  })

  test('says before the first call who speaks, with which model, and where everything goes', () => {
    const [offered] = offers([voice('deepseek', {model: 'deepseek-chat', server: 'api.deepseek.com'})])
    for (const lang of ['zh', 'en'] as const) {
      const host = fakeHost({cwd, lang})
      const lines = offered ? paidQuestion(offered, {host, sums: {calls: 4, tokens: {min: 100, max: 900}}}) : []
      expect(lines.join('\n')).toMatch(/deepseek[\s\S]*deepseek-chat[\s\S]*api\.deepseek\.com[\s\S]*4[\s\S]*100[\s\S]*900/)
    }
  })
})

test('an agent whose login cannot be seen is offered as that, not as an experiment, and not proposed', () => {
  const claude = voice('claude', {findings: [{aspect: 'login', claim: 'unknown', code: 'login-elsewhere'}]})
  expect(offers([claude])).toEqual([{id: 'claude', label: 'claude', asks: 'paid', unsure: true}])
  expect(firstRun([claude]).kind).toBe('none')
})

describe('the voices of the wizard', () => {
  const ids = (diagnosed: readonly Diagnosed[], provider?: string) =>
    wizardVoices(diagnosed, fakeHost({cwd, ...(provider ? {settings: {provider}} : {})})).map(({id}) => id)

  test('are what was found, then those without a model, then what is experimental', () => {
    expect(ids([])).toEqual(['rehearsal', 'manual'])
    expect(ids([voice('hermes', {experimental: true}), voice('codex'), voice('qwen', {ok: false})])).toEqual([
      'codex',
      'rehearsal',
      'manual',
      'hermes',
    ])
  })

  test('begin with the one the person settled on, found or not, experimental or not', () => {
    expect(ids([voice('codex')], 'manual')).toEqual(['manual', 'codex', 'rehearsal'])
    expect(ids([voice('codex')], 'claude')[0]).toBe('claude')
    const usual = fakeHost({cwd, settings: {provider: 'hermes'}})
    expect(wizardVoices([voice('codex'), voice('hermes', {experimental: true})], usual)[0]).toMatchObject({
      id: 'hermes',
      experimental: false,
    })
  })
})

describe('the world of the wizard looks', () => {
  const codex: Subject = {id: 'codex', name: 'Codex', check: async () => voice('codex').diagnosis}
  const looked = (world: ReturnType<typeof wizardWorld>) => new Promise<void>(resolve => void world.look?.(resolve))

  test('only when it is asked to, and anew each time', async () => {
    let asked = 0
    const world = wizardWorld(fakeHost({cwd}), async () => {
      asked++
      return asked > 1 ? [codex] : []
    })
    expect([asked, world.voices().length]).toEqual([0, 2])
    await looked(world)
    expect(world.voices().map(({id}) => id)).not.toContain('codex')
    await looked(world)
    expect([asked, world.voices()[0]?.id]).toEqual([2, 'codex'])
  })

  test('and finds nothing, instead of breaking, when looking fails', async () => {
    const world = wizardWorld(fakeHost({cwd}), () => Promise.reject(new Error('no')))
    await looked(world)
    expect(world.voices()).toHaveLength(2)
  })

  test('and what it found against a voice of the form is said at that question, unless it is not sure or the flags have an answer', async () => {
    const form = {topic: '加班', protocol: 'roundtable', rounds: 2, seats: ['marx-perspective', 'mao-zedong-perspective']}
    const against = async (code: string, voiceSaid: string, more: Parameters<typeof wizardWorld>[2] = {}, settings = {}) => {
      const findings = [{aspect: 'login', claim: 'failed', code}] as const
      const subject = (id: string): Subject => ({
        id,
        name: id,
        check: async () => ({ok: false, detail: `${id} 没有登录`, hint: `登录：${id} login`, findings}),
      })
      const world = wizardWorld(fakeHost({cwd, settings}), async () => [subject('claude'), subject('opencode')], more)
      await looked(world)
      return world.objections({...form, seats: form.seats.map(id => ({id, voice: voiceSaid}))})
    }
    expect(await against('logged-out', 'claude/opus')).toEqual([{step: 'voice', text: 'claude 没有登录。登录：claude login'}])
    expect(await against('logged-out', 'codex')).toEqual([])
    expect(await against('login-hangs', 'claude')).toEqual([])
    expect(await against('logged-out', 'opencode/opencode/free')).toEqual([])
    expect(await against('logged-out', 'claude', {skipMissing: true})).toEqual([])
    expect(await against('logged-out', 'claude', {fallback: 'codex'})).toEqual([])
    expect(await against('logged-out', 'claude', {trustUserConfig: true})).toEqual([])
    expect(await against('logged-out', 'claude', {}, {providers: {claude: {command: ['x']}}})).toEqual([])
  })

  test('until it is called off: then the checks hear it, and nobody is told', async () => {
    let heard = false
    let begun = () => {}
    const checking = new Promise<void>(resolve => {
      begun = resolve
    })
    const deaf: Subject = {
      id: 'codex',
      name: 'Codex',
      check: signal =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => {
            heard = true
            resolve(voice('codex').diagnosis)
          })
          begun()
        }),
    }
    let told = false
    const stop = wizardWorld(fakeHost({cwd}), async () => [deaf]).look?.(() => {
      told = true
    })
    await checking
    stop?.()
    await new Promise(resolve => setImmediate(resolve))
    expect([heard, told]).toEqual([true, false])
  })
})

test('a meeting is estimated by its own protocol: seats, rounds and personas; a rehearsal costs nothing', () => {
  const host = fakeHost({cwd})
  const sums = (provider: string, rounds: string) => {
    const planned = planMeeting({topic: '人工智能会不会取代程序员', with: '马克思,毛泽东', provider, rounds}, undefined, host)
    if (!('plan' in planned)) throw new Error(planned.usage.join('\n'))
    return estimateOf(planned.plan, host)
  }
  expect(sums('rehearsal', '2')).toBeUndefined()
  // Opening, the rounds and the closing, each seat once.
  expect(sums('codex', '2')?.calls).toBe(8)
  const [session, whole] = [sums('codex', '3')?.tokens, sums('deepseek', '3')?.tokens]
  expect(session?.min).toBeLessThan(whole?.min ?? 0)
  expect(session?.max).toBe(whole?.max)
})

test('an estimate of a council holds what its look into the repository takes: a turn a question, with that question’s files', () => {
  const host = fakeHost({cwd})
  const planned = planMeeting({topic: '要不要优化解析器', protocol: 'council', provider: 'deepseek'}, undefined, host)
  if (!('plan' in planned) || !planned.plan.council) throw new Error('no council')
  const {plan} = planned
  const {council} = planned.plan
  const file = {kind: 'file', label: 'a.ts', bytes: 9000, sha256: '0', text: 'let a = 1\n'.repeat(900), truncated: false} as const
  const sums = (questions: number) =>
    estimateOf(
      {
        ...plan,
        council: {...council, rooted: true, discovery: Array.from({length: questions}, () => ({question: '?', files: [file]}))},
      },
      host,
    )
  expect(sums(2)?.calls).toBe((sums(0)?.calls ?? 0) + 2)
  const [none, one, two] = [sums(0)?.tokens.min ?? 0, sums(1)?.tokens.min ?? 0, sums(2)?.tokens.min ?? 0]
  expect(one - none).toBeGreaterThan(1500)
  expect(two - one).toBeGreaterThan(1500)
})
