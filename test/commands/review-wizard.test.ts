import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {planMeeting} from '../../source/commands/plan.ts'
import {formFlags, wizardWorld} from '../../source/commands/wizard-world.ts'
import type {WizardForm} from '../../source/ui/ports.ts'
import {type Around, fakeHost} from '../support/host.ts'

let cwd: string
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'review-wizard-')))
  mkdirSync(join(cwd, 'docs'))
  mkdirSync(join(cwd, '.nobody'))
  writeFileSync(join(cwd, 'plan.md'), '要在一周内决定。')
  writeFileSync(join(cwd, '.nobody', 'home.md'), '家里的。')
  writeFileSync(join(cwd, 'docs', 'long.md'), '用一个队列。'.repeat(3000))
  writeFileSync(join(cwd, 'secret.md'), `AKIA${'IOSFODNN7EXAMPLE'}`)
})
afterAll(() => rmSync(cwd, {recursive: true, force: true}))

const hostHere = (around: Partial<Around> = {}) => fakeHost({cwd, ...around})
const worldHere = (around: Partial<Around> = {}, flags = {}) => wizardWorld(hostHere(around), undefined, flags)
const form = (given: Partial<WizardForm> = {}): WizardForm => ({
  topic: '缓存要不要上线',
  protocol: 'review',
  seats: ['builder', 'critic'].map(id => ({id, voice: 'rehearsal'})),
  rounds: 2,
  voice: 'rehearsal',
  judge: 'rehearsal',
  files: [],
  ...given,
})

describe('files', () => {
  it('come with their size, and with how much of them a prompt carries', () => {
    expect(worldHere().review.read('plan.md, docs/long.md', [])).toEqual({
      files: [
        {kind: 'material', path: 'plan.md', label: 'plan.md', bytes: 24},
        {kind: 'material', path: 'docs/long.md', label: 'docs/long.md', bytes: 54_000, kept: 24_576},
      ],
      refused: [],
    })
  })

  it('are found from the home folder, too, which is not told', () => {
    const {files} = worldHere().review.read('~/home.md', [])
    expect(files.map(({label}) => label)).toEqual(['.nobody/home.md'])
  })

  it('are refused with the reason, each as it was written, and the others are taken', () => {
    const {files, refused} = worldHere().review.read('nope.md docs secret.md plan.md', [])
    expect(files.map(({path}) => path)).toEqual(['plan.md'])
    expect(refused.map(({said}) => said)).toEqual(['nope.md', 'docs', 'secret.md'])
    expect(refused[0]?.text).toBe('nope.md：没有这个文件。')
    expect(refused[2]?.text).toMatch(
      /^secret\.md 第 1 行：看起来是「AWS 访问密钥」（内容不显示）。确实要给：.*--allow-sensitive-materials/,
    )
    expect(JSON.stringify(refused)).not.toContain('EXAMPLE')
  })

  it('with a secret are taken where the command line said so', () => {
    const {files} = worldHere({}, {allowSensitiveMaterials: true}).review.read('secret.md', [])
    expect(files).toMatchObject([{label: 'secret.md', remarks: [expect.stringContaining('像是密钥')]}])
  })

  it('count once, and twenty are the most', () => {
    const {files} = worldHere().review.read('plan.md', [])
    expect(worldHere().review.read('./plan.md', files).refused[0]?.text).toBe('plan.md：已经在下面了。')
    const many = Array.from({length: 20}, (_, at) => ({kind: 'material', path: `${at}`, label: `${at}`, bytes: 1}) as const)
    expect(worldHere().review.read('plan.md', many).refused[0]?.text).toContain('最多 20 份')
  })

  it('that have changed since are said at their question', () => {
    const gone = form({files: [{kind: 'brief', path: 'gone.md'}]})
    expect(worldHere().objections(gone)).toEqual([{step: 'files', text: 'gone.md：没有这个文件。回到材料这一项改一下。'}])
  })
})

it('roles come with their duty and sit at reviews only; the usual ones are those of the settings', () => {
  const world = worldHere()
  expect(world.guests('review').find(({id}) => id === 'critic')).toMatchObject({name: '反对派', title: '找漏洞、隐患和反例'})
  expect(world.guests('review').every(({protocol}) => protocol === 'review')).toBe(true)
  expect(world.review.usual()).toEqual(['builder', 'critic', 'architect'])
  const agents = 'critic:claude,business-analyst:codex'
  expect(worldHere({settings: {review: {agents}}}).review.usual()).toEqual(['critic', 'business-analyst'])
})

it('a form is planned as the command line would plan it', () => {
  const files = [
    {kind: 'brief', path: 'plan.md'},
    {kind: 'material', path: 'docs/long.md'},
  ] as const
  const seats = [
    {id: 'builder', voice: 'codex'},
    {id: 'critic', voice: 'claude/opus'},
  ]
  const planned = planMeeting(formFlags(form({seats, files, voice: 'codex', judge: 'claude', rounds: 3})), undefined, hostHere())
  const said = planMeeting(
    {
      protocol: 'review',
      topic: '缓存要不要上线',
      provider: 'codex',
      agents: 'builder:codex,critic:claude/opus',
      judge: 'claude',
      rounds: '3',
      briefFile: ['plan.md'],
      material: ['docs/long.md'],
    },
    undefined,
    hostHere(),
  )
  expect(planned).toEqual(said)
  expect('plan' in planned && planned.plan.review?.materials).toHaveLength(2)
})

it('what was said on the command line for meetings of other kinds stands in nobody’s way', () => {
  const given = {rounds: '7', lineup: 'x'}
  expect(planMeeting({...given, ...formFlags(form())}, undefined, hostHere())).toHaveProperty('plan')
  const council = {topic: '要不要优化', protocol: 'council', seats: [], rounds: 2, voice: 'rehearsal'}
  expect(planMeeting({...given, ...formFlags(council)}, undefined, hostHere())).toHaveProperty('plan')
})

it('a rehearsal beside other voices is said at the roles, the judge included', () => {
  const world = worldHere()
  expect(world.objections(form())).toEqual([])
  expect(world.objections(form({judge: 'codex'}))).toMatchObject([{step: 'seats', text: expect.stringContaining('judge')}])
})

it('the confirmation counts the judge, and the files that go along', () => {
  const files = [{kind: 'material', path: 'docs/long.md'}] as const
  expect(worldHere().preview(form({files}))).toMatchObject({speeches: 5, files: 1, facts: []})
  expect(
    worldHere().preview(form({voice: 'codex', judge: 'codex', seats: form().seats.map(s => ({...s, voice: 'codex'}))})),
  ).toMatchObject({estimate: {calls: 5}})
})

describe('a sentence', () => {
  it.each([
    ['@review 要不要上线', {ids: ['builder', 'critic', 'architect'], rounds: 2, voices: {}}],
    [
      '@review:critic:claude/opus,builder:codex 要不要上线，3 轮',
      {ids: ['critic', 'builder'], rounds: 3, voices: {critic: 'claude/opus', builder: 'codex'}},
    ],
    ['@review:critic:claude,cook:codex 要不要上线', {ids: ['critic'], unknown: ['cook']}],
  ])('%s fills the answers', (sentence, filled) => {
    expect(worldHere().understand(sentence)).toMatchObject({protocol: 'review', topic: '要不要上线', ...filled})
  })

  it('says what it cannot take', () => {
    expect(worldHere().understand('@review:judge:claude,critic:codex 要不要上线')).toMatchObject({
      ids: ['critic'],
      remarks: [expect.stringContaining('裁判（judge）不坐席位')],
    })
  })
})
