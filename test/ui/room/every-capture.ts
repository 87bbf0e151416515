import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Lang} from '../../../source/core/events.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {captureFile, captureOf, stylesOf} from './capture.ts'
import {type RoomStateOf, showRoom} from './states.ts'

type More = {
  /** The narrowest screen; 80×24 and 120×40 are always shown. */
  readonly smallest: readonly [columns: number, rows: number]
  /** Names of the records that lie in the folder when the meeting is over. */
  readonly files?: (state: string) => readonly string[]
  /** What no screen may show, such as data that was meant for the program. */
  readonly never?: RegExp
}

/** Holds every state, in both languages and three sizes, against what was captured of it. */
export function everyCapture(states: Readonly<Record<string, RoomStateOf>>, {smallest, files, never}: More): void {
  for (const [name, state] of Object.entries(states)) {
    const file = captureFile(name)
    afterAll(file.save)
    describe.each<Lang>(['zh', 'en'])(`${name}, %s`, lang => {
      let live: TestLive
      beforeAll(async () => {
        live = await state.meeting(lang)
      })
      const show = async (columns: number, rows: number, noColour: boolean) => {
        const {glass} = showRoom(live, {columns, rows, lang, noColour, ...(files ? {files: files(name)} : {})})
        await glass.settle()
        await state.keys?.(glass, lang, columns)
        await glass.settle()
        return glass
      }

      const sizes = [smallest, [80, 24], [120, 40]] as const
      test.each(sizes)('%i×%i is as it was captured, and without colour the same shape', async (columns, rows) => {
        const glass = await show(columns, rows, false)
        const now = captureOf(glass)
        expect(now).toBe(file.compared(`${columns}x${rows} ${lang}`, now))
        if (never) expect(glass.text()).not.toMatch(never)
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
}
