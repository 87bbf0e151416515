import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {chairText} from '../../source/core/chair.ts'
import type {ChairLine, TemplateSet} from '../../source/core/events.ts'
import {atFailure, atPause, converse, type Line, makePlace, onlyMeeting, readIn, runCli, startCli} from '../support/cli.ts'
import {forgery, type Raw, rawEvents, renumbered, sealed} from '../support/tamper.ts'

const place = makePlace()
let forged: ReturnType<typeof forgery>
let events: Raw[]

// A meeting with everything a person can do to one: words, a reminder, a round more, commands, and a voice that fails.
const script = {
  turns: [
    {who: '马克思', text: '机器先在账本上出现，然后才在车间里出现。\n第二行说的是工资。'},
    {who: '毛泽东', text: '先去问写程序的人，再来写结论。'},
    {who: '毛泽东', text: '说到一半', fail: {code: 'timeout', message: '没有下文'}},
  ],
  default: {text: '同一句话，换一个人来说，意思就不同了。'},
}
const said: readonly Line[] = [
  [atPause, '外包公司怎么办？', '提醒', '继续'],
  [atFailure, '重试'],
  [atPause, '再来一轮'],
  [atPause, '结语前的一句', '继续'],
]

beforeAll(async () => {
  place.write('script.json', JSON.stringify(script))
  const args = [
    'meet',
    '--topic',
    '人工智能会不会取代程序员',
    '--with',
    '马克思,毛泽东',
    '--rounds',
    '1',
    '--provider',
    'script:script.json',
  ]
  const ran = await converse(startCli([...args, '--json'], {place}), said)
  if (ran.code !== 0) throw new Error(ran.stderr + ran.stdout.slice(-2000))
  const folder = onlyMeeting(place)
  const ledger = readIn(folder, 'meeting.jsonl')
  events = rawEvents(ledger)
  forged = forgery(folder, ledger)
})
afterAll(() => {
  forged?.remove()
  place.remove()
})

const indexes = (type: string) => events.flatMap((event, index) => (event.type === type ? [index] : []))
const changed = (at: number, more: Raw) => events.map((event, index) => (index === at ? {...event, ...more} : event))
const seqAt = (at: number) => `#${events[at]?.seq}`
/** One character, somewhere in the middle, becomes another of as many bytes. */
function oneByte(text: string): string {
  const at = Math.floor(text.length / 2)
  const unit = text.charAt(at)
  const other = String.fromCharCode(unit.charCodeAt(0) ^ 1)
  return text.slice(0, at) + other + text.slice(at + 1)
}

it('the true meeting holds, claim by claim', async () => {
  expect(await forged.judge()).toMatchObject({code: 0, wrong: []})
  expect(indexes('turn.finished')).toHaveLength(8)
  expect(indexes('turn.failed')).toHaveLength(1)
})

describe('one byte changed in the ledger, its checksum made right, is found and named', () => {
  it('of any speech, the closing ones too, and of what a failed turn had said', async () => {
    for (const at of [...indexes('turn.finished'), ...indexes('turn.failed')]) {
      const field = events[at]?.type === 'turn.failed' ? 'partial' : 'text'
      const {code, wrong} = await forged.withLedger(changed(at, {[field]: oneByte(String(events[at]?.[field]))}))
      expect(code).toBe(1)
      const named = wrong.filter(line => line.includes(seqAt(at)))
      expect(
        named.find(line => /transcript\.md 第 \d+ 行/.test(line)),
        `${seqAt(at)}\n${wrong.join('\n')}`,
      ).toBeTruthy()
      // Whoever was handed it got other bytes, and the relay says so.
      const hearers = events.filter(event => event.type === 'turn.started' && (event.heard as number[]).includes(at + 1))
      expect(wrong.filter(line => line.includes(`#${at + 1} `) && /提示词|逐字|原话/.test(line)).length).toBeGreaterThanOrEqual(
        hearers.length,
      )
    }
  })

  it('of any word of the person', async () => {
    for (const at of indexes('user.said')) {
      const {code, wrong} = await forged.withLedger(changed(at, {text: oneByte(String(events[at]?.text))}))
      expect(code, seqAt(at)).toBe(1)
      expect(
        wrong.some(line => line.includes(seqAt(at))),
        wrong.join('\n'),
      ).toBe(true)
    }
  })

  it('of any number of what was heard', async () => {
    for (const at of indexes('turn.started')) {
      const heard = events[at]?.heard as number[]
      for (const wrongly of [
        ...heard.map((_, n) => heard.map((seq, m) => (m === n ? seq - 1 : seq))),
        [...heard, 2],
        heard.slice(1),
      ]) {
        if (JSON.stringify(wrongly) === JSON.stringify(heard)) continue
        const {code, wrong} = await forged.withLedger(changed(at, {heard: wrongly}))
        expect(code).toBe(1)
        expect(
          wrong.some(line => line.startsWith(`✗ ${seqAt(at)} `)),
          `${seqAt(at)}\n${wrong.join('\n')}`,
        ).toBe(true)
      }
    }
  })

  it('of any hash, nonce or view of a prompt', async () => {
    for (const at of indexes('turn.started')) {
      const start = events[at]
      for (const field of ['promptSha256', 'systemSha256', 'nonce']) {
        const {code, wrong} = await forged.withLedger(
          changed(at, {[field]: `${start?.[field]}`.replace(/.$/, end => (end === '0' ? '1' : '0'))}),
        )
        expect(code, `${field} of ${seqAt(at)}`).toBe(1)
        expect(wrong.some(line => line.startsWith(`✗ ${seqAt(at)}`))).toBe(true)
      }
    }
  })

  it('of any slot of a chair line, and of its template', async () => {
    const {chair} = (events[0] as {meeting: {templates: {chair: TemplateSet}}}).meeting.templates
    for (const at of indexes('chair.said')) {
      const line = events[at]?.line as ChairLine
      const told = Object.entries(line.slots).map(([name, value]) => ({
        ...line,
        slots: {...line.slots, [name]: typeof value === 'number' ? value + 1 : oneByte(value)},
      }))
      const others = Object.keys(chair).filter(
        id => id !== line.id && chairText(chair, {id: line.id, slots: line.slots}) !== chair[id],
      )
      for (const wrongly of [...told, {...line, id: others[0] ?? ''}]) {
        const {code, wrong} = await forged.withLedger(changed(at, {line: wrongly}))
        expect(code).toBe(1)
        expect(
          wrong.some(text => text.includes(seqAt(at))),
          `${seqAt(at)}\n${wrong.join('\n')}`,
        ).toBe(true)
      }
    }
  })

  it('of a persona, with its hash and without, and of every template', async () => {
    const [opened] = events
    const meeting = opened?.meeting as {
      seats: {persona: {body: string; sha256: string}}[]
      templates: Record<string, Record<string, string>>
    }
    for (const n of meeting.seats.keys()) {
      const seats = meeting.seats.map((seat, at) =>
        at === n ? {...seat, persona: {...seat.persona, body: oneByte(seat.persona.body)}} : seat,
      )
      const {code, wrong} = await forged.withLedger(changed(0, {meeting: {...meeting, seats}}))
      expect(code).toBe(1)
      expect(wrong.some(line => line.startsWith('✗ #1 ') && line.includes('人物文本'))).toBe(true)
    }
    const used = new Set([...events].flatMap(event => (event.type === 'chair.said' ? [(event.line as ChairLine).id] : [])))
    for (const id of used) {
      const chair = {...meeting.templates.chair, [id]: oneByte(meeting.templates.chair?.[id] ?? '')}
      const {code} = await forged.withLedger(changed(0, {meeting: {...meeting, templates: {...meeting.templates, chair}}}))
      expect(code, id).toBe(1)
    }
  })
})

it('an event removed, doubled or swapped with the next is found, even when the numbers are made right', async () => {
  for (const at of events.keys()) {
    const without = renumbered(events.filter((_, index) => index !== at))
    const doubled = renumbered(events.flatMap((event, index) => (index === at ? [event, event] : [event])))
    const swapped = renumbered(
      events.map((event, index) => (index === at ? events[at + 1] : index === at + 1 ? events[at] : event) ?? event),
    )
    for (const [what, list] of Object.entries({without, doubled, ...(at + 1 < events.length ? {swapped} : {})})) {
      const {code, wrong, text} = await forged.withLedger(list)
      expect(code, `${what} ${seqAt(at)} ${events[at]?.type}`).toBe(1)
      if (at > 0 || what === 'doubled') expect(wrong.length, text).toBeGreaterThan(0)
    }
  }
})

it('an event removed, doubled or swapped under its old number is damage, named by its line', async () => {
  const at = 7
  for (const list of [
    events.filter((_, index) => index !== at),
    events.flatMap((event, index) => (index === at ? [event, event] : [event])),
  ]) {
    const {code, text} = await forged.withLedger(list)
    expect(code).toBe(1)
    expect(text).toMatch(/第 (?:8|9) 行损坏（序号不连续）/)
  }
})

it('one byte of transcript.md, summary.md or outline.md is found, with its line', async () => {
  for (const name of ['transcript.md', 'summary.md', 'outline.md']) {
    const path = join(forged.folder, name)
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; at += 37) {
      const wrongly = Buffer.from(bytes)
      wrongly[at] = (wrongly[at] ?? 0) ^ 1
      writeFileSync(path, wrongly)
      const {code, wrong} = await forged.judge()
      const line = bytes.subarray(0, at).filter(byte => byte === 10).length + 1
      expect(code).toBe(1)
      expect(wrong).toHaveLength(1)
      expect(wrong[0]).toContain(`${name} 第 ${line} 行`)
    }
    for (const wrongly of [
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.from('\n')]),
      Buffer.concat([Buffer.from('\ufeff'), bytes]),
    ]) {
      writeFileSync(path, wrongly)
      expect((await forged.judge()).code).toBe(1)
    }
    writeFileSync(path, bytes)
  }
})

it('of the transcript the event is named that the line is of', async () => {
  const path = join(forged.folder, 'transcript.md')
  const text = readFileSync(path, 'utf8')
  for (const at of indexes('turn.finished')) {
    const said = String(events[at]?.text)
    const first = text.indexOf(said.split('\n')[0] ?? '')
    if (text.indexOf(said.split('\n')[0] ?? '', first + 1) >= 0) continue
    writeFileSync(path, text.slice(0, first) + oneByte(said.slice(0, 6)) + text.slice(first + 6))
    const {wrong} = await forged.judge()
    expect(wrong.join('\n')).toMatch(new RegExp(`transcript\\.md 第 \\d+ 行与账本 ${seqAt(at)} `))
  }
  writeFileSync(path, text)
})

it('a template taken out of the ledger is named, and nothing is rewritten', async () => {
  const [opened, ...rest] = structuredClone(events) as [Raw & {meeting: {templates: {prompts: Record<string, string>}}}, ...Raw[]]
  delete opened.meeting.templates.prompts.opening
  const folder = join(place.cwd, 'without-a-template')
  mkdirSync(folder)
  writeFileSync(join(folder, 'meeting.jsonl'), [opened, ...rest].map(event => `${sealed(event)}\n`).join(''))
  for (const command of [['verify'], ['export', '--prompts']]) {
    const {code, stderr} = await runCli([...command, folder], {place})
    expect(stderr).toContain('「opening」')
    expect(code).toBe(1)
  }
  expect(readdirSync(folder)).toEqual(['meeting.jsonl'])
})
