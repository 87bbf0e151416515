import {readdirSync} from 'node:fs'
import {basename} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ofType} from '../../source/core/state.ts'
import {ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, readIn, runCli} from '../support/cli.ts'
import {hostileLeft} from '../support/host.ts'
import {verdictOn} from '../support/tamper.ts'

describe('without a terminal, with no colours, on a dumb one, in CI', () => {
  const envs: readonly Record<string, string | undefined>[] = [
    {},
    {NO_COLOR: '1', TERM: 'dumb', CI: '1'},
    {TERM: 'xterm-256color', FORCE_COLOR: '3', COLORTERM: 'truecolor'},
    {TERM: undefined, CI: 'true', NO_COLOR: ''},
  ]
  const faces = ['--plain', '--json'] as const
  const places: Place[] = []
  afterAll(() => {
    for (const place of places) place.remove()
  })

  it('no escape byte comes out, and the transcript is the same to the byte but for its date and folder', async () => {
    const transcripts = new Set<string>()
    const asked = envs.map((env, n) => ({env, face: faces[n % 2] ?? '--json'}))
    await Promise.all(
      asked.map(async ({env, face}) => {
        const place = makePlace()
        places.push(place)
        const args = [
          'meet',
          '--topic',
          '人工智能会不会取代程序员',
          '--with',
          '马克思,毛泽东',
          '--rounds',
          '1',
          '--provider',
          'rehearsal',
          '--auto',
          face,
        ]
        const ran = await runCli(args, {place, env})
        expect(ran.code, ran.stderr).toBe(0)
        expect(ran.stdout + ran.stderr).not.toContain('\u001b')
        const folder = onlyMeeting(place)
        const text = readIn(folder, 'transcript.md')
        transcripts.add(text.replaceAll(basename(folder), 'FOLDER').replaceAll(basename(folder).slice(0, 10), 'DATE'))
      }),
    )
    expect(transcripts.size).toBe(1)
  }, 60_000)
})

/** Thirty texts that would clear a screen, move a cursor, set a title, ring, hide, turn around, or pose as something else. */
const HOSTILE: readonly string[] = [
  ...[
    '\u001b[2J\u001b[H',
    '\u001b]0;标题\u0007',
    '\u001b]8;;http://x.test\u001b\\点我\u001b]8;;\u001b\\',
    '\u001b[31;1m红\u001b[0m',
  ],
  ...['\u001b[?1049h', '\u001b[6n', '\u001bP1;2|q\u001b\\', '\u001b_Gi=1;AAAA\u001b\\', '\u001b]52;c;Zm9v\u0007', '\u001bc'],
  ...['\u009b2J', '\u009d0;题\u009c', '\u0090q\u009c', '\u0007', '\b\b\b抹掉', '前\r后', '换\u000b页\u000c符', '\u0000空'],
  ...[
    '\u007f删',
    '\u0085下一行',
    '\u202e反过来\u202c',
    '\u2066隔离\u2069',
    '零\u200b宽\u200d连\u2060词',
    '\u2028分行\u2029分段',
    '\ufeff标',
  ],
  ...['\u001b[', '\u001b', '未完\u001b]0;没有结尾', '\u061c阿\u200e左\u200f右', '\u{e0041}\u{e0042}标签'],
]

describe('thirty hostile texts', () => {
  let place: Place
  beforeAll(() => {
    place = makePlace()
  })
  afterAll(() => place.remove())

  /** Of files: no control character but a line end and a tab. */
  const controlIn = (text: string) => /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.exec(text)?.[0]
  const filesOf = (folder: string) => readdirSync(folder).map(name => [name, readIn(folder, name)] as const)

  it('as speech, persona name and title, topic, fault and file name let no control character out, anywhere', async () => {
    expect(HOSTILE).toHaveLength(30)
    const all = HOSTILE.map((text, n) => `${n}号：${text}完`).join(' ')
    // As YAML writes it that may be loaded; what is raw in a file is refused with its line, see the personas' own tests.
    const yaml = (text: string) =>
      JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const persona = (id: string, name: string) =>
      `---\nname: ${id}-perspective\ndescription: ${yaml(all)}\nroundtable:\n  display_name: ${yaml(name)}\n  title: ${yaml(all)}\n  lang: zh\n---\n# x\n\n${HOSTILE[20]} ${HOSTILE[29]}\n`
    place.write(`.claude/skills/evil-perspective/SKILL.md`, persona('evil', `恶\u001b[2J\u202e人\u0007`))
    place.write(`.claude/skills/ev\u001b[31mil2-perspective/SKILL.md`, persona('evil2', '乙'))
    const script = {
      turns: [
        ...HOSTILE.slice(0, 3).map(text => ({text: `说${text}完`, chunk: 1})),
        {text: `半句${HOSTILE[4]}`, fail: {code: 'timeout', message: all, hint: all, retryable: true}},
      ],
      default: {text: all, chunk: 1},
    }
    const file = 'evil\u001b[2J\u202e.json'
    place.write(file, JSON.stringify(script))
    const topic = `议题${HOSTILE.filter(text => !text.includes('\u0000')).join('')}完`
    for (const face of ['--plain', '--json']) {
      const out = face.slice(2)
      const args = [
        'meet',
        '--topic',
        topic,
        '--with',
        'evil-perspective,evil2-perspective',
        '--rounds',
        '1',
        '--provider',
        `script:${file}`,
      ]
      const ran = await runCli([...args, '--lang', 'zh', '--auto', '--out', out, face], {place, typed: `${all}\n`})
      expect(ran.code, ran.stderr).toBe(0)
      expect(hostileLeft(ran.stdout)).toBeUndefined()
      expect(hostileLeft(ran.stderr)).toBeUndefined()
      const [folder = ''] = meetingsIn(place, out)
      expect(hostileLeft(basename(folder))).toBeUndefined()
      for (const [name, text] of filesOf(folder)) {
        const whole = name === 'meeting.jsonl' ? text.replace(/[\x7f-\x9f]/g, '') : text
        expect(controlIn(whole), name).toBeUndefined()
      }
      expect(ofType(ledgerOf(folder), 'turn.finished')).toHaveLength(6)
      const verified = await verdictOn(folder)
      expect(verified.code, verified.text).toBe(0)
      expect(hostileLeft(verified.text)).toBeUndefined()
    }
    const others = [
      ['history'],
      ['personas', 'list'],
      ['personas', 'show', 'evil-perspective'],
      ['resume', `go\u001b[2Jne`],
      ['verify', `\u202e`],
      [`\u001b[2J`],
    ]
    for (const args of [...others, ['meet', '--topic', 'x', '--with', `\u001b]0;x\u0007,马克思`], ['meet', `--\u001b[2J`]]) {
      const ran = await runCli(args, {place})
      expect(hostileLeft(ran.stdout), JSON.stringify(args)).toBeUndefined()
      expect(hostileLeft(ran.stderr), JSON.stringify(args)).toBeUndefined()
    }
  }, 60_000)

  it('each alone as a speech, streamed a character at a time, leaves the same clean text in ledger and stream', async () => {
    const own = makePlace()
    const turns = HOSTILE.map(text => ({text: `头${text}尾`, chunk: 1}))
    own.write('each.json', JSON.stringify({turns}))
    const args = [
      'meet',
      '--topic',
      'x',
      '--with',
      '马克思,毛泽东',
      '--rounds',
      '13',
      '--provider',
      'script:each.json',
      '--auto',
      '--json',
      '--lang',
      'zh',
    ]
    const ran = await runCli(args, {place: own})
    expect(ran.code, ran.stderr).toBe(0)
    const speeches = ofType(ledgerOf(onlyMeeting(own)), 'turn.finished')
    expect(speeches).toHaveLength(30)
    const spoken = new Map<string, string>()
    for (const line of ran.stdout.trimEnd().split('\n')) {
      const event = JSON.parse(line)
      if (event.type === 'turn.delta') spoken.set(event.key, (spoken.get(event.key) ?? '') + event.text)
    }
    for (const {key, text} of speeches) {
      expect(controlIn(text), JSON.stringify(text)).toBeUndefined()
      expect(text.startsWith('头')).toBe(true)
      // What may be the beginning of a sequence is held back; the whole speech has it then.
      expect(text.startsWith(spoken.get(key) ?? '?')).toBe(true)
    }
    own.remove()
  })
})
