import type {Meeting, Stamped} from '../core/events.ts'
import {charCount} from '../core/text.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import {tell} from '../i18n/index.ts'
import {protocolOf} from '../protocols/index.ts'
import type {AskRequest, Provider} from '../providers/provider.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import {runMeeting} from '../runtime/run-meeting.ts'
import {councilPlaceholder, councilTurnLine} from './council-dry.ts'
import {exit, type Host} from './host.ts'
import type {Plan} from './plan.ts'
import {reviewPlaceholder, verdictNamed} from './review-dry.ts'

/** Order and prompts of a meeting, with a placeholder where each speech will stand. Asks nobody and writes nothing. */
export async function dryRun(plan: Plan, host: Host): Promise<number> {
  const meeting = meetingOf(
    {...plan, version: host.version, ...(plan.judge ? {recorder: plan.judge} : {})},
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
      host.print(
        `\n${councilTurnLine(request, {n, meeting, host}) ?? turnLine(request, {n, meeting, host})}\n\n${request.prompt}`,
      )
      yield {type: 'done', text: placeholder(request, meeting, host)}
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
  // How long the speeches will be nobody knows, so nothing is condensed here.
  const run = runMeeting({protocol, journal, voice: () => dry, show: () => {}, auto: true, countTokens: async () => 0})
  // There is nobody to wait for.
  run.gone()
  await run.done
  return exit.closed
}

/** Where a speech will stand; of a turn that is asked for data, data that the protocol can go on with. */
function placeholder(request: AskRequest, meeting: Meeting, host: Host): string {
  const {who, turn} = request
  const text = tell(host.words, 'dryHere', {name: who.name})
  const data = reviewPlaceholder(text, request, meeting) ?? councilPlaceholder(text, {key: turn.key, who: who.id}, meeting)
  if (data !== undefined) return data
  if (turn.stage === 'summary') return JSON.stringify({content: text, continue: true})
  if (turn.stage !== 'decision') return text
  return JSON.stringify({advice: text, views: [], consensus: [], dissent: [], actions: []})
}

function turnLine(
  {who, turn}: AskRequest,
  {n, meeting, host}: {readonly n: number; readonly meeting: Meeting; readonly host: Host},
): string {
  return tell(host.words, 'dryTurn', {
    n,
    name: who.name,
    stage: stageOf(turn, host),
    ...verdictNamed(turn, meeting, host),
    min: turn.limits.min,
    max: turn.limits.max,
    unit: host.words[`unit.${turn.lang}`],
  })
}

function stageOf({stage, round}: AskRequest['turn'], host: Host): string {
  if (stage === 'summary' || stage === 'decision' || stage === 'condense')
    return tellEntry(entryWords(host.uiLang), `stage.${stage}`, {round})
  const key = `phase.${stage === 'response' ? 'discussion' : stage}` as 'phase.opening'
  return tell(host.words, key, {round})
}
