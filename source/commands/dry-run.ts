import type {Stamped} from '../core/events.ts'
import {charCount} from '../core/text.ts'
import {tell} from '../i18n/index.ts'
import {protocolOf} from '../protocols/index.ts'
import type {AskRequest, Provider} from '../providers/provider.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import {runMeeting} from '../runtime/run-meeting.ts'
import {exit, type Host} from './host.ts'
import type {Plan} from './plan.ts'

/** Order and prompts of a meeting, with a placeholder where each speech will stand. Asks nobody and writes nothing. */
export async function dryRun(plan: Plan, host: Host): Promise<number> {
  const meeting = meetingOf(
    {...plan, version: host.version},
    {folder: 'transcripts/…', date: host.now().toISOString().slice(0, 10)},
  )
  const protocol = protocolOf(plan.protocol)
  if (!protocol) throw new Error(`no protocol ${plan.protocol}`)
  host.print(host.words.dryRun)
  for (const seat of meeting.seats) {
    host.print(`\n${tell(host.words, 'drySystem', {name: seat.name, count: charCount(protocol.system(meeting, seat.id))})}`)
  }
  let n = 0
  const dry: Provider = {
    id: 'dry',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      n++
      host.print(`\n${turnLine(request, n, host)}\n\n${request.prompt}`)
      yield {type: 'done', text: tell(host.words, 'dryHere', {name: request.who.name})}
    },
  }
  const events: Stamped[] = []
  const journal = {
    events,
    append: (event: Parameters<Parameters<typeof runMeeting>[0]['journal']['append']>[0]) => {
      const stamped = {...event, v: 1, seq: events.length + 1, at: host.now().toISOString()} as Stamped
      events.push(stamped)
      return {ok: stamped}
    },
  }
  journal.append({type: 'meeting.opened', meeting})
  await runMeeting({protocol, journal, voice: () => dry, show: () => {}, auto: true}).done
  return exit.closed
}

function turnLine({who, turn}: AskRequest, n: number, host: Host): string {
  const stage = turn.stage === 'response' ? 'discussion' : turn.stage
  const key = `phase.${stage}` as 'phase.opening'
  return tell(host.words, 'dryTurn', {
    n,
    name: who.name,
    stage: tell(host.words, key, {round: turn.round}),
    min: turn.limits.min,
    max: turn.limits.max,
    unit: host.words[`unit.${turn.lang}`],
  })
}
