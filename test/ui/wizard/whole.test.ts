import {existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, expect, test} from 'vitest'
import {meet} from '../../../source/commands/meet.ts'
import {verify} from '../../../source/commands/verify.ts'
import {formFlags, wizardWorld} from '../../../source/commands/wizard-world.ts'
import type {Lang} from '../../../source/core/events.ts'
import {fakeHost} from '../../support/host.ts'
import {makeStage, type Stage} from './stage.ts'

let cwd: string
let stage: Stage
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'wizard-whole-')))
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, 'cache.ts'), 'export const cache = new Map()\n')
  writeFileSync(join(cwd, 'plan.md'), '# 缓存方案\n先放进内存，再看要不要落盘。\n')
})
afterEach(() => {
  stage.close()
  rmSync(cwd, {recursive: true, force: true})
})

/** On a machine without a model: the keys lead to a form, the form is held, and its record can be verified. */
async function hold(lang: Lang, keys: (at: Stage) => Promise<unknown>): Promise<readonly string[]> {
  stage = makeStage(wizardWorld(fakeHost({cwd, lang})))
  await stage.settle()
  await keys(stage)
  const result = stage.result()
  if (result?.kind !== 'begin') throw new Error(stage.screen())
  expect(await meet({...formFlags(result.form), auto: true}, undefined, fakeHost({cwd, lang}))).toBe(0)
  const folder = join(cwd, 'transcripts', readdirSync(join(cwd, 'transcripts'))[0] ?? '')
  expect(await verify(folder, {}, fakeHost({cwd, lang}))).toBe(0)
  return readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => existsSync(join(folder, name)))
}

test('a whole review by rehearsal: mode, a file, roles, one round, and the judge’s report', async () => {
  const files = await hold('zh', async at => {
    await at.type('缓存方案要不要上线\r')
    await at.keys('down', 'down', 'enter')
    await at.paste('plan.md')
    await at.keys('enter', 'enter', 'enter', 'down', 'enter', 'enter')
  })
  expect(files).toEqual(expect.arrayContaining(['materials/01-plan.md', 'rounds/round-1/critic.md', 'synthesis/final.md']))
})

test('a whole council by rehearsal: mode, who sits by a word of the request, and its synthesis', async () => {
  const files = await hold('en', async at => {
    await at.type('Should we optimize our cache module in cache.ts\r')
    await at.keys('end', 'enter', 'enter', 'enter')
  })
  expect(files).toEqual(expect.arrayContaining(['council.md', 'transcript.md']))
})
