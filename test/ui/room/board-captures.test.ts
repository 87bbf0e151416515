import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Lang} from '../../../source/core/events.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {boardStates} from './board-states.ts'
import {captureFile, captureOf, stylesOf} from './capture.ts'
import {showRoom} from './states.ts'

const SIZES = [
  [60, 20],
  [80, 24],
  [120, 40],
] as const

for (const [name, state] of Object.entries(boardStates)) {
  const file = captureFile(name)
  afterAll(file.save)
  describe.each<Lang>(['zh', 'en'])(`${name}, %s`, lang => {
    let live: TestLive
    beforeAll(async () => {
      live = await state.meeting(lang)
    })
    const show = async (columns: number, rows: number, noColour: boolean) => {
      const {glass} = showRoom(live, {columns, rows, lang, noColour, files: ['transcript.md', 'decision.md']})
      await glass.settle()
      await state.keys?.(glass, lang, columns)
      await glass.settle()
      return glass
    }

    test.each(SIZES)('%i×%i is as it was captured, and without colour the same shape', async (columns, rows) => {
      const glass = await show(columns, rows, false)
      const now = captureOf(glass)
      expect(now).toBe(file.compared(`${columns}x${rows} ${lang}`, now))
      expect(glass.text()).not.toMatch(/[{}]|"content"|"advice"/)
      const bare = await show(columns, rows, true)
      expect(bare.text()).toBe(glass.text())
      expect(bare.cursor()).toEqual(glass.cursor())
      expect(stylesOf(bare)).toEqual([])
      glass.app.close()
      bare.app.close()
    })
  })
}
