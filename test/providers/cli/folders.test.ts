import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {openSeatFolder} from '../../../source/providers/cli/folders.ts'

test('what was put into a work folder meanwhile is gone when a process is to run there', async () => {
  const root = mkdtempSync(join(tmpdir(), 'roundtable-folders-'))
  const open = () => openSeatFolder({root, meeting: 'm'}, 'gemini', 'marx')
  const {room, files} = await open()
  mkdirSync(join(room, '.gemini'))
  for (const path of ['.gemini/settings.json', 'GEMINI.md']) writeFileSync(join(room, path), 'x')
  writeFileSync(join(files, 'system.md'), 'kept')
  expect((await open()).room).toBe(room)
  expect(readdirSync(room)).toEqual([])
  expect(readdirSync(files)).toEqual(['system.md'])
  rmSync(root, {recursive: true})
})
