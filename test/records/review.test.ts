import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Parser} from 'commonmark'
import {afterEach, describe, expect, it} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {reviewWords} from '../../source/i18n/review.ts'
import {recordsOf, saysUnfinished, transcriptLines} from '../../source/records/index.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {finishRecords, writeRecords} from '../../source/runtime/meeting-folder.ts'
import {analysis, answer, holdReview, material, report, reviewMeeting} from '../protocols/review-table.ts'
import {down, type Holding} from '../protocols/table.ts'
import {localDate} from './ledger.ts'

const filesOf = (log: readonly Stamped[]) => recordsOf(reduceAll(log), {localDate})
const fileIn = (log: readonly Stamped[], name: string) => filesOf(log).find(file => file.name === name)?.text ?? ''
const headings = (text: string, level: number): readonly string[] => {
  const found: string[] = []
  const walker = new Parser().parse(text).walker()
  for (let step = walker.next(); step; step = walker.next()) {
    const {node, entering} = step
    if (!entering || node.type !== 'heading' || node.level !== level || node.parent?.type !== 'document') continue
    let title = ''
    for (let child = node.firstChild; child; child = child.next) title += child.literal ?? ''
    found.push(title)
  }
  return found
}

const eventful: Holding = {
  sessions: true,
  auto: false,
  onWaiting: (_, run) => run.say('继续'),
  onEvent: (event, run) => event.type === 'turn.started' && event.key === 'round-1:b' && run.say('成本不是主要问题'),
  says: r => {
    if (r.turn.key === 'round-2:b') return down
    return r.turn.key === 'round-1:a' ? '同意。\nSTANCE: 放弃  CONFIDENCE: 90%' : answer(r)
  },
}

describe('the files of a review', () => {
  it('are those that the seed names', async () => {
    const {log} = await holdReview(reviewMeeting({seatIds: ['builder', 'critic', 'user-advocate']}))
    expect(filesOf(log).map(file => file.name)).toEqual([
      'transcript.md',
      'brief.md',
      'materials/README.md',
      ...[1, 2].flatMap(n => ['builder', 'critic', 'user-advocate'].map(role => `rounds/round-${n}/${role}.md`)),
      'synthesis/round-1-summary.md',
      'synthesis/round-2-summary.md',
      'synthesis/final.md',
    ])
  })

  it('say of each output who gave it, how it went, and where it stands', async () => {
    const {log} = await holdReview(reviewMeeting(), eventful)
    expect(fileIn(log, 'rounds/round-1/a.md')).toMatch(
      /^---\nrole: "a"\nprovider: "fake"\nstatus: "completed"\nsessionMode: "persistent"\nstance: "modify"\n---\n/,
    )
    expect(fileIn(log, 'rounds/round-1/a.md')).toContain('## 追加质询的答复\n> 1. 《challenge-1:a》')
    expect(fileIn(log, 'rounds/round-2/b.md')).toContain('status: "failed"\nsessionMode: "none"\nstance: "none"')
    expect(fileIn(log, 'synthesis/round-1-summary.md')).toContain('| 席a | 1 | 修改 | 0.7 |')
    expect(fileIn(log, 'materials/README.md')).toContain('| docs/spec.md | 材料 | 28 |')
    expect(fileIn(log, 'brief.md')).toContain('> 要决定的是：是否把结算改成异步。')
  })

  it('tell in the transcript what went on, in seating order, and that the judge heard the person', async () => {
    const takes: Holding['takes'] = async ({who}) => {
      for (let tick = 0; tick < 400 - 100 * ((who.id.codePointAt(0) ?? 0) - 97); tick++) await null
    }
    const {log} = await holdReview(reviewMeeting(), {...eventful, takes})
    const text = fileIn(log, 'transcript.md')
    const places = [
      '席a**（第 1 轮 · 放弃，置信度 0.9）',
      '席b**（第 1 轮',
      '席c**（第 1 轮',
      '席a**（第 1 轮 · 追加质询 · 修改',
    ].map(head => text.indexOf(head))
    expect(places.every(place => place > 0)).toBe(true)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(text).toContain('*用户*（插话；已送达：席a、席c、裁判；未送达：席b）')
    expect(text).toContain('### 第 2 轮：交叉质询')
    expect(transcriptLines(reduceAll(log), {localDate}).length).toBe(text.split('\n').length - 1)
  })

  it('are readable at every moment, say so while the meeting goes on, and hold a report only once there is one', async () => {
    const {log} = await holdReview(reviewMeeting(), eventful)
    for (let length = 1; length <= log.length; length++) {
      for (const {name, text} of filesOf(log.slice(0, length))) {
        expect(text.endsWith('\n') && !text.includes('undefined'), name).toBe(true)
        expect(saysUnfinished(text), `${name} after ${length}`).toBe(length < log.length)
        if (name.startsWith('synthesis/final'))
          expect(length).toBeGreaterThan(log.findIndex(e => e.type === 'turn.finished' && e.key === 'verdict'))
      }
    }
  })
})

describe('the report', () => {
  it('has the fourteen sections in order, the last by the program, whatever the judge adds', async () => {
    const says: Holding['says'] = r =>
      r.turn.stage === 'decision' ? `# 总标题\n\n${report('zh')}\n\n## Provenance\n\n全部已验证\n\n## 附言\n\n再见` : answer(r)
    const {log} = await holdReview(reviewMeeting({rounds: 1}), {says})
    const final = fileIn(log, 'synthesis/final.md')
    expect(headings(final, 2)).toHaveLength(14)
    expect(headings(final, 2).at(-1)).toBe('Provenance')
    expect(headings(final, 3).slice(-4)).toEqual(['Provider 状态', '覆盖范围', '证据与截断', '降级与未验证的隔离'])
    expect(final).not.toContain('全部已验证')
  })

  it('cannot be broken open by what the judge writes', async () => {
    const planted = 'plan\n\n<!-- 从这里隐藏\n<script>x</script>\n\n假标题\n=====\n\n假二级\n---\n\n```js\nlet x = 1'
    const says: Holding['says'] = r =>
      r.turn.stage === 'decision' ? report('zh').replace('decision 的正文。', planted) : answer(r)
    const {log} = await holdReview(reviewMeeting({rounds: 1}), {says})
    const final = fileIn(log, 'synthesis/final.md')
    expect(headings(final, 1)).toHaveLength(1)
    expect(headings(final, 2)).toHaveLength(14)
    expect(final).toContain('\\<!-- 从这里隐藏')
  })

  it('names what was cut and who is missing under the evidence gaps, where the judge does not', async () => {
    const silent = await holdReview(reviewMeeting(), eventful)
    const gaps = (text: string) => /## 证据缺口\n([\s\S]*?)\n## /.exec(text)?.[1] ?? ''
    expect(gaps(fileIn(silent.log, 'synthesis/final.md'))).toMatch(/docs\/spec\.md（原文 28 字节）[\s\S]*缺席的角色：席b/)
    const says: Holding['says'] = (r, n) =>
      r.turn.stage === 'decision'
        ? report('zh').replace('gaps 的正文。', 'docs/spec.md 只看了开头；席b 缺席。')
        : (eventful.says?.(r, n) ?? '')
    const told = await holdReview(reviewMeeting(), {...eventful, says})
    expect(gaps(fileIn(told.log, 'synthesis/final.md'))).not.toContain('程序补充')
  })

  it('tells where it comes from, and never the id of a session', async () => {
    const {log, run} = await holdReview(reviewMeeting(), {
      ...eventful,
      onEvent: (event, run) => {
        if (event.type === 'turn.finished' && event.key === 'round-1:c')
          run.changeVoice('c', {provider: 'other', model: 'm2'}, 'why')
      },
      says: (r, failures) => {
        if (r.turn.key === 'round-2:a' && failures === 0) {
          return {code: 'session', message: `session s-a-secret is gone`, retryable: true}
        }
        return eventful.says?.(r, failures) ?? ''
      },
    })
    const sessions = [...run.state().sessions.values()]
    expect(sessions.length).toBeGreaterThan(1)
    const final = fileIn(log, 'synthesis/final.md')
    const provenance = final.slice(final.indexOf('## Provenance'))
    for (const id of [...sessions, 's-a-secret']) expect(final).not.toContain(id)
    expect(provenance).toContain('| 席a | fake | 3 |')
    expect(provenance).toMatch(/\| 席a \| 最新一轮有答复 \| 恢复过会话 \| 1, 2 \| .+ 1 次 \| 1 \| — \|/)
    expect(provenance).toMatch(/\| 席b \| 最新一轮缺席 \| 持久会话 \| 1 \| 没有登录 1 次 \| 0 \| — \|/)
    expect(provenance).toContain('fake → other（m2）')
    expect(provenance).toContain('- 第 2 轮缺席：席b；用户接受了带缺口的报告。')
    expect(provenance).toContain('| 裁判 | fake | 1 | — |')
    expect(provenance).toContain('| brief.md | 说明 | 48 |')
  })

  it('that was not given leaves a draft: what the program can tell, and what the judge wrote, as a quotation', async () => {
    const {log} = await holdReview(reviewMeeting({rounds: 1}), {
      says: r => (r.turn.stage === 'decision' ? report('zh', ['risks']) : answer(r)),
    })
    const draft = fileIn(log, 'synthesis/final.draft.md')
    expect(draft).toContain('缺少：最大风险')
    expect(draft).toContain('| 席b | 1 | 修改 | 0.7 |')
    expect(draft).toContain('最新一轮有答复的角色立场相同：修改（3 个）')
    expect(draft).toContain('> ## 最终建议')
    expect(headings(draft, 2)).toEqual(['各角色的立场', '立场汇总', '裁判写出的部分', 'Provenance'])
    expect(fileIn(log, 'synthesis/final.md')).toBe('')
  })

  it('says what of an output was handed on', async () => {
    const says: Holding['says'] = r => (r.turn.key === 'round-1:a' ? analysis('x', {filling: '长'.repeat(2000)}) : answer(r))
    const {log} = await holdReview(reviewMeeting({rounds: 1}), {says})
    expect(fileIn(log, 'synthesis/final.md')).toMatch(/席a 第 1 轮的输出有 \d{5} 字节，.*8192 字节以内/)
  })

  it('is in the words of the meeting', async () => {
    expect(Object.keys(reviewWords.en)).toEqual(Object.keys(reviewWords.zh))
    const {log} = await holdReview(reviewMeeting({lang: 'en', materials: [material('brief', 'b.md', 'Decide.')]}))
    for (const {name, text} of filesOf(log)) {
      expect(text.replaceAll(/^>.*$/gm, '').replaceAll(/席.|身份.| 的正文。|人工智能会不会取代程序员/g, ''), name).not.toMatch(
        /\p{Script=Han}/u,
      )
    }
  })
})

describe('on the disk', () => {
  const folders: string[] = []
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'review-'))
    folders.push(path)
    return path
  }
  afterEach(() => {
    for (const path of folders.splice(0)) rmSync(path, {recursive: true, force: true})
  })

  it('stand in folders that only the person can enter, and are what the ledger says', async () => {
    const {log} = await holdReview(reviewMeeting(), eventful)
    const home = folder()
    const {files, faults} = writeRecords(reduceAll(log), home, nodeDisk)
    expect(faults).toEqual([])
    expect(files).toHaveLength(12)
    for (const {name, text} of recordsOf(reduceAll(log), {localDate: () => '2026-01-01'})) {
      expect(readFileSync(join(home, name), 'utf8')).toBe(text)
    }
    for (const name of ['rounds', 'rounds/round-1', 'synthesis', 'materials']) {
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o700)
    }
    writeRecords(reduceAll(log.slice(0, 20)), home, nodeDisk)
    expect(finishRecords(reduceAll(log), home, nodeDisk)).toEqual([])
    expect(saysUnfinished(readFileSync(join(home, 'rounds/round-1/a.md'), 'utf8'))).toBe(false)
  })

  it('are not written through a link or over a file that stands where a folder is due', async () => {
    const {log} = await holdReview(reviewMeeting())
    const [home, elsewhere] = [folder(), folder()]
    symlinkSync(elsewhere, join(home, 'rounds'))
    writeFileSync(join(home, 'synthesis'), 'mine')
    const {files, faults} = writeRecords(reduceAll(log), home, nodeDisk)
    expect(files).toEqual(['transcript.md', 'brief.md', 'materials/README.md'])
    expect(new Set(faults.map(fault => fault.code))).toEqual(new Set(['symlink', 'not-a-file']))
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readFileSync(join(home, 'synthesis'), 'utf8')).toBe('mine')
  })
})
