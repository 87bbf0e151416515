import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {findCommand} from '../../../source/providers/cli/find-command.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundtable-path-'))
  for (const name of ['one', 'two', 'win']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'one', 'agent'), 'not a program')
  mkdirSync(join(folder, 'one', 'folder-agent'))
  writeFileSync(join(folder, 'two', 'agent'), '#!/bin/sh\n')
  chmodSync(join(folder, 'two', 'agent'), 0o755)
  const shim = '@ECHO off\r\nendLocal & "%_prog%"  "%dp0%\\node_modules\\an-agent\\cli.js" %*\r\n'
  for (const [name, text] of [
    ['claude', '#!/bin/sh\n'],
    ['claude.cmd', shim],
    ['claude.ps1', ''],
  ] as const)
    writeFileSync(join(folder, 'win', name), text)
})
afterAll(() => rmSync(folder, {recursive: true, force: true}))

const world = (platform: NodeJS.Platform, ...names: string[]) => ({
  env: {PATH: names.map(name => join(folder, name)).join(platform === 'win32' ? ';' : ':')},
  platform,
  settings: {},
})
const agent = (...commands: string[]) => ({id: 'agent', commands})

it('takes the first name on PATH that is a program', () => {
  expect(findCommand(agent('missing', 'agent'), world('linux', 'one', 'two'))).toEqual({
    file: join(folder, 'two', 'agent'),
    args: [],
  })
  expect(findCommand(agent('folder-agent'), world('linux', 'one'))).toBeUndefined()
})

it('what a person set comes before PATH, with its arguments', () => {
  const settings = {agent: {command: [join(folder, 'two', 'agent'), '--flag']}}
  expect(findCommand(agent('agent'), {...world('linux'), settings})).toEqual({
    file: join(folder, 'two', 'agent'),
    args: ['--flag'],
  })
  expect(findCommand(agent('agent'), {...world('linux', 'two'), settings: {agent: {command: ['gone']}}})).toBeUndefined()
})

it('on Windows runs what the batch file of npm would run, with node and without a shell', () => {
  expect(findCommand(agent('claude'), world('win32', 'win'))).toEqual({
    file: process.execPath,
    args: [join(folder, 'win', 'node_modules', 'an-agent', 'cli.js')],
  })
})
