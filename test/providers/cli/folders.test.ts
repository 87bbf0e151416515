import {existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, relative} from 'node:path'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {openSeatFolder, removeSeatFolders} from '../../../source/providers/cli/folders.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-folders-')))
})
afterEach(() => rmSync(root, {recursive: true, force: true}))

const world = (meeting: string) => ({root: join(root, 'home', 'agents'), meeting: join(root, 'project', 'transcripts', meeting)})
const room = async (meeting: string, agent: string, seat: string) => (await openSeatFolder(world(meeting), agent, seat)).room

it('a seat works in one empty folder in every round, and in the same one after its meeting was left and taken up', async () => {
  const first = await room('a', 'claude', 'critic')
  expect(readdirSync(first)).toEqual([])
  writeFileSync(join(first, 'left'), '')
  expect(await room('a', 'claude', 'critic')).toBe(first)
  await removeSeatFolders(world('a'), 'claude', ['critic'])
  expect(existsSync(first)).toBe(false)
  expect(await room('a', 'claude', 'critic')).toBe(first)
  expect(readdirSync(first)).toEqual([])
})

it('no two seats, agents or meetings share one', async () => {
  const rooms = [
    await room('a', 'claude', 'critic'),
    await room('a', 'claude', 'builder'),
    await room('a', 'codex', 'critic'),
    await room('b', 'claude', 'critic'),
  ]
  expect(new Set(rooms).size).toBe(4)
})

it('it lies neither in the meeting nor in the project, and tells neither their names nor the role', async () => {
  const critic = await room('要不要上队列', 'claude', 'critic')
  expect(relative(join(root, 'project'), critic)).toMatch(/^\.\./)
  expect(relative(root, critic)).not.toMatch(/队列|critic|project|transcripts/)
})
