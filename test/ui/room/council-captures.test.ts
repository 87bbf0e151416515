import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Lang} from '../../../source/core/events.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {captureFile, captureOf, stylesOf} from './capture.ts'
import {councilStates} from './council-states.ts'
import {showRoom} from './states.ts'

const SIZES = [
  [40, 12],
  [80, 24],
  [120, 40],
] as const

for (const [name, state] of Object.entries(councilStates)) {
  const file = captureFile(name)
  afterAll(file.save)
  describe.each<Lang>(['zh', 'en'])(`${name}, %s`, lang => {
    let live: TestLive
    beforeAll(async () => {
      live = await state.meeting(lang)
    })
    const show = async (columns: number, rows: number, noColour: boolean) => {
      const files = ['transcript.md', 'council.md']
      const {glass} = showRoom(live, {columns, rows, lang, noColour, files})
      await glass.settle()
      return glass
    }

    test.each(SIZES)('%i×%i is as it was captured, and without colour the same shape', async (columns, rows) => {
      const glass = await show(columns, rows, false)
      const now = captureOf(glass)
      expect(now).toBe(file.compared(`${columns}x${rows} ${lang}`, now))
      expect(glass.text()).not.toMatch(/[{}]|"|keyConcerns|revisedVerdict|respondsTo|moved"/)
      const bare = await show(columns, rows, true)
      expect(bare.text()).toBe(glass.text())
      expect(stylesOf(bare)).toEqual([])
      glass.app.close()
      bare.app.close()
    })
  })
}
