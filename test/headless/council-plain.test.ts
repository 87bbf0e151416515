import {expect, it} from 'vitest'
import {emptyState, reduce} from '../../source/core/state.ts'
import {makePlain} from '../../source/headless/plain.ts'
import {wordsFor} from '../../source/i18n/index.ts'
import {councilMeeting, file, holdCouncil} from '../protocols/council-table.ts'

it('a council in plain lines: the echo, and texts in the place of data', async () => {
  const meeting = councilMeeting({rooted: true, discovery: [{question: '问', files: [file('src/a.ts')]}]})
  const held = await holdCouncil(meeting)
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
  expect(text).toContain('工程委员会 · 要不要优化这个循环')
  expect(text).toContain('── 调研 ──')
  expect(text).toContain('以仓库为据：是')
  expect(text).toContain('《response:knuth》席knuth的立场。')
  expect(text).toContain('**裁决：反对**')
  expect(text).toContain('*坚持原来的立场。*')
  expect(text).not.toMatch(/"(?:stance|verdict|facts)"/)
})
