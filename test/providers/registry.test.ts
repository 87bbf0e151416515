import {describe, expect, it} from 'vitest'
import {slotsOf} from '../../source/core/template.ts'
import {placed, voiceText, voiceWords} from '../../source/i18n/voices.ts'
import {ledgerName, makeVoices, parseVoice, type VoiceDeps, voiceIds} from '../../source/providers/index.ts'
import {quiet, requestOf, said} from './asking.ts'

const files: Record<string, string> = {
  'demo.json': '{"turns": [{"text": "一"}, {"text": "二"}]}',
  '会议/a:b.json': '{"turns": [{"who": "recorder", "text": "{}"}]}',
  'broken.json': '{"turns": [\n{"text": 3}]}',
}
const deps = (more: Partial<VoiceDeps> = {}): VoiceDeps => ({
  readFile: path => (files[path] === undefined ? {fault: {code: 'ENOENT'}} : {ok: files[path]}),
  sleep: () => Promise.resolve(),
  desk: {handOut: async () => ({}), reply: async () => '贴回来的话'},
  lang: 'en',
  ...more,
})

describe('the name of a voice', () => {
  it.each([
    ['rehearsal', {provider: 'rehearsal'}],
    ['  Manual ', {provider: 'manual'}],
    ['ｓｃｒｉｐｔ：demo.json', {provider: 'script', argument: 'demo.json'}],
    ['script:会议/a:b.json', {provider: 'script', argument: '会议/a:b.json'}],
    ['script:C:\\桌面\\演示.json', {provider: 'script', argument: 'C:\\桌面\\演示.json'}],
    ['script:/home/我/圆 桌.json', {provider: 'script', argument: '/home/我/圆 桌.json'}],
  ])('%s', (text, voice) => {
    expect(parseVoice(text)).toEqual({ok: voice})
  })

  it.each([
    ['', 'voice-unnamed', {available: voiceIds.join(', ')}],
    [':demo.json', 'voice-unnamed', {available: voiceIds.join(', ')}],
    ['script', 'argument-missing', {name: 'script', expected: 'FILE.json'}],
    ['script: ', 'argument-missing', {name: 'script', expected: 'FILE.json'}],
    ['script/demo.json', 'model-unwanted', {name: 'script', model: 'demo.json'}],
    ['rehearsal:x', 'argument-unwanted', {name: 'rehearsal', argument: 'x'}],
    ['manual/opus', 'model-unwanted', {name: 'manual', model: 'opus'}],
    ['toString', 'voice-unknown', {name: 'tostring', available: voiceIds.join(', ')}],
    ['__proto__:x', 'voice-unknown', {name: '__proto__', available: voiceIds.join(', ')}],
  ])('%j is refused as %s', (text, code, slots) => {
    expect(parseVoice(text)).toEqual({problem: {code, slots}})
  })

  it.each([
    ['rehersal', 'rehearsal'],
    ['reh', 'rehearsal'],
    ['scirpt:demo.json', 'script'],
    ['manaul', 'manual'],
  ])('%s is nearest to %s', (text, nearest) => {
    expect(parseVoice(text)).toMatchObject({problem: {code: 'voice-unknown-near', slots: {nearest}}})
  })

  it('a name of a million letters is refused without thinking long', () => {
    expect(parseVoice('马'.repeat(1_000_000))).toMatchObject({problem: {code: 'voice-unknown'}})
  })

  it('comes back as the ledger has it, and that is read as the same voice', () => {
    for (const text of ['rehearsal', 'script:会议/a:b.json', ' Script：demo.json']) {
      const parsed = parseVoice(text)
      if ('problem' in parsed) throw new Error(text)
      expect(parseVoice(ledgerName(parsed.ok))).toEqual(parsed)
    }
  })
})

describe('the voices', () => {
  it('are each made once, and scripts by their file', () => {
    const voice = makeVoices(deps())
    expect(voice('script:demo.json')).toBe(voice('script:demo.json'))
    expect(voice('script:demo.json')).not.toBe(voice('script:会议/a:b.json'))
    expect(voice('script:会议/a:b.json')?.records).toBe(true)
    expect(voice('script:demo.json')?.records).toBe(false)
    expect([voice('rehearsal')?.id, voice('manual')?.id]).toEqual(['rehearsal', 'manual'])
    expect(voice('claud')).toBeUndefined()
    expect(voice('script')).toBeUndefined()
  })

  it('a script that cannot be read says where, in the language of whoever asks', async () => {
    const broken = makeVoices(deps())('script:broken.json')
    expect(await broken?.check(quiet())).toEqual({ok: false, detail: 'broken.json:2: "turns[0].text" should be text'})
    const absent = makeVoices(deps())('script:nowhere.json')
    expect(await absent?.check(quiet())).toMatchObject({ok: false, detail: 'nowhere.json:1: the script cannot be read (ENOENT)'})
    const events: unknown[] = []
    for await (const event of broken?.ask(requestOf('a', '甲'), quiet()) ?? []) events.push(event)
    expect(events).toEqual([
      {type: 'failed', fault: {code: 'missing', message: 'broken.json:2: 「turns[0].text」应为文字', retryable: false}},
    ])
  })

  it('all are well where their files are, and say so without being asked to speak', async () => {
    const voice = makeVoices(deps())
    for (const name of ['rehearsal', 'manual', 'script:demo.json'])
      expect(await voice(name)?.check(quiet()), name).toMatchObject({ok: true})
  })

  it('a resumed script counts the attempts of its own voice alone', async () => {
    const attempt = (provider: string, key: string) => ({provider, key, who: {id: 'a', name: '甲'}, brokenOff: false})
    const resumedFrom = [attempt('manual', '1'), attempt('script:other.json', '2'), attempt('script:demo.json', '3')]
    const voice = makeVoices(deps({resumedFrom}))('script:demo.json')
    expect(voice && (await said(voice, requestOf('a', '甲', {turn: {key: '4'}})))).toBe('二')
  })
})

describe('the words', () => {
  it('are there in both languages, with the same slots', () => {
    for (const part of ['lines', 'hints', 'expected'] as const) {
      const zh: Record<string, string> = voiceWords.zh[part]
      const en: Record<string, string> = voiceWords.en[part]
      expect(Object.keys(en)).toEqual(Object.keys(zh))
      for (const [code, text] of Object.entries(zh))
        expect(slotsOf(en[code] ?? '').toSorted(), code).toEqual(slotsOf(text).toSorted())
    }
  })

  it('leave what is filled in as it is', () => {
    const note = {code: 'voice-unknown', slots: {name: '{available}', available: 'x'}} as const
    expect(voiceText('en', note)).toBe('there is no voice "{available}"; available: x')
    expect(placed('zh', {...note, file: '{line}', line: 3})).toBe('{line}:3: 没有叫「{available}」的声音；可用的有：x')
  })
})
