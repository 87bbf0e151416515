import type {CouncilOptions} from '../core/events.ts'
import {type CouncilWord, tellCouncil} from '../i18n/council-entry.ts'
import {topicName} from '../i18n/council-topics.ts'
import {protocolOf} from '../protocols/index.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import {rounded} from './board-facts.ts'
import {estimateOf} from './first-run.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {short} from './shown.ts'
import {turnsToCome} from './turns-to-come.ts'

type Held = Omit<Plan, 'notices'> & {readonly council: CouncilOptions}

/** The audit gate: who was chosen and why, and what the council rests on, before anybody speaks. */
export function councilEcho(plan: Held, why: string, host: Host): readonly string[] {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const {selection, debate, rooted, discovery} = plan.council
  const separator = say('separator')
  const topic = selection.topic === null ? say('echo.noTopic') : `${topicName(selection.topic, host.uiLang)} (${selection.topic})`
  const files = new Map(discovery.flatMap(question => question.files).map(file => [file.label, file]))
  const listed = [...files.values()].map(({label, truncated}) =>
    truncated ? say('truncated', {file: short(label)}) : short(label),
  )
  return [
    say('echo.topic', {topic, mode: say(`mode.${selection.mode}`)}),
    say('echo.members', {names: plan.seats.map(({persona}) => `${persona.displayName} (${persona.id})`).join(separator)}),
    say('echo.routedBy', {how: say(`routed.${selection.routedBy}`)}),
    say('echo.why', {note: short(selection.note, 200)}),
    say('echo.rooted', {yes: say(rooted ? 'yes' : 'no'), why}),
    ...discovery.map(({question}, index) => say('echo.question', {n: index + 1, question: short(question, 300)})),
    listed.length > 0 ? say('echo.files', {files: listed.join(separator)}) : say(rooted ? 'echo.nothingFits' : 'echo.noFiles'),
    say('echo.debate', {on: say(debate ? 'on' : 'off')}),
  ]
}

/** How many calls there will be, and about how many tokens they take. */
export function councilCost(plan: Held, host: Host): readonly string[] {
  const protocol = protocolOf(plan.protocol)
  if (!protocol) return []
  const meeting = meetingOf({...plan, version: host.version}, {folder: '', date: ''})
  const calls = turnsToCome(protocol, meeting).length
  const sums = estimateOf(plan, host)
  if (sums) {
    const {min, max} = sums.tokens
    return [tellCouncil(host.uiLang, 'calls', {calls, least: rounded(min), most: rounded(max)})]
  }
  return [tellCouncil(host.uiLang, plan.provider === 'rehearsal' ? 'callsFree' : 'callsOne', {calls})]
}
