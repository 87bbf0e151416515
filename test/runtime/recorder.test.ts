import {expect, it} from 'vitest'
import {asMinutes} from '../../source/core/minutes.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {AskRequest, Provider} from '../../source/providers/provider.ts'
import {recordsOf} from '../../source/records/index.ts'
import {runMeeting} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {memoryJournal, testMeeting} from '../support/meeting.ts'

const minutes = {
  views: [
    {
      who: '席a',
      claim: {text: '不会取代', cites: [1], quote: '程序员还在'},
      evidence: [{text: '需求还在', cites: [1, 99]}],
      stance: {text: '乐观', cites: [1]},
      keywords: ['需求'],
    },
  ],
  agreements: [{text: '都认为会变', cites: [1, 2]}],
  disagreements: [{about: '快慢', sides: [{who: '席b', text: '很快', cites: [2]}]}],
  open: [{text: '谁来教新人', cites: [3]}],
  topics: [],
}

async function hold(replies: readonly string[]) {
  const asked: AskRequest[] = []
  const voice: Provider = {
    id: 'fake',
    remembers: true,
    records: true,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      const isRecorder = request.who.id === 'recorder'
      if (isRecorder) asked.push(request)
      yield {
        type: 'done',
        text: isRecorder ? (replies[asked.length - 1] ?? '') : `${request.who.name}：程序员还在，只是换了活法。`,
      }
    },
  }
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting: testMeeting({recorder: {provider: 'fake'}})})
  const run = runMeeting({protocol: roundtable, journal, voice: () => voice, show: () => {}, auto: true})
  await run.done
  expect(verifyMeeting(roundtable, journal.events).filter(check => !check.ok)).toEqual([])
  const texts = Object.fromEntries(recordsOf(run.state(), {localDate: () => '2026-01-01'}).map(file => [file.name, file.text]))
  return {asked, log: journal.events, summary: texts['summary.md'] ?? ''}
}

it('minutes come as data out of prose, and code lays them out with their sources', async () => {
  const {asked, log, summary} = await hold([`好的，{这是}纪要：\n\`\`\`json\n${JSON.stringify(minutes)}\n\`\`\`\n完。`])
  expect(asked).toHaveLength(1)
  const finished = log.find(e => e.type === 'turn.finished' && e.who === 'recorder')
  expect(finished?.type === 'turn.finished' && asMinutes(finished.data)?.views[0]?.claim.text).toBe('不会取代')
  expect(summary).toContain('不会取代')
  expect(summary).toContain('共识点')
  expect(summary).not.toContain('摘句**')
})

it('the recorder sees every speech verbatim in its fence, and no seat hears it', async () => {
  const {asked, log} = await hold([JSON.stringify(minutes)])
  const speeches = log.flatMap(e => (e.type === 'turn.finished' && e.who !== 'recorder' ? [e.text] : []))
  for (const text of speeches) expect(asked[0]?.prompt).toContain(`\n${text}\n`)
  const own = log.find(e => e.type === 'turn.finished' && e.who === 'recorder')?.seq ?? 0
  expect(log.some(e => e.type === 'turn.started' && e.heard.includes(own))).toBe(false)
})

it('an unreadable reply is asked for once more, with what was wrong', async () => {
  const {asked, summary} = await hold(['我不会写 JSON', JSON.stringify(minutes)])
  expect(asked).toHaveLength(2)
  expect(asked[1]?.prompt).toContain('上一次的输出无法使用')
  expect(summary).toContain('不会取代')
})

it('a name that was not there is unreadable too', async () => {
  const stranger = {...minutes, views: [{...minutes.views[0], who: '路人'}]}
  const {asked} = await hold([JSON.stringify(stranger), JSON.stringify(minutes)])
  expect(asked[1]?.prompt).toContain('路人')
})

it('a recorder that fails twice leaves extracts that say so, and the meeting closes', async () => {
  const {asked, log, summary} = await hold(['不行', '还是不行', '第三次'])
  expect(asked).toHaveLength(2)
  expect(log.find(e => e.type === 'turn.skipped')).toMatchObject({who: 'recorder', reason: 'failed'})
  expect(log.at(-1)).toMatchObject({type: 'meeting.closed'})
  expect(summary).toContain('摘句')
  expect(summary).toContain('明示同意的句子')
})

it('a quotation that stands in no cited speech is marked, and a source that does not exist is dropped', async () => {
  const view = minutes.views[0]
  const invented = {...minutes, views: [{...view, claim: {text: '不会取代', cites: [1], quote: '我从未这样说过'}}]}
  const {summary} = await hold([JSON.stringify(invented)])
  expect(summary).toContain('未见于原文')
  expect(summary).not.toContain('#99')
})
