import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {doctor} from '../../source/commands/doctor.ts'
import {
  aspects,
  type Diagnosed,
  diagnoseAll,
  doctorSchema,
  proposalOrder,
  proposeVoice,
  type Subject,
} from '../../source/commands/doctor-report.ts'
import type {Lang} from '../../source/core/events.ts'
import {textWidth} from '../../source/core/width.ts'
import {diagnoseCli} from '../../source/providers/cli/diagnose.ts'
import type {Aspect, Claim, Diagnosis} from '../../source/providers/provider.ts'
import type {Verified} from '../../source/providers/verified.ts'
import type {Settings} from '../../source/runtime/home.ts'
import {agentLike, answering, gone, hanging, type Machine, makeMachine} from '../providers/cli/fake-agents.ts'
import {fakeHost, HOSTILE, hostileLeft} from '../support/host.ts'

let machine: Machine
beforeEach(() => {
  machine = makeMachine()
})
afterEach(() => machine.remove())

const agents = ['claude', 'codex', 'qwen', 'gemini', 'hermes'] as const
const table: Verified = {claude: ['2.1.332']}

/** The agents above as doctor finds them on the machine; hermes was only read about. */
const subjects = (lang: Lang = 'zh', capMs?: number, watched: Verified = table): readonly Subject[] =>
  agents.map(id => {
    const {checkedWith, ...read} = agentLike(id, {experimental: id === 'hermes'})
    const agent = id === 'hermes' ? read : {...read, ...(checkedWith ? {checkedWith} : {})}
    const {env, home: userHome, keeper} = machine
    const world = {env, userHome, keeper, platform: process.platform, settings: {}, lang, verified: table, watched}
    return {id, name: id, check: signal => diagnoseCli(agent, capMs === undefined ? world : {...world, capMs}, signal)}
  })

/** All installed: the checked version, an older one logged out, one that hangs, a newer one logged in, one only read about. */
function furnish({hangs = false} = {}) {
  machine.install('claude', answering())
  machine.install('codex', answering({version: '0.170.0', login: 1}))
  machine.install('qwen', hangs ? hanging(machine.write('pids', '')) : 'exit 3')
  machine.install('gemini', answering({version: '0.62.0'}))
  machine.install('hermes', answering({login: 7}))
}

const hostIn = (lang: Lang = 'zh', settings: Partial<Settings> = {}, env: NodeJS.ProcessEnv = {}) => ({
  ...fakeHost({cwd: machine.home, lang, settings}),
  env,
})

async function reported(of = subjects(), settings: Partial<Settings> = {}, flags: {strict?: boolean} = {}) {
  const host = hostIn('zh', settings)
  const code = await doctor([], {json: true, ...flags}, {host, subjects: of})
  return {code, report: doctorSchema.parse(host.emitted[0])}
}

const row = (entry: {findings: readonly {claim: string}[]} | undefined) => entry?.findings.map(({claim}) => claim[0]).join('')

describe('--json', () => {
  test('on a bare machine: nothing is found, nothing is proposed', async () => {
    const {code, report} = await reported()
    expect(code).toBe(0)
    expect(report).toMatchObject({proposed: null, inside: null, strict: {ok: false, voices: []}})
    expect(report.providers.map(entry => [entry.id, row(entry), entry.ok, entry.path])).toEqual(
      agents.map(id => [id, 'fuuuuuu', false, null]),
    )
    expect(report.providers.every(({next}) => next?.includes('npm install -g'))).toBe(true)
  })

  test('with all installed: right in every cell, within its cap though one hangs, and nothing is left running', async () => {
    furnish({hangs: true})
    const begun = performance.now()
    const {report} = await reported(subjects('zh', 800))
    expect(performance.now() - begun).toBeLessThan(4000)
    expect(Object.fromEntries(report.providers.map(entry => [entry.id, row(entry)]))).toEqual({
      claude: 'vvvvvvv',
      codex: 'bfbbbbu',
      qwen: 'ffbbbbu',
      gemini: 'bbbbbbu',
      hermes: 'uuuuuuu',
    })
    expect(report.providers.map(({ok, experimental}) => [ok, experimental])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ])
    expect(report.proposed).toBe('claude')
    const pids = machine.read('pids').trim().split(/\s+/).map(Number)
    expect(pids.length).toBeGreaterThanOrEqual(2)
    expect(await gone(pids)).toBe(true)
  })

  test('with the cap as it ships, the whole takes less than 6 s', async () => {
    furnish({hangs: true})
    const begun = performance.now()
    await reported()
    expect(performance.now() - begun).toBeLessThan(6000)
  })

  test('a check that never answers, hears no signal or throws is one bad row, not the end', async () => {
    const found = await diagnoseAll(
      [
        {id: 'deaf', name: 'Deaf', check: () => new Promise(() => {})},
        {id: 'broken', name: 'Broken', check: () => Promise.reject(new Error('boom'))},
        {id: 'well', name: 'Well', check: async () => ({ok: true, detail: ''})},
      ],
      {lang: 'en', signal: new AbortController().signal, mostMs: 30},
    )
    expect(found.map(({diagnosis}) => [diagnosis.ok, diagnosis.detail])).toEqual([
      [false, 'looking at Deaf took too long and was stopped'],
      [false, 'boom'],
      [true, ''],
    ])
  })

  test('run inside another agent it names it', async () => {
    const host = hostIn('en', {}, {CLAUDECODE: '1'})
    await doctor([], {json: true}, {host, subjects: []})
    expect(doctorSchema.parse(host.emitted[0]).inside).toBe('claude')
    await doctor([], {}, {host, subjects: []})
    expect(host.out()).toContain('Run inside claude')
  })
})

describe('--strict', () => {
  test('passes when the default voice, or else the proposed one, is verified in all', async () => {
    furnish()
    expect(await reported(subjects(), {}, {strict: true})).toMatchObject({
      code: 0,
      report: {strict: {ok: true, voices: [{voice: 'claude', known: true, missing: []}]}},
    })
    expect(await reported(subjects(), {provider: 'Claude/opus'}, {strict: true})).toMatchObject({code: 0})
  })

  test.each([
    ['gemini', [...aspects]],
    ['hermes', [...aspects]],
    ['nobody', []],
  ] as const)('fails with %s, and says in what', async (provider, missing) => {
    furnish()
    const {code, report} = await reported(subjects(), {provider}, {strict: true})
    expect(code).toBe(1)
    expect(report.strict).toEqual({ok: false, voices: [{voice: provider, known: provider !== 'nobody', missing}]})
  })

  test('fails where nobody watched what the default voice connects to, and names that cell alone', async () => {
    furnish()
    const {code, report} = await reported(subjects('zh', undefined, {}), {}, {strict: true})
    expect(code).toBe(1)
    expect(report.strict).toEqual({ok: false, voices: [{voice: 'claude', known: true, missing: ['network']}]})
    const host = hostIn('en')
    expect(await doctor([], {strict: true}, {host, subjects: subjects('en', undefined, {})})).toBe(1)
    expect(host.out()).toContain('of claude, not verified yet: network.')
  })

  test("asks it of every voice that the settings name: who stands in, and a review's roles and judge", async () => {
    furnish()
    const settings = {
      provider: 'claude',
      fallback: ['critic:gemini/flash'],
      review: {agents: 'builder:claude, critic:hermes', judge: 'nobody'},
    }
    const {code, report} = await reported(subjects(), settings, {strict: true})
    expect(code).toBe(1)
    expect(report.strict.voices.map(({voice, known, missing}) => [voice, known, missing.length])).toEqual([
      ['claude', true, 0],
      ['gemini', true, aspects.length],
      ['hermes', true, aspects.length],
      ['nobody', false, 0],
    ])
  })

  test('fails on a bare machine, and without --strict the same is no failure', async () => {
    expect((await reported(subjects(), {}, {strict: true})).code).toBe(1)
    expect((await reported(subjects())).code).toBe(0)
  })
})

describe.each(['zh', 'en'] as const)('the page in %s', lang => {
  const pageOf = async (of = subjects(lang), flags: {strict?: boolean} = {}, settings = {}) => {
    const host = hostIn(lang, settings)
    await doctor([], flags, {host, subjects: of})
    return host.out().split('\n')
  }
  const said = {
    zh: {
      verified: '已验证',
      experimental: '实验',
      login: '登录：codex auth login',
      legend: '没有证据',
      none: '没有可以推荐的声音',
    },
    en: {
      verified: 'verified',
      experimental: 'experimental',
      login: 'log in: codex auth login',
      legend: 'no evidence',
      none: 'Nothing can be proposed',
    },
  }[lang]

  test('fits 80 columns, its cells stand under their headings, and each voice has its next step', async () => {
    furnish()
    const lines = await pageOf()
    for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(80)
    const head = lines.findIndex(line => line.startsWith(lang === 'zh' ? '声音' : 'voice'))
    const claude = lines.find(line => line.startsWith('claude ')) ?? ''
    const starts = (line: string) => [...line.matchAll(/\S+(?: \S+)*?(?=\s{1,}|$)/g)].length
    expect(starts(claude)).toBe(8)
    const column = textWidth(claude.slice(0, claude.indexOf(said.verified)))
    expect(textWidth((lines[head] ?? '').slice(0, (lines[head] ?? '').indexOf(lang === 'zh' ? '找到' : 'found')))).toBe(column)
    const text = lines.join('\n')
    expect(text).toContain(said.login)
    expect(text).toContain(said.legend)
    expect(text).toMatch(new RegExp(`hermes [\\s\\S]*?\\n  ${said.experimental}`))
    expect(text).not.toContain('\u001b')
    expect(text.match(/→/g)?.length).toBe(agents.length)
  })

  test('a bare machine gets a short list of what can be added, and no proposal', async () => {
    const lines = await pageOf()
    expect(lines.join('\n')).toContain(said.none)
    expect(lines.filter(line => line.includes('npm install -g'))).toHaveLength(agents.length)
    for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(80)
  })

  test('says why --strict failed, in words', async () => {
    furnish()
    const text = (await pageOf(subjects(lang), {strict: true}, {provider: 'codex'})).join('\n')
    expect(text).toContain(lang === 'zh' ? '严格检查不通过：codex' : 'Strict check failed: of codex')
  })

  test('no text of others leaves its line or hides', async () => {
    const hostile = HOSTILE.map(
      (text, at): Subject => ({
        id: `${at}${text}`,
        name: text,
        check: async () => ({
          ok: true,
          detail: text,
          hint: text,
          server: text,
          program: {path: text, version: text, checkedWith: text},
          findings: [{aspect: 'login', claim: 'failed', code: 'key-set', slots: {name: text}}],
        }),
      }),
    )
    const lines = await pageOf(hostile)
    expect(hostileLeft(lines.join('\n'))).toBeUndefined()
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80)
    expect(lines.some(line => line.startsWith('✓'))).toBe(false)
  })
})

test('words behind doctor are not understood, and said so', async () => {
  const host = hostIn('en')
  expect(await doctor(['claude'], {}, {host, subjects: []})).toBe(2)
  expect(host.err()).toContain('roundtable doctor [--json] [--strict]')
})

describe('a proposal', () => {
  const voice = (id: string, more: Partial<Diagnosis> = {}, claims: Partial<Record<Aspect, Claim>> = {}): Diagnosed => ({
    id,
    name: id,
    diagnosis: {
      ok: true,
      detail: '',
      findings: aspects.map(aspect => ({aspect, claim: claims[aspect] ?? 'believed', code: ''})),
      ...more,
    },
  })
  const proposed = (...voices: readonly Diagnosed[]) => proposeVoice(voices)?.id

  test('follows the order, whatever the order of the registry', () => {
    const all = proposalOrder.map(id => voice(id))
    expect(proposeVoice([...all].reverse())?.id).toBe(proposalOrder[0])
    expect(proposed(voice('ollama'), voice('deepseek'), voice('codex'))).toBe('codex')
    expect(proposed(voice('mine'), voice('ollama'))).toBe('ollama')
    expect(proposed(voice('mine'))).toBe('mine')
  })

  test('is never an experimental voice, a rehearsal, one that cannot be used, or one with a hole', () => {
    expect(proposed(voice('claude', {experimental: true}))).toBeUndefined()
    expect(proposed(voice('rehearsal'), voice('manual'), voice('script'))).toBeUndefined()
    expect(proposed(voice('claude', {ok: false}), voice('codex'))).toBe('codex')
    expect(proposed(voice('claude', {}, {login: 'unknown'}), voice('codex'))).toBe('codex')
    expect(proposed(voice('claude', {}, {isolation: 'failed'}), voice('codex'))).toBe('codex')
    expect(proposed(voice('claude', {}, {network: 'unknown'}), voice('codex'))).toBe('claude')
  })
})
