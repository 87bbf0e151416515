import {createHash} from 'node:crypto'
import {afterAll, beforeAll, expect, it} from 'vitest'
import type {Meeting, Stamped} from '../../source/core/events.ts'
import {eventsOf, ledgerOf, makePlace, onlyMeeting, type Ran, readIn, runCli} from '../support/cli.ts'

const place = makePlace()
let ran: Ran
let ledger: readonly Stamped[]
let meeting: Meeting

const args = '--topic 人工智能会不会取代程序员 --with 马克思,毛泽东 --rounds 2 --provider rehearsal --auto --json'.split(' ')
const [M, Z] = ['marx-perspective', 'mao-zedong-perspective']

beforeAll(async () => {
  ran = await runCli(['meet', ...args], {place})
  ledger = ledgerOf(onlyMeeting(place))
  const [opened] = ledger
  if (opened?.type !== 'meeting.opened') throw new Error(ran.stderr)
  meeting = opened.meeting
})
afterAll(place.remove)

const all = <T extends Stamped['type']>(type: T) => ledger.filter((event): event is Stamped & {type: T} => event.type === type)
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

it('the speeches come in the order M Z | Z M | M Z | Z M, each in its phase and as long as it has to be', () => {
  expect(ran.code).toBe(0)
  const spoken = all('turn.finished').map(({key, who}) => [key.split(':')[0], who])
  expect(spoken).toEqual([
    ...[
      ['opening', M],
      ['opening', Z],
    ],
    ...[
      ['round-1', Z],
      ['round-1', M],
    ],
    ...[
      ['round-2', M],
      ['round-2', Z],
    ],
    ...[
      ['closing', Z],
      ['closing', M],
    ],
  ])
  const bounds: Readonly<Record<string, readonly [number, number]>> = {opening: [300, 800], closing: [200, 400]}
  for (const {key, text} of all('turn.finished')) {
    const [least, most] = bounds[key.split(':')[0] ?? ''] ?? [200, 600]
    const length = [...text.replace(/\s/g, '')].length
    expect(length, key).toBeGreaterThanOrEqual(least)
    expect([...text].length, key).toBeLessThanOrEqual(most)
  }
})

it('standard output is the ledger, event for event, with deltas between, and ends with the records', () => {
  const shown = ran.stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const stored = shown.filter(event => event.type !== 'turn.delta' && event.type !== 'records.written')
  // Of a session only the ends are told.
  const told = (event: object) => Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'sum' && key !== 'session'))
  expect(stored.map(told)).toEqual(ledger.map(told))
  const {type, dir, files} = shown.at(-1)
  expect({type, dir}).toEqual({type: 'records.written', dir: onlyMeeting(place)})
  expect(files).toEqual(['transcript.md', 'summary.md', 'outline.md'].map(name => `${dir}/${name}`))
  const spoken = new Map<string, string>()
  for (const event of eventsOf(ran.stdout)) {
    if (event.type === 'turn.delta') spoken.set(event.key, (spoken.get(event.key) ?? '') + event.text)
  }
  expect([...spoken]).toEqual(all('turn.finished').map(({key, text}) => [key, text]))
})

/** The handed-over speeches as the seed's rule gives them, worked out here without the program. */
function dueRelays(): Map<string, {seq: number; text: string; who: string; justNow: boolean; round: number}[]> {
  const due = new Map<string, {seq: number; text: string; who: string; justNow: boolean; round: number}[]>()
  const said: {seq: number; text: string; who: string; round: number}[] = []
  const handed = new Map<string, Set<number>>([M, Z].map(who => [who, new Set()]))
  let round = 0
  for (const event of ledger) {
    if (event.type === 'phase.entered') round = event.round ?? 0
    if (event.type === 'turn.started') {
      const discussing = event.key.startsWith('round-')
      const last = said.filter(s => s.who !== event.who && !handed.get(event.who)?.has(s.seq)).at(-1)
      due.set(event.key, discussing && last ? [{...last, justNow: said.at(-1) === last}] : [])
      if (discussing && last) handed.get(event.who)?.add(last.seq)
    }
    if (event.type === 'turn.finished') said.push({...event, round})
  }
  return due
}

it('each relay is a speech by the other that its hearer had not been handed before', () => {
  const due = dueRelays()
  const heard = all('turn.started').map(({key, heard: seqs}) => [key, seqs])
  expect(heard).toEqual([...due].map(([key, relays]) => [key, relays.map(relay => relay.seq)]))
  // At the turn of a round the first speaker hears what is older; after M Z | Z M | M Z the labels are these.
  expect(
    [...due].flatMap(([key, relays]) => relays.map(relay => `${key.split(':')[0]} ${relay.justNow ? '刚才' : '此前'}`)),
  ).toEqual([...['round-1 此前', 'round-1 刚才', 'round-2 此前', 'round-2 刚才']])
})

it('every prompt, rebuilt here from the ledger with its templates, nonce and fences, has the hash of the bytes that were sent', () => {
  const due = dueRelays()
  const {prompts} = meeting.templates
  const put = (id: string, slots: Record<string, string | number>) =>
    (prompts[id] ?? '')
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 ? String(slots[part]) : part))
      .join('')
  const nameOf = new Map(meeting.seats.map(seat => [seat.id, seat.name]))
  const participants = meeting.seats.map(({name, title}) => `- ${name}：${title}`).join('\n')
  for (const {key, who, nonce, promptSha256, systemSha256} of all('turn.started')) {
    const relays = due.get(key) ?? []
    const [part = ''] = key.split(':')
    const round = Number(part.split('-')[1] ?? 0)
    const relay = relays.map(({who: from, text, justNow, round: when}) => {
      expect(text).not.toContain(nonce)
      const label = justNow ? '刚才 ' : `此前（${when ? `第 ${when} 轮` : '开场发言'}）`
      return `${label}**${nameOf.get(from)}** 说：\n\n"\n<<<${nonce}\n${text}\n${nonce}>>>\n"`
    })
    const template = part.startsWith('round') ? 'response' : part
    const prompt = put(template, {topic: meeting.topic, participants, round, relay: relay.join('\n\n'), extras: ''})
    expect(sha256(prompt), `${key}\n${prompt}`).toBe(promptSha256)
    const seat = meeting.seats.find(({id}) => id === who)
    const body = seat?.persona.body ?? ''
    const mark = sha256(body).slice(0, 16)
    const system = put('seat', {name: seat?.name ?? '', persona: `<<<${mark}\n${body}\n${mark}>>>`})
    expect(sha256(system), key).toBe(systemSha256)
  }
})

it('the transcript labels a reply with what was handed over', () => {
  const labels = [...readIn(onlyMeeting(place), 'transcript.md').matchAll(/^\*\*\[(.+?)\]\*\*(.*)$/gm)].map(m =>
    m.slice(1, 3).join(''),
  )
  expect(labels).toEqual([
    ...['马克思', '毛泽东', '毛泽东（回应马克思的开场发言）', '马克思（回应毛泽东的回应）'],
    ...['马克思（回应毛泽东的开场发言）', '毛泽东（回应马克思的回应）', '毛泽东', '马克思'],
  ])
})

it('verify agrees, in both languages', async () => {
  const folder = onlyMeeting(place)
  const [zh, en] = await Promise.all(['zh', 'en'].map(lang => runCli(['verify', folder, '--ui-lang', lang], {place})))
  expect([zh?.code, en?.code]).toEqual([0, 0])
  expect(zh?.stdout).toMatch(/^(?:✓ .+\n)+\n\d+ 项全部成立/)
  expect(en?.stdout).toMatch(/^(?:✓ .+\n)+\n(?:All|\d).*claims/)
})
