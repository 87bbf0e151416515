import type {Meeting} from '../core/events.ts'
import {parseMinutes} from '../core/minutes.ts'
import {speeches} from '../core/selectors.ts'
import type {PromptView, Turn} from '../core/steps.ts'
import {fence, fill, pick} from '../core/template.ts'

/**
 * The recorder: no seat, no persona, heard by nobody. It is asked once after the close for minutes as data; when it fails, the
 * records are extractive and say so.
 */
export const minutesTurn = (meeting: Meeting): Turn => ({
  key: 'record:minutes',
  who: 'recorder',
  ask: {
    stage: 'record',
    round: 0,
    limits: {min: 0, max: 0},
    hear: state => speeches(state).map(speech => speech.seq),
    prompt: minutesPrompt,
    parse: text => parseMinutes(text, meeting),
    onFailure: 'skip',
  },
})

function minutesPrompt(view: PromptView): string {
  const {meeting} = view
  const prompts = meeting.templates.prompts
  const heard = view.heard.flatMap(item => (item.kind === 'speech' ? [item] : []))
  const speeches = heard.map((item, index) => `#${index + 1} ${item.name}\n${fence(item.text, view.nonce)}`)
  const names = meeting.seats.map(seat => seat.name).join(meeting.lang === 'zh' ? '、' : ', ')
  const text = fill(pick(prompts, 'recorder'), {topic: meeting.topic, names, speeches: speeches.join('\n\n')})
  const failed = view.heard.findLast(item => item.kind === 'unreadable')
  if (failed?.kind !== 'unreadable') return text
  return `${text}\n\n${fill(pick(prompts, 'recorder.again'), {problem: failed.problem})}`
}
