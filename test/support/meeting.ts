import {readFileSync} from 'node:fs'
import type {Lang, Meeting, MeetingEvent, Stamped} from '../../source/core/events.ts'
import {parseTemplates} from '../../source/core/template.ts'
import {chairTemplates} from '../../source/i18n/chair.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import type {Journal} from '../../source/runtime/run-meeting.ts'

export const promptTemplates = (lang: Lang) =>
  parseTemplates(readFileSync(new URL(`../../prompts/roundtable.${lang}.md`, import.meta.url), 'utf8'))

/** A meeting as `meeting.opened` holds it, with seats named by single letters. */
export function testMeeting(more: Partial<Meeting> & {seatIds?: string[]; rounds?: number; seed?: number} = {}): Meeting {
  const {seatIds = ['a', 'b'], rounds = 1, seed = 1, ...rest} = more
  const lang = rest.lang ?? 'zh'
  return {
    id: 'test-meeting',
    program: '0.0.0',
    protocol: {id: 'roundtable', version: 1},
    topic: '人工智能会不会取代程序员',
    lang,
    seats: seatIds.map(id => ({
      id,
      name: `席${id}`,
      title: `身份${id}`,
      persona: {id, source: 'built-in', lang, sha256: sha256(`人物 ${id}`), body: `人物 ${id}`},
      provider: 'fake',
    })),
    rehearsal: false,
    options: {rounds, seed},
    date: '2026-01-01',
    folder: 'transcripts/2026-01-01-0900-test',
    templates: {chair: chairTemplates[lang], prompts: promptTemplates(lang)},
    secret: '00'.repeat(16),
    ...rest,
  }
}

/** A ledger in memory. `dieAfter`: the process is gone once this many events are down, as `kill -9` would have it. */
export function memoryJournal(
  events: readonly Stamped[],
  dieAfter = Number.POSITIVE_INFINITY,
): Journal & {dead: () => boolean; death: Promise<void>} {
  const log = [...events]
  let dead = false
  let dies: () => void = () => {}
  const death = new Promise<void>(resolve => {
    dies = resolve
  })
  return {
    get events() {
      return log
    },
    dead: () => dead,
    death,
    append(event: MeetingEvent) {
      if (dead) throw new Died()
      const stamped = {...event, v: 1, seq: log.length + 1, at: '2026-01-01T09:00:00.000Z'} as Stamped
      log.push(stamped)
      if (log.length >= dieAfter) {
        dead = true
        dies()
        throw new Died()
      }
      return {ok: stamped}
    },
  }
}

/** What `kill -9` looks like from inside: nothing after this runs. */
export class Died extends Error {}

/** Seeded random numbers in [0, 1). */
export function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
