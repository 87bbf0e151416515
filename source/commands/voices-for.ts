import type {SessionOptions} from '../compose.ts'
import {isReview} from '../core/review.ts'
import {reviewLimits} from '../core/review-request.ts'
import type {VoiceDeps} from '../providers/index.ts'
import type {ManualDesk} from '../providers/manual.ts'
import type {HeldMeeting} from '../runtime/meeting-folder.ts'
import type {Host} from './host.ts'
import {readTextFrom} from './read-text.ts'
import {voiceWorld} from './voice-world.ts'

/** What the voices of a meeting need, on this machine and at this person's desk. */
export function voicesFor(
  held: HeldMeeting,
  {desk, turnMs: said}: {readonly desk: ManualDesk; readonly turnMs?: number | undefined},
  host: Host,
): SessionOptions['voices'] {
  const [opened] = held.ledger.events
  const meeting = opened?.type === 'meeting.opened' ? opened.meeting : undefined
  return {
    readFile: readTextFrom(host.cwd),
    sleep: host.sleep,
    desk,
    ...(host.pace ? {pace: host.pace} : {}),
    ...voiceWorld(host, {
      meeting: held.folder,
      lang: meeting?.lang ?? host.uiLang,
      trustUserConfig: meeting?.options.trustUserConfig ?? false,
      ...(meeting && isReview(meeting)
        ? {patience: {said: said ?? meeting.options.review?.turnMs, usual: reviewLimits.turnMs}}
        : {}),
    }),
  }
}

/** The same where no meeting is held: to look at voices, which never asks them anything. */
export const voicesToLookAt = (host: Host, options: {readonly trustUserConfig?: boolean} = {}): VoiceDeps => ({
  readFile: readTextFrom(host.cwd),
  sleep: host.sleep,
  desk: {handOut: async () => ({}), reply: async () => undefined},
  lang: host.uiLang,
  ...voiceWorld(host, {meeting: 'doctor', lang: host.uiLang, ...options}),
})
