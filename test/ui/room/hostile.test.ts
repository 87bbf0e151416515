import {expect, test} from 'vitest'
import {dice} from '../../harness/dice.ts'
import {HOSTILE} from '../../support/host.ts'
import {contentFor} from './content.ts'
import {openRoom} from './states.ts'

/** All that may reach the terminal: text, known SGR, places, cursor, the frame's own marks, our own aside. */
const KNOWN = /\x1b\[\?2026[hl]|\x1b\[\?25[hl]|\x1b\[\d+;\d+H|\x1b\[\d+G|\x1b\[(?:\d{1,3};?)*m/g
const foreign = (raw: string) =>
  /[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/.exec(raw.replace(KNOWN, ''))?.[0]

const PARTS = [
  ...HOSTILE,
  '\x1b]52;c;cHduZWQ=\x07',
  '\x1b]8;;http://x\x1b\\link',
  '\x1b[6n',
  '\x1b[?1049l',
  '\x90q\x9c',
  '\ud83d',
  '⚠️❤️👍🏽👩‍👩‍👧‍👦',
  'e\u0301\u0301',
  '中文',
  'plain ',
  '\t',
  '**x',
  '{"a": "',
]

function hostileText(roll: (sides: number) => number): string {
  return Array.from({length: 1 + roll(6)}, () => PARTS[roll(PARTS.length)]).join('')
}

test('no foreign control reaches the terminal from a speech, a name, a topic, a fault, a voice, a path or a file', async () => {
  const roll = dice(4711)
  const zh = contentFor('zh')
  let seen = ''
  for (let round = 0; round < 8; round++) {
    const seats = zh.seats.map(seat => ({...seat, name: `${hostileText(roll)}${seat.id}`, title: hostileText(roll)}))
    const turns = zh.seats.flatMap(seat => [
      {who: seat.id, text: `${hostileText(roll)}${hostileText(roll)}词`, chunk: 1 + roll(3), everyMs: 1},
    ])
    const {glass, live} = openRoom({
      columns: [60, 80, 120][round % 3] ?? 80,
      rows: 24,
      folder: hostileText(roll),
      record: Array.from({length: 30}, () => hostileText(roll)).join('\n'),
      live: {
        seats,
        meeting: {topic: hostileText(roll)},
        voices: [{id: 'rehearsal', label: hostileText(roll)}],
        turns: [
          ...turns,
          {
            who: 'luxun',
            text: 'x',
            fail: {code: 'unknown', message: hostileText(roll), hint: hostileText(roll), retryable: true},
          },
        ],
        default: {text: hostileText(roll) || 'x', everyMs: 1},
      },
    })
    await live.clock.advance(20)
    await glass.settle()
    await live.until('the pause', () => live.waiting()?.for === 'word')
    await glass.settle()
    await glass.paste(hostileText(roll))
    await glass.type('\r')
    await glass.type('继续\r')
    await live.until('a fault', () => live.waiting() !== undefined)
    await glass.settle()
    await glass.type('\x06')
    await glass.type('2')
    await glass.type('\x1b')
    await glass.settle()
    await glass.type('\x12')
    await glass.type('词')
    await glass.type('\x1b')
    await glass.settle()
    await glass.type('3')
    live.say('跳过结语')
    await live.done
    await glass.settle()
    await glass.type('v')
    await glass.tick()
    seen += glass.raw()
    expect(foreign(glass.raw()), JSON.stringify(foreign(glass.raw()))).toBeUndefined()
    expect(glass.copied).toEqual([])
    // Whatever was said, the rules stand where they belong.
    expect(glass.cells().some(row => row.every(({text}) => '─┬┴┼'.includes(text)))).toBe(true)
    glass.app.close()
  }
  // What hides was shown as what it is: the texts did get there.
  expect(seen).toContain('‹U+202E›')
}, 60_000)

test('5,000 hostile texts in words to the table leave nothing foreign on the terminal', async () => {
  const roll = dice(5000)
  const {glass, live} = openRoom({columns: 120, rows: 100})
  await live.clock.advance(1)
  for (let count = 0; count < 1250; count++) {
    live.say(`${Array.from({length: 4}, () => PARTS[roll(PARTS.length)]).join('')}词`)
  }
  await glass.type('\x06')
  await glass.type('\x1b[H')
  for (let page = 0; page < 60; page++) await glass.type('\x1b[6~')
  expect(foreign(glass.raw())).toBeUndefined()
  expect(glass.copied).toEqual([])
  expect(glass.raw().split('词').length).toBeGreaterThan(1000)
  glass.app.close()
}, 60_000)
