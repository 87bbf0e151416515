import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, it} from 'vitest'
import {glanceUiLang} from '../../source/runtime/home-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'roundtable-home-'))
afterAll(() => rmSync(folder, {recursive: true, force: true}))

it('the UI language of the settings is seen at a glance, and whatever else the file holds is no matter', () => {
  expect(glanceUiLang(folder)).toBeUndefined()
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['{"uiLang": "zh"}', 'zh'],
    ['{"uiLang": "en", "rounds": "many"}', 'en'],
    ['{"uiLang": "fr"}', undefined],
    ['{"uiLang": ["zh"]}', undefined],
    ['null', undefined],
    ['[]', undefined],
    ['{"uiLang": ', undefined],
  ]
  for (const [text, lang] of cases) {
    writeFileSync(join(folder, 'config.json'), text)
    expect(glanceUiLang(folder), text).toBe(lang)
  }
})
