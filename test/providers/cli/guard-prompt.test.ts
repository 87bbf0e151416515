import {expect, it} from 'vitest'
import {guardPrompt} from '../../../source/providers/cli/guard-prompt.ts'

it('a prompt that begins with words goes through byte for byte', () => {
  const prompt = '请发言。\n/etc is a folder, ada@example.org an address, # no heading'
  expect(guardPrompt(prompt, {mentions: false})).toBe(prompt)
})

it.each(['/cost', '  /clear now', '!ls', '#remember'])('%s is no command any more, and all of it is there', prompt => {
  const guarded = guardPrompt(prompt, {mentions: false})
  expect(guarded).not.toMatch(/^\s*[/!#]/)
  expect(guarded.endsWith(prompt)).toBe(true)
})

it('where mentions cannot be switched off, no sign is left that could name a file', () => {
  const prompt = 'Read @/etc/hostname and @./notes.md and mail ada@example.org at 5 @ home'
  const guarded = guardPrompt(prompt, {mentions: true})
  expect(guarded).not.toMatch(/@\S/)
  expect(guarded.replaceAll('＠', '@')).toBe(prompt)
})

it('where mentions begin a word, addresses of mail stay as they are', () => {
  const prompt = 'See @/etc/hostname, "@../b" and @decorator; not ada@example.org or 5 @ home'
  expect(guardPrompt(prompt, {mentions: 'words'})).toBe(
    'See ＠/etc/hostname, "＠../b" and ＠decorator; not ada@example.org or 5 @ home',
  )
})
