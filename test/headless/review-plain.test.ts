import {expect, it} from 'vitest'
import {emptyState, reduce} from '../../source/core/state.ts'
import {makePlain} from '../../source/headless/plain.ts'
import {wordsFor} from '../../source/i18n/index.ts'
import {rehearseReview} from '../providers/rehearsal-review-table.ts'

it('a review in plain lines: its phases by their names, and the judge is heard though it has no seat', async () => {
  const held = await rehearseReview({lang: 'zh', topic: '要不要把结算改成异步'})
  let text = ''
  const plain = makePlain(wordsFor('zh'), more => {
    text += more
  })
  let state = emptyState
  for (const event of held.log) {
    state = reduce(state, event)
    if (event.type === 'meeting.opened') plain.begin(state)
    else plain.show(event, state)
  }
  expect(text).toContain('评审 · 要不要把结算改成异步')
  const heads = [...text.matchAll(/^── (.+) ──$/gm)].map(([, head]) => head)
  expect(heads).toEqual(['第 1 轮：独立分析', '第 2 轮：交叉质询', '裁决', '整理记录'])
  expect(text).toMatch(/^ {2}修改，置信度 0\.\d+$/m)
  expect(text).not.toContain('STANCE')
  const [, verdict = ''] = text.split('── 裁决 ──')
  expect(verdict).toContain('【裁判】（排练稿）')
  expect(verdict).toContain('  ## 最终建议')
})
