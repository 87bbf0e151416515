import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Lang} from '../../../source/core/events.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {captureFile, captureOf, stylesOf} from './capture.ts'
import {showRoom, states} from './states.ts'

const SIZES = [
  [60, 20],
  [80, 24],
  [120, 40],
] as const

for (const [name, state] of Object.entries(states)) {
  const file = captureFile(name)
  afterAll(file.save)
  describe.each<Lang>(['zh', 'en'])(`${name}, %s`, lang => {
    let live: TestLive
    beforeAll(async () => {
      live = await state.meeting(lang)
    })
    const show = async (columns: number, rows: number, noColour: boolean) => {
      const {glass} = showRoom(live, {columns, rows, lang, noColour})
      await glass.settle()
      await state.keys?.(glass, lang, columns)
      await glass.settle()
      return glass
    }

    test.each(SIZES)('%i×%i is as it was captured, and without colour the same shape', async (columns, rows) => {
      const glass = await show(columns, rows, false)
      const now = captureOf(glass)
      expect(now).toBe(file.compared(`${columns}x${rows} ${lang}`, now))
      const bare = await show(columns, rows, true)
      expect(bare.text()).toBe(glass.text())
      expect(bare.cursor()).toEqual(glass.cursor())
      expect(stylesOf(bare)).toEqual([])
      expect(bare.raw()).not.toMatch(/\x1b\[(?!0m)[0-9;]*m/)
      glass.app.close()
      bare.app.close()
    })
  })
}
