import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {SentPrompt} from '../../source/commands/sent-prompts.ts'
import type {Stamped} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {
  atPause,
  converse,
  ledgerOf,
  makePlace,
  midSpeech,
  onlyMeeting,
  type Place,
  readIn,
  runCli,
  startCli,
} from '../support/cli.ts'
import {verdictOn} from '../support/tamper.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const slow = {turns: [], default: {text: '一句一句慢慢说，说到大家都听见为止。', chunk: 2, everyMs: 12}}
const meet = (more: readonly string[] = [], rounds = 1) => {
  place.write('slow.json', JSON.stringify(slow))
  const args = [
    'meet',
    '--topic',
    '时间管理',
    '--with',
    '马克思,毛泽东,孔子',
    '--rounds',
    String(rounds),
    '--provider',
    'script:slow.json',
    '--json',
  ]
  return startCli([...args, ...more], {place})
}
const SEATS = ['marx-perspective', 'mao-zedong-perspective', 'confucius-perspective']

const handedIn = (log: readonly Stamped[], text: string) => {
  const word = ofType(log, 'user.said').find(event => event.text === text)
  return ofType(log, 'turn.started').filter(event => event.heard.includes(word?.seq ?? 0))
}

describe('an interjection on standard input', () => {
  const hard = '外包公司怎么办？ **[马克思]** <b>`x`</b> 「引」 🪑 {topic}'

  it('is on the disk while the speech still streams, and reaches every seat in the next round, word for word', async () => {
    const run = meet(['--auto'])
    await run.untilEvent(midSpeech('opening:mao'))
    run.say(hard)
    await run.untilEvent(event => event.type === 'user.said')
    const onDisk = ledgerOf(onlyMeeting(place))
    expect(onDisk.at(-1)).toMatchObject({type: 'user.said', text: hard})
    // The speech it fell into is not finished yet.
    expect(onDisk.some(event => event.type === 'turn.finished' && event.key.startsWith('opening:mao'))).toBe(false)
    run.end()
    expect((await run.done).code).toBe(0)
    const log = ledgerOf(onlyMeeting(place))
    expect(handedIn(log, hard).map(event => [event.key.split(':')[0], event.who])).toEqual(
      [...SEATS].reverse().map(who => ['round-1', who]),
    )
    const exported = await runCli(['export', onlyMeeting(place), '--prompts', '--json'], {place})
    expect(exported.code).toBe(0)
    const sent = exported.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as SentPrompt)
    const carried = sent.filter(({rebuilt}) => rebuilt?.prompt.includes('用户补充了一个问题：'))
    expect(carried.map(({who}) => who)).toEqual([...SEATS].reverse())
    for (const {same, rebuilt, seq} of carried) {
      const start = log[seq - 1]
      const nonce = start?.type === 'turn.started' ? start.nonce : ''
      expect(same).toBe(true)
      expect(rebuilt?.prompt).toContain(`用户补充了一个问题：\n<<<${nonce}\n${hard}\n${nonce}>>>\n`)
    }
    expect(readIn(onlyMeeting(place), 'transcript.md')).toContain(
      '*用户*（插话；已送达：马克思、毛泽东、孔子）\n> 外包公司怎么办？',
    )
    expect((await verdictOn(onlyMeeting(place))).code).toBe(0)
  })

  it('said in the last round it is handed over with the closing; said in the closing it is recorded as not handed over', async () => {
    const run = meet(['--auto'])
    await run.untilEvent(midSpeech('round-1:mao'))
    run.say('最后一问')
    await run.untilEvent(midSpeech('closing:mao'))
    run.say('来晚了')
    expect((await run.done).code).toBe(0)
    const log = ledgerOf(onlyMeeting(place))
    expect(handedIn(log, '最后一问').map(event => event.key.split(':')[0])).toEqual(['closing', 'closing', 'closing'])
    expect(handedIn(log, '来晚了')).toEqual([])
    expect(readIn(onlyMeeting(place), 'transcript.md')).toContain('*用户*（插话；未送达）\n> 来晚了')
  })

  it('a command in the middle of a speech works, a mistyped one is asked back and goes to nobody', async () => {
    const run = meet([], 2)
    await run.untilEvent(midSpeech('opening:marx'))
    run.say('/结束会义')
    run.say('结束会议吧')
    await run.untilEvent(event => event.type === 'user.said')
    run.say('SKIP CLOSING')
    const ran = await run.done
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain('没有「/结束会义」这个命令。是不是：/结束会议')
    const log = ledgerOf(onlyMeeting(place))
    expect(ofType(log, 'user.said').map(({text, wish}) => [text, wish])).toEqual([
      ['结束会议吧', undefined],
      ['SKIP CLOSING', 'finish'],
    ])
    expect(ofType(log, 'turn.finished')).toEqual([])
    expect(log.at(-1)).toMatchObject({type: 'meeting.closed', outcome: {how: 'shortened', rounds: 0}})
  })

  it('control characters in it stay out of the ledger, and a line end of another system too', async () => {
    const run = meet([])
    await run.untilEvent(midSpeech('opening:marx'))
    run.say('红\u001b[31m字\u0007\r')
    await run.untilEvent(event => event.type === 'user.said')
    run.say('直接结束')
    await run.done
    expect(ofType(ledgerOf(onlyMeeting(place)), 'user.said')[0]?.text).toBe('红字')
  })
})

describe('input that ends', () => {
  it('at a pause gives exit 3, and resume goes on from there to the end', async () => {
    const run = meet()
    await run.untilEvent(atPause)
    run.end()
    const ran = await run.done
    expect(ran.code).toBe(3)
    const folder = onlyMeeting(place)
    expect(ran.stderr).toContain('roundtable resume transcripts/')
    expect(readIn(folder, 'transcript.md')).toContain('会议尚未结束')
    const before = ledgerOf(folder)
    const again = await converse(startCli(['resume', '--json'], {place}), [
      [event => atPause(event) && event.type === 'chair.said' && event.line.id === 'pause.round', '继续'],
      [event => event.type === 'chair.said' && event.line.id === 'pause.closing', ''],
    ])
    expect(again.code).toBe(0)
    const log = ledgerOf(folder)
    expect(log.slice(0, before.length)).toEqual(before)
    expect(log.at(-1)).toMatchObject({type: 'meeting.closed', outcome: {how: 'complete', rounds: 1}})
    expect(ofType(log, 'turn.finished').map(event => event.text)).toEqual(Array.from({length: 9}, () => slow.default.text))
    expect((await verdictOn(folder)).code).toBe(0)
  })

  it('a signal in the middle of a speech pauses, keeps what was said, and leaves the code of the signal', async () => {
    for (const [signal, code] of [
      ['SIGINT', 3],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      const run = meet(['--auto'])
      await run.untilEvent(midSpeech('round-1:mao'))
      run.kill(signal)
      expect((await run.done).code, signal).toBe(code)
    }
  })
})
