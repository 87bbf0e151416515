import {Buffer} from 'node:buffer'
import type {Meeting} from '../core/events.ts'
import type {MeetingRequest} from '../core/request.ts'
import {isReview} from '../core/review.ts'
import {reviewRequest} from '../core/review-request.ts'
import {tell, type WordKey} from '../i18n/index.ts'
import {noteText} from '../i18n/notes.ts'
import {reviewWords, tellReview} from '../i18n/review-entry.ts'
import {readMaterials} from '../runtime/materials.ts'
import type {Host} from './host.ts'
import type {MeetFlags, Planned} from './plan.ts'
import {commonOf, rehearsedByDefault} from './plan-common.ts'
import {reviewFacts} from './review-facts.ts'
import {seatRoles} from './review-seats.ts'
import {materialLines, problemText, remarkText} from './review-words.ts'

/** A review to be held: the roles in their seats, the judge beside them, and what lies before them. */
export function planReview(flags: MeetFlags, request: MeetingRequest, host: Host): Planned {
  const usage: string[] = []
  const wrong = (key: WordKey, slots: Parameters<typeof tell>[2] = {}) => void usage.push(tell(host.words, key, slots))
  const {topic, lang, seed, voice} = commonOf(flags, request, {host, usage, wrong})
  usage.push(...notHere(flags, request, host))
  const asked = reviewRequest(request, flags)
  usage.push(...asked.problems.map(problem => problemText(problem, host)))
  const seating = seatRoles(
    {
      agents: (flags.agents ?? request.agents) === undefined ? undefined : asked.agents,
      judge: flags.judge,
      provider: flags.provider,
      mostAgents: asked.mostAgents,
      lang,
      voice,
    },
    host,
  )
  usage.push(...seating.usage)
  const read = readMaterials({
    briefs: flags.briefFile ?? [],
    materials: flags.material ?? [],
    cwd: host.cwd,
    userHome: host.userHome,
    most: asked.mostMaterials,
    allowSensitive: flags.allowSensitiveMaterials ?? false,
  })
  usage.push(...materialLines(read.problems, host))
  if (usage.length > 0) return {usage: [...new Set(usage)]}

  const {seats, judge} = seating
  const plan = {
    protocol: 'review',
    topic,
    lang,
    seats,
    judge,
    rounds: asked.rounds,
    // What the meeting's own voice is, where one is asked for: the judge's.
    ...judge,
    seed,
    review: {
      materials: read.files.map(({material}) => material),
      acceptGaps: flags.acceptGaps ?? false,
      mostRounds: asked.mostRounds,
      ...(asked.turnMs === undefined ? {} : {turnMs: asked.turnMs}),
    },
    files: [
      // What a review holds is rarely meant for a repository: seeds/ai-meeting.txt.
      {path: '.gitignore', bytes: Buffer.from('*\n')},
      ...read.files.map(({copy, bytes}) => ({path: copy, bytes})),
    ],
  }
  return {
    plan: {
      ...plan,
      notices: [
        ...request.notes.filter(({code}) => code !== 'rounds-out-of-range').map(note => noteText(host.uiLang, note)),
        ...rehearsedByDefault(flags, host, seats),
        ...reviewFacts({plan, judge, files: read.files, mostAgents: asked.mostAgents}, host),
        ...read.remarks.map(remark => remarkText(remark, host)),
      ],
    },
  }
}

/** What is for other meetings only. */
function notHere(flags: MeetFlags, {with: guests}: MeetingRequest, host: Host): readonly string[] {
  const others = (['with', 'lineup', 'moderator', 'sequential', 'serve'] as const).filter(flag => flags[flag])
  const said = [...others.map(flag => `--${flag}`), ...(flags.events === 'board' ? ['--events board'] : [])]
  const names = guests.map(({name}) => name).join(reviewWords(host.uiLang).separator)
  return [
    ...said.map(flag => tellReview(host.uiLang, 'notHere', {flag})),
    ...(guests.length > 0 ? [tellReview(host.uiLang, 'peopleNamed', {names})] : []),
  ]
}

const own = {
  agents: '--agents',
  judge: '--judge',
  briefFile: '--brief-file',
  material: '--material',
  maxAgents: '--max-agents',
  maxRounds: '--max-rounds',
  maxMaterials: '--max-materials',
  timeoutMs: '--timeout-ms',
  acceptGaps: '--accept-gaps',
  allowSensitiveMaterials: '--allow-sensitive-materials',
} as const satisfies Partial<Record<keyof MeetFlags, string>>

/** What is for reviews only, said at another meeting. */
export const reviewOnly = (flags: MeetFlags, host: Host): readonly string[] =>
  (Object.keys(own) as (keyof typeof own)[])
    .filter(flag => flags[flag])
    .map(flag => tellReview(host.uiLang, 'reviewOnly', {flag: own[flag]}))

/** The same where a meeting is gone on with. */
export const notForReviews = (meeting: Meeting, flags: MeetFlags, host: Host): readonly string[] =>
  isReview(meeting) ? [] : reviewOnly(flags, host)
