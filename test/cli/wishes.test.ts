import {describe, expect, it} from 'vitest'
import type {LiveEvent, Stamped, Wish} from '../../source/core/events.ts'
import {words} from '../../source/core/selectors.ts'
import {ofType} from '../../source/core/state.ts'
import {wishWords} from '../../source/core/wishes.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {type MeetingRun, runMeeting} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {memoryJournal, testMeeting} from '../support/meeting.ts'

const LONG = 3
const voice: Provider = {
  id: 'fake',
  remembers: true,
  records: false,
  check: async () => ({ok: true, detail: ''}),
  async *ask({who, turn}) {
    const parts = Array.from({length: LONG}, (_, n) => `${who.name} ${turn.key} ${n}。`)
    for (const delta of parts) {
      await null
      yield {type: 'text', delta}
    }
    yield {type: 'done', text: parts.join('')}
  },
}

type Moment = {
  readonly name: string
  readonly when: (event: LiveEvent, run: MeetingRun) => boolean
  readonly part: string
  readonly pause: boolean
}

const mid = (part: string, who: string): Moment => {
  const key = `${part}:${who}`
  return {name: `in the middle of ${key}`, part, pause: false, when: event => event.type === 'turn.delta' && event.key === key}
}
const pauseAt = (id: string, part: string): Moment => ({
  name: `at the pause ${id}`,
  part,
  pause: true,
  when: event => event.type === 'chair.said' && event.line.id === id,
})
const opening = mid('opening', 'a')
const discussion = mid('round-1', 'b')
const closing = mid('closing', 'b')
const beforeRound = pauseAt('pause.round', 'opening')
const beforeClosing = pauseAt('pause.closing', 'round-1')
const moments = [opening, discussion, closing, beforeRound, beforeClosing]

/** Two seats, one round; the person says `line` once, at the moment, and else 「继续」 at each pause where nothing is left to do. */
async function hold(moment: Moment, line: string, lang: 'zh' | 'en') {
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting: testMeeting({rounds: 1, lang})})
  let said = false
  let pauses = 0
  const run = runMeeting({
    protocol: roundtable,
    journal,
    auto: false,
    voice: () => voice,
    show: event => {
      if (said || !moment.when(event, run)) return
      said = true
      // At a pause the line comes once the meeting waits.
      queueMicrotask(() => queueMicrotask(() => run.say(line)))
    },
    onWaiting: waiting => {
      if (!waiting) return
      pauses++
      setTimeout(() => run.say('继续'), 1)
    },
  })
  const end = await run.done
  expect(said).toBe(true)
  expect(verifyMeeting(roundtable, journal.events).filter(check => !check.ok)).toEqual([])
  const log: readonly Stamped[] = journal.events
  const word = ofType(log, 'user.said').find(event => event.text === line)
  return {
    end,
    log,
    word,
    pauses,
    spoken: ofType(log, 'turn.finished').map(event => event.key),
    after: log.slice(word?.seq ?? 0),
    interjections: words(run.state()).map(event => event.text),
  }
}
type Held = Awaited<ReturnType<typeof hold>>

const WHOLE = ['opening:a', 'opening:b', 'round-1:b', 'round-1:a', 'closing:b', 'closing:a']
const current: Readonly<Record<string, string>> = {opening: 'opening:a', 'round-1': 'round-1:b', closing: 'closing:b'}
const upTo = (key: string) => WHOLE.slice(0, WHOLE.indexOf(key) + 1)
const CLOSING = ['closing:b', 'closing:a']

/** What DESIGN.md, section 4, says of each wish. */
const means: Readonly<Record<Wish, (held: Held, moment: Moment) => void>> = {
  continue: ({spoken, pauses}, moment) => {
    expect(spoken).toEqual(WHOLE)
    // Said in the middle of a speech it stands until the next pause, which is none then.
    if (!moment.pause) expect(pauses).toBe(moment === closing ? 2 : 1)
  },
  conclude: ({spoken, end}, moment) => {
    if (moment === closing) {
      expect(spoken.slice(0, 5)).toEqual(upTo('closing:b'))
      return
    }
    const before = moment.pause ? upTo(moment === beforeRound ? 'opening:b' : 'round-1:a') : upTo(current[moment.part] ?? '')
    expect(spoken).toEqual([...before, ...CLOSING])
    expect(end).toMatchObject({how: 'closed', outcome: {how: moment === beforeClosing ? 'complete' : 'shortened'}})
  },
  finish: ({spoken, after, end}, moment) => {
    const before = moment.pause
      ? upTo(moment === beforeRound ? 'opening:b' : 'round-1:a')
      : upTo(current[moment.part] ?? '').slice(0, -1)
    expect(spoken).toEqual(before)
    if (!moment.pause) {
      const [failed] = ofType(after, 'turn.failed')
      expect(failed).toMatchObject({key: current[moment.part], fault: {code: 'aborted'}})
      expect(failed?.partial?.length).toBeGreaterThan(0)
    }
    expect(ofType(after, 'phase.entered').map(event => event.phase)).toEqual(['recording'])
    expect(end).toMatchObject({how: 'closed', outcome: {how: 'shortened'}})
  },
  more: ({spoken, log, end}, moment) => {
    if (moment === closing) return
    expect(spoken).toEqual([...WHOLE.slice(0, 4), 'round-2:a', 'round-2:b', ...CLOSING])
    expect(ofType(log, 'chair.said').filter(event => event.line.id === 'rounds.now')).toMatchObject([
      {line: {slots: {rounds: 2}}},
    ])
    expect(end).toMatchObject({outcome: {how: 'complete', rounds: 2}})
  },
  remind: ({spoken, log}) => {
    expect(spoken).toEqual(WHOLE)
    const reminders = ofType(log, 'chair.said').filter(event => event.line.id === 'reminder')
    expect(reminders).toMatchObject([{line: {id: 'reminder', slots: {}}}])
    const next = ofType(log, 'turn.started').find(event => event.seq > (reminders[0]?.seq ?? 0))
    const handed = ofType(log, 'turn.started').filter(event => event.heard.includes(reminders[0]?.seq ?? 0))
    expect(handed.map(event => event.key)).toEqual(next ? [next.key] : [])
  },
  skip: ({spoken, after}, moment) => {
    const key = moment.pause ? '' : current[moment.part]
    expect(spoken).toEqual(WHOLE.filter(other => other !== key))
    expect(ofType(after, 'turn.skipped')).toMatchObject(key ? [{key, reason: 'skipped'}] : [])
  },
  // Nothing is in trouble here, so there is nothing to do again.
  retry: ({spoken}) => expect(spoken).toEqual(WHOLE),
  pause: ({end, after}, moment) => {
    expect(end).toEqual({how: 'paused', why: 'left'})
    if (!moment.pause) expect(ofType(after, 'turn.failed')).toMatchObject([{key: current[moment.part], fault: {code: 'aborted'}}])
    expect(after.some(event => event.type === 'turn.started')).toBe(false)
  },
}

/** Every word of both languages; the first of each also as a slash command and with a full stop, in a meeting of the other language. */
const linesOf = (wish: Wish): (readonly ['zh' | 'en', string])[] =>
  (['zh', 'en'] as const).flatMap(lang =>
    wishWords[wish][lang].flatMap((word, at) => {
      const other = lang === 'zh' ? 'en' : 'zh'
      return [[lang, word] as const, ...(at === 0 ? [[other, `/${word}`] as const, [other, `  ${word}。`] as const] : [])]
    }),
  )

for (const wish of Object.keys(wishWords) as Wish[]) {
  describe(`${wish} is understood in every phase`, () => {
    for (const moment of moments) {
      it(moment.name, async () => {
        for (const [lang, line] of linesOf(wish)) {
          const held = await hold(moment, line, lang)
          expect(held.word, line).toMatchObject({wish})
          expect(held.interjections).toEqual([])
          means[wish](held, moment)
        }
      })
    }
  })
}

it.each([
  '结束会议吧',
  'the end of history',
  '继续努力',
  '跳过这一段行吗',
  'please continue',
  '再来一轮？不，两轮',
  '暂停一下，想想',
])('%s is an interjection, wherever it is said', async line => {
  for (const moment of moments) {
    const {word, interjections, spoken, end} = await hold(moment, line, 'zh')
    expect(word?.wish).toBeUndefined()
    expect(interjections).toEqual([line])
    expect(spoken).toEqual(WHOLE)
    expect(end).toMatchObject({how: 'closed', outcome: {how: 'complete'}})
  }
})

it.each([opening, discussion])('going to the closing, said twice $name, cuts the speech and keeps its text', async moment => {
  for (const lines of ['结束会议', '进入结语', 'end', 'close']) {
    const journal = memoryJournal([])
    journal.append({type: 'meeting.opened', meeting: testMeeting({rounds: 1})})
    let said = false
    const run = runMeeting({
      protocol: roundtable,
      journal,
      auto: true,
      voice: () => voice,
      show: event => {
        if (said || !moment.when(event, run)) return
        said = true
        queueMicrotask(() => [run.say(lines), run.say(lines)])
      },
    })
    await run.done
    expect(ofType(journal.events, 'turn.failed')).toMatchObject([{key: current[moment.part], fault: {code: 'aborted'}}])
    expect(ofType(journal.events, 'turn.finished').map(event => event.key)).toEqual([
      ...upTo(current[moment.part] ?? '').slice(0, -1),
      ...CLOSING,
    ])
  }
})

it('an empty line goes on at a pause and is nothing anywhere else', async () => {
  for (const moment of moments) {
    const {log, spoken} = await hold(moment, '', 'zh')
    expect(
      ofType(log, 'user.said')
        .filter(event => event.text === '')
        .map(event => event.wish),
    ).toEqual(moment.pause ? ['continue'] : [])
    expect(spoken).toEqual(WHOLE)
  }
})
