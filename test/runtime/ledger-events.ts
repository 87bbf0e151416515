import type {MeetingEvent} from '../../source/core/events.ts'

/** One event of every type, with every optional field. */
const MEETING_EVENTS: readonly MeetingEvent[] = [
  {
    type: 'meeting.opened',
    meeting: {
      id: 'm1',
      program: '0.1.0',
      protocol: {id: 'roundtable', version: 1},
      topic: '人工智能会不会取代程序员',
      lang: 'zh',
      seats: [
        {
          id: 'marx',
          name: '马克思',
          title: '哲学家',
          avatar: '🧔',
          color: 'red',
          persona: {id: 'marx', source: 'built-in', lang: 'zh', sha256: 'ab'.repeat(32), body: '# 马克思\n'},
          provider: 'rehearsal',
          model: 'none',
        },
      ],
      recorder: {provider: 'rehearsal', model: 'none'},
      rehearsal: true,
      options: {rounds: 2, seed: 7},
      date: '2026-03-01',
      folder: 'transcripts/2026-03-01-0905-x',
      templates: {chair: {open: '开会'}, prompts: {opening: '{topic}'}},
      secret: '00ff',
    },
  },
  {type: 'phase.entered', key: 'phase-round-1', phase: 'round', round: 1},
  {type: 'chair.said', key: 'chair-1', line: {id: 'open', slots: {topic: 'x', rounds: 2}}},
  {
    type: 'turn.started',
    key: 'opening/marx',
    attempt: 1,
    who: 'marx',
    batch: 'b1',
    heard: [1, 2],
    view: 'session',
    nonce: 'n0',
    promptSha256: 'cd'.repeat(32),
    systemSha256: 'ef'.repeat(32),
  },
  {
    type: 'turn.finished',
    key: 'opening/marx',
    attempt: 1,
    who: 'marx',
    text: 'a line\nand "quotes" \\ and U+2028 \u2028 and U+2029 \u2029 and 🪑 and ,"sum":"0123456789abcdef"}',
    session: 's1',
    usage: {inputTokens: 10, outputTokens: 20, costUsd: 0.001},
    data: {verdict: 'yes', list: [1, null, {}]},
    warnings: ['late'],
  },
  {
    type: 'turn.failed',
    key: 'opening/mao',
    attempt: 1,
    who: 'mao',
    fault: {code: 'timeout', message: 'no answer', hint: 'retry', retryable: true},
    partial: 'half a sen',
  },
  {type: 'turn.skipped', key: 'opening/mao', who: 'mao', reason: 'skipped'},
  {type: 'user.said', text: '继续', wish: 'continue'},
  {type: 'user.withdrew', said: 8},
  {type: 'floor.heard', key: 'before-round-1', upTo: 9, heard: {wish: 'continue', more: 1, remind: true}},
  {type: 'seat.changed', who: 'mao', provider: 'claude', model: 'm', reason: 'no answer'},
  {type: 'noted', key: 'selection', note: {members: ['a', 'b']}},
  {type: 'meeting.closed', outcome: {how: 'complete', rounds: 2}},
]

export const AT = '2026-03-01T09:05:00.000Z'

/** `count` events that begin as a meeting does and go on as one might. */
export const someEvents = (count: number): readonly MeetingEvent[] =>
  Array.from({length: count}, (_, n) => MEETING_EVENTS[n % MEETING_EVENTS.length] ?? expectNever())

function expectNever(): never {
  throw new Error('no events')
}

/** One of each type at least. */
export const ALL_EVENTS: readonly MeetingEvent[] = [
  ...MEETING_EVENTS,
  {type: 'seat.muted', who: 'marx'},
  {type: 'turn.reopened', key: 'opening:marx', who: 'marx'},
]
