import {fileURLToPath} from 'node:url'
import type {Lang, Meeting, Seat} from '../../source/core/events.ts'
import type {Material} from '../../source/core/material.ts'
import {review} from '../../source/protocols/review.ts'
import {makeRehearsal} from '../../source/providers/rehearsal/rehearsal.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {discoverRoles} from '../../source/runtime/personas/roles.ts'
import {type MeetingRun, runMeeting} from '../../source/runtime/run-meeting.ts'
import {reviewMeeting} from '../protocols/review-table.ts'
import {memoryJournal} from '../support/meeting.ts'

const CARDS = fileURLToPath(new URL('../../personas/roles', import.meta.url))
const {roles} = discoverRoles([
  {kind: 'built-in', dir: CARDS},
  {kind: 'built-in', dir: `${CARDS}/en`},
])

export const roleSeats = (lang: Lang, ids: readonly string[]): Seat[] =>
  ids.flatMap(id => {
    const role = roles.find(one => one.id === id && one.lang === lang)
    const body = role?.body ?? ''
    const persona = {id, source: 'built-in', lang, sha256: sha256(body), body}
    return [{id, name: role?.displayName ?? id, title: role?.title ?? '', persona, provider: 'rehearsal'}]
  })

/** A review of rehearsal voices, held by the real runner. */
export async function rehearseReview(
  meeting: {lang: Lang; topic: string; ids?: readonly string[]; rounds?: number; seed?: number; materials?: readonly Material[]},
  onWaiting: (run: MeetingRun) => void = run => run.say('继续'),
) {
  const {lang, ids = ['builder', 'critic', 'architect'], ...rest} = meeting
  const opened: Meeting = {
    ...reviewMeeting({...rest, lang, seats: roleSeats(lang, ids)}),
    recorder: {provider: 'rehearsal'},
    rehearsal: true,
  }
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting: opened})
  const voice = makeRehearsal({sleep: async () => {}, charsPerTick: 500})
  const run = runMeeting({
    protocol: review,
    journal,
    auto: false,
    voice: () => voice,
    show: () => {},
    onWaiting: waiting => {
      if (waiting) queueMicrotask(() => onWaiting(run))
    },
  })
  return {end: await run.done, log: journal.events, state: run.state(), meeting: opened}
}
