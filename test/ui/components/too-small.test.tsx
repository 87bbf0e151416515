import {render} from 'ink-testing-library'
import {expect, it} from 'vitest'
import {TooSmall} from '../../../source/ui/components/too-small.tsx'

it('a window that is too small says so, within its rows and columns', () => {
  const {lastFrame, unmount} = render(<TooSmall size={{columns: 20, rows: 6}} words={['窗口太小', '请放大到 30x8']} />)
  const rows = (lastFrame() ?? '').split('\n')
  expect(rows.join('\n')).toContain('窗口太小')
  expect(rows.join('\n')).toContain('请放大到 30x8')
  expect(rows.length).toBeLessThanOrEqual(6)
  unmount()
})
