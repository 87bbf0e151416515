import {mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {meet} from '../../source/commands/meet.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'council-ask-')))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

type Line = {readonly who?: string; readonly text?: string; readonly fail?: {readonly code: string; readonly message: string}}

/** The request holds no anchor word; `replies` are what the voice says when it is asked for a topic. */
async function ask(replies: readonly Line[], {lang = 'zh', dryRun = false}: {lang?: 'zh' | 'en'; dryRun?: boolean} = {}) {
  const turns = [...replies.map(reply => ({who: 'council-topic', ...reply})), ...spoken]
  writeFileSync(join(cwd, 's.json'), JSON.stringify({turns}))
  const host = fakeHost({cwd, lang})
  const code = await meet(
    {protocol: 'council', provider: 'script:s.json', auto: true, noDebate: true, ...(dryRun ? {dryRun} : {})},
    '中午吃什么',
    host,
  )
  const held = readdirSync(cwd).includes('transcripts')
  return {code, err: host.err(), held}
}

const response = (member: string) =>
  JSON.stringify({
    member,
    stance: '可以。',
    verdict: 'for',
    keyConcerns: ['a'],
    tradeoffsRaised: ['轴：甲 优先于 乙'],
    recommendation: '做。',
  })
/** Whoever is chosen says the same. */
const spoken: readonly Line[] = ['marlinspike', 'green', 'martin', 'hickey'].map(who => ({who, text: response(who)}))

describe('a request without an anchor word is put to the voice of the meeting', () => {
  it.each([
    [
      'zh',
      /先问一次 script:s.json 该归哪个主题：只在表里的 18 个之中选，要花少量 token。\nscript:s.json 选的主题：代码评审（code-review）。/,
    ],
    [
      'en',
      /script:s.json is asked once .*one of the 18.*takes a few tokens.\nscript:s.json chose the topic code review \(code-review\)/,
    ],
  ] as const)('which is said before, in %s, and then the meeting is held', async (lang, said) => {
    const {code, err, held} = await ask([{text: 'code-review'}], {lang})
    expect(err).toMatch(said)
    expect([code, held]).toEqual([0, true])
  })

  it('once more when it names none of the list', async () => {
    const {code, err} = await ask([{text: '我觉得是午饭'}, {text: '{"topic": "code-review"}'}])
    expect(err).toContain('code-review')
    expect(code).toBe(0)
  })

  it('and after two such replies nothing is begun; the topics are listed', async () => {
    const {code, err, held} = await ask([{text: '午饭'}, {text: 'lunch'}, {text: 'code-review'}])
    expect(err).toMatch(/两次都没有从表里选出主题[\s\S]*没有一个词能定下主题[\s\S]*api-design　接口设计[\s\S]*--council-topic/)
    expect([code, held]).toEqual([2, false])
  })

  it('and when it fails, that is said with the topics', async () => {
    const {code, err, held} = await ask([{fail: {code: 'auth', message: '没有登录'}}])
    expect(err).toMatch(/没能回答：.*没有登录[\s\S]*可选的主题/)
    expect([code, held]).toEqual([2, false])
  })

  it('but not in a dry run, which asks nobody', async () => {
    const {code, err, held} = await ask([{text: 'code-review'}], {dryRun: true})
    expect(err).toContain('--dry-run 不问任何人')
    expect(err).not.toContain('s.json 选的主题')
    expect([code, held]).toEqual([2, false])
  })
})
