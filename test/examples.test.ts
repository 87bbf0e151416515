import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {ofType} from '../source/core/state.ts'
import {ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, readIn, root, runCli} from './support/cli.ts'
import {verdictOn} from './support/tamper.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const examples = join(root, 'examples')

/** The commands a README gives, without `mkdir` and `cp`. */
const commandsOf = (example: string): readonly (readonly string[])[] =>
  [...readFileSync(join(examples, example, 'README.md'), 'utf8').matchAll(/^roundtable (.+)$/gm)].map(match =>
    (match[1] ?? '').split(' '),
  )

const [only] = commandsOf('rehearsed-meeting')
if (!only) throw new Error('the README of the rehearsed meeting gives no command')

// UPDATE_EXAMPLES=1 writes the committed records anew, with exactly the command that the README gives.
it.runIf(process.env.UPDATE_EXAMPLES)('the records are written anew', async () => {
  const cwd = join(examples, 'rehearsed-meeting')
  rmSync(join(cwd, 'records'), {recursive: true, force: true})
  expect((await runCli(only, {place, cwd})).code).toBe(0)
})

it('the committed records of the rehearsed meeting hold, every claim of them', async () => {
  const records = join(examples, 'rehearsed-meeting', 'records')
  const [name = '', ...more] = readdirSync(records)
  expect(more).toEqual([])
  expect(readdirSync(join(records, name)).sort()).toEqual(['meeting.jsonl', 'outline.md', 'summary.md', 'transcript.md'])
  const ran = await runCli(['verify', join(records, name)], {place})
  expect(ran.stdout.split('\n').filter(line => line.startsWith('✗'))).toEqual([])
  expect(ran.code).toBe(0)
})

it('the command of the rehearsed meeting holds it again: the same seats in the same order', async () => {
  const records = join(examples, 'rehearsed-meeting', 'records')
  expect((await runCli(only, {place})).code).toBe(0)
  const [again = ''] = meetingsIn(place, 'records')
  const asked = (folder: string) => ofType(ledgerOf(folder), 'turn.finished').map(({key, who}) => [key, who])
  expect(asked(again)).toEqual(asked(join(records, readdirSync(records)[0] ?? '')))
  // Nothing in the committed files tells whose machine it was.
  for (const name of ['meeting.jsonl', 'transcript.md']) {
    expect(readFileSync(join(records, readdirSync(records)[0] ?? '', name), 'utf8')).not.toMatch(
      /\/(?:home|root|tmp|Users|work)\//,
    )
  }
})

it('the persona of one’s own is found in the home folder, passes its check, and speaks without a model', async () => {
  const file = join(examples, 'own-persona', 'night-nurse-perspective.md')
  mkdirSync(join(place.home, 'personas'), {recursive: true})
  cpSync(file, join(place.home, 'personas', 'night-nurse-perspective.md'))
  const [checks, meet] = commandsOf('own-persona').filter(([command]) => command === 'meet' || command === 'personas')
  if (!checks || !meet) throw new Error('the README gives no commands')
  const checked = await runCli([...checks.slice(0, 2), file], {place})
  expect(checked.code).toBe(0)
  expect(checked.stdout).toContain('0 处错误')
  const ran = await runCli(meet, {place})
  expect(ran.code, ran.stderr).toBe(0)
  const speeches = ofType(ledgerOf(onlyMeeting(place)), 'turn.finished')
  expect(speeches.map(({who}) => who.split('-')[0])).toEqual(['night', 'marx', 'marx', 'night', 'marx', 'night'])
  const nurse = speeches.filter(({who}) => who.startsWith('night')).map(({text}) => text)
  expect(nurse.every(text => text.length > 200)).toBe(true)
  expect(nurse[1]).toMatch(/「.+」/)
})

it('the scripted meeting says its script, fails once where the script says so, and comes to its end', async () => {
  cpSync(join(examples, 'scripted-meeting', 'script.json'), join(place.cwd, 'script.json'))
  const [meet = []] = commandsOf('scripted-meeting')
  const ran = await runCli(meet, {place})
  expect(ran.code, ran.stderr).toBe(0)
  const folder = onlyMeeting(place)
  const script = JSON.parse(readIn(place.cwd, 'script.json')) as {turns: {text: string; fail?: object}[]}
  const log = ledgerOf(folder)
  expect(ofType(log, 'turn.finished').map(({text}) => text)).toEqual(
    script.turns.filter(turn => !turn.fail).map(({text}) => text),
  )
  expect(ofType(log, 'turn.failed').map(({partial}) => partial)).toEqual(
    script.turns.filter(turn => turn.fail).map(({text}) => text),
  )
  expect((await verdictOn(folder)).code).toBe(0)
})

it('every example has a README in Chinese and English', () => {
  const folders = readdirSync(examples)
  expect(folders.sort()).toEqual(expect.arrayContaining(['own-persona', 'rehearsed-meeting', 'scripted-meeting']))
  for (const folder of folders) {
    const text = readFileSync(join(examples, folder, 'README.md'), 'utf8')
    expect(text, folder).toMatch(/^# .*\p{Script=Han}.* · [A-Z]/u)
    expect(
      text.split('\n').some(line => /^[A-Z`][^\p{Script=Han}]{60}/u.test(line)),
      folder,
    ).toBe(true)
  }
})
