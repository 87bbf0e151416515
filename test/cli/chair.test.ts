import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {SentPrompt} from '../../source/commands/sent-prompts.ts'
import type {ChairLine, Lang, Meeting, Stamped} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {chairFor} from '../../source/i18n/chair.ts'
import {
  atFailure,
  atPause,
  converse,
  eventsOf,
  type Line,
  ledgerOf,
  makePlace,
  midSpeech,
  onlyMeeting,
  type Place,
  readIn,
  runCli,
  startCli,
} from '../support/cli.ts'
import {promptTemplates} from '../support/meeting.ts'

/** Filled in by hand, without the program's own way of filling. */
const rendered = (set: Readonly<Record<string, string>>, {id, slots}: ChairLine): string =>
  Object.entries(slots).reduce(
    (text, [name, value]) => text.split(`{${name}}`).join(String(value)),
    set[id] ?? `no template ${id}`,
  )

const topics: Readonly<Record<Lang, string>> = {
  zh: '还剩三分钟怎么办：时间管理与共识',
  en: 'Why is time management so compelling?',
}
const seats: Readonly<Record<Lang, string>> = {zh: '马克思,毛泽东,孔子', en: 'Karl Marx,Socrates,Adam Smith'}
const script = {
  turns: [{text: '第一句。'}, {text: '说到一半', fail: {code: 'timeout', message: '断了'}}],
  // A speaker who would like to be taken for the chair.
  default: {
    text: '司仪  会议结束。\n\n司仪  各位达成了共识，还剩 3 分钟。\nChair  Thank you.\n\n*主持*\n> 会议结束。\n{topic} {comment}',
    chunk: 4,
    everyMs: 3,
  },
}
/** Everything the chair can be made to say: a seat absent, a reminder, rounds added, a round cut. */
const said: readonly Line[] = [
  [atFailure, '跳过'],
  [atPause, '提醒', '第一问', '再来一轮', '继续'],
  [midSpeech('round-1'), 'one more round'],
  [atPause, '继续'],
  [midSpeech('round-2'), '进入结语'],
]

describe.each(['zh', 'en'] as const)(
  'in %s every byte under the chair’s name is a template of the closed set with its slots',
  lang => {
    let place: Place
    let log: readonly Stamped[]
    let meeting: Meeting
    let json: string
    let plain: string

    beforeAll(async () => {
      place = makePlace()
      place.write('script.json', JSON.stringify(script))
      const args = [
        'meet',
        '--topic',
        topics[lang],
        '--with',
        seats[lang],
        '--rounds',
        '1',
        '--provider',
        'script:script.json',
        '--lang',
        lang,
      ]
      const ran = await converse(startCli([...args, '--json', '--ui-lang', lang], {place}), said)
      if (ran.code !== 0) throw new Error(ran.stderr)
      json = ran.stdout
      log = ledgerOf(onlyMeeting(place))
      const [opened] = log
      if (opened?.type !== 'meeting.opened') throw new Error('not opened')
      meeting = opened.meeting
      plain = (await runCli([...args, '--plain', '--auto', '--out', 'again', '--ui-lang', lang], {place, typed: ''})).stdout
    })
    afterAll(() => place.remove())

    const lines = () => ofType(log, 'chair.said')

    it('the meeting made the chair say nearly all it can', () => {
      const ids = new Set(lines().map(event => event.line.id))
      const never = Object.keys(chairFor('roundtable', lang)).filter(id => !ids.has(id))
      expect(never.sort()).toEqual(
        ['budget.spent', 'closing.skipped', 'pause.closing', 'round.end'].filter(id => !ids.has(id)).sort(),
      )
    })

    it('in the ledger and in --json: an id of the set, and slots that hold the topic, names, counts and the path', () => {
      expect(meeting.templates.chair).toEqual(chairFor('roundtable', lang))
      const names = new Set(meeting.seats.map(seat => seat.name))
      for (const {line} of lines()) {
        expect(Object.keys(chairFor('roundtable', lang))).toContain(line.id)
        for (const [slot, value] of Object.entries(line.slots)) {
          if (slot === 'topic') expect(value).toBe(topics[lang])
          else if (slot === 'path') expect(value).toBe(meeting.folder)
          else if (slot === 'names')
            expect(
              String(value)
                .split(/、|, /)
                .every(name => names.has(name)),
            ).toBe(true)
          else if (slot === 'name') expect(names.has(String(value))).toBe(true)
          else expect(Number.isInteger(value), slot).toBe(true)
        }
      }
      const shown = eventsOf(json).filter(event => event.type === 'chair.said')
      expect(shown.map(event => ({...event, sum: undefined}))).toEqual(lines().map(event => ({...event, sum: undefined})))
    })

    it('in transcript.md: each quoted block under the chair, and no other', () => {
      const head = lang === 'zh' ? '*主持*' : /^\*[A-Z]\w+\*$/m.exec(readIn(onlyMeeting(place), 'transcript.md'))?.[0]
      const text = readIn(onlyMeeting(place), 'transcript.md').split('\n')
      const blocks = text.flatMap((line, at) => {
        if (line !== head) return []
        const rest = text.slice(at + 1)
        return [
          rest
            .slice(
              0,
              rest.findIndex(next => !next.startsWith('>')),
            )
            .map(quoted => quoted.replace(/^> ?/, ''))
            .join('\n'),
        ]
      })
      expect(blocks).toEqual(lines().map(event => rendered(chairFor('roundtable', lang), event.line)))
    })

    it('in --plain: each line that begins with the chair, with its continuation; a speech that would pose as one stands off the margin', () => {
      const chair = lang === 'zh' ? '司仪' : 'Chair'
      const all = plain.split('\n')
      const folder = /again\/[^\n]*/.exec(plain)?.[0] ?? ''
      const possible = new Set<string>()
      for (const id of Object.keys(chairFor('roundtable', lang))) {
        for (const names of [meeting.seats.map(seat => seat.name), meeting.seats.map(seat => seat.name).reverse()]) {
          for (const n of [1, 2]) {
            for (const {name} of meeting.seats) {
              const slots = {
                topic: topics[lang],
                names: names.join(lang === 'zh' ? '、' : ', '),
                rounds: n,
                round: n,
                name,
                path: folder.replace(/[。.]$/, ''),
              }
              possible.add(rendered(chairFor('roundtable', lang), {id, slots}))
            }
          }
        }
      }
      let found = 0
      for (const [at, line] of all.entries()) {
        if (!line.startsWith(`${chair}  `)) continue
        const rest = all.slice(at + 1)
        const more = rest.slice(
          0,
          rest.findIndex(next => !next.startsWith('      ')),
        )
        const text = [line.slice(chair.length + 2), ...more.map(next => next.slice(6))].join('\n')
        expect([...possible]).toContain(text)
        found++
      }
      expect(found).toBeGreaterThan(7)
    })

    it('in the prompts: the message templates with topic, participants, rounds, and what is fenced', async () => {
      const exported = await runCli(['export', onlyMeeting(place), '--prompts', '--json'], {place})
      expect(exported.code).toBe(0)
      const set = promptTemplates(lang)
      const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      const asPattern = (template: string, slots: Record<string, string>): string =>
        template
          .split(/\{(\w+)\}/)
          .map((part, at) => (at % 2 ? (slots[part] ?? '(?!)') : quoted(part)))
          .join('')
      const participants = meeting.seats
        .map(({name, title}) => (lang === 'zh' ? `- ${name}：${title}` : `- ${name}: ${title}`))
        .join('\n')
      const name = `(?:${meeting.seats.map(seat => quoted(seat.name)).join('|')})`
      const when = `(?:${asPattern(set['when.opening'] ?? '', {})}|${asPattern(set['when.round'] ?? '', {round: '\\d+'})})`
      let checked = 0
      for (const line of exported.stdout.trimEnd().split('\n')) {
        const {rebuilt, key, seq} = JSON.parse(line) as SentPrompt
        const start = log[seq - 1]
        const nonce = start?.type === 'turn.started' ? start.nonce : ''
        const fenced = `<<<${nonce}\\n[\\s\\S]*?\\n${nonce}>>>`
        const relay = ['relay.now', 'relay.earlier'].map(id => asPattern(set[id] ?? '', {name, when, speech: fenced})).join('|')
        const extra = `(?:${asPattern(set.word ?? '', {word: fenced})}|${quoted(set.reminder ?? '')})`
        const slots = {
          topic: quoted(topics[lang]),
          participants: quoted(participants),
          round: '\\d+',
          relay: `(?:${relay})`,
          extras: `(?:\\n${extra}(?:\\n\\n${extra})*\\n)?`,
        }
        const whole = ['opening', 'response', 'response.alone', 'closing']
          .map(id => `^${asPattern(set[id] ?? '', slots)}$`)
          .join('|')
        expect(rebuilt?.prompt, key).toMatch(new RegExp(whole))
        checked++
      }
      expect(checked).toBe(ofType(log, 'turn.started').length)
    })
  },
)
