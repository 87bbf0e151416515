import type {Meeting} from '../core/events.ts'
import {isReview} from '../core/review.ts'
import {headingOf, sections} from '../core/review-report.ts'
import {reviewWords} from '../i18n/review-entry.ts'
import type {AskRequest} from '../providers/provider.ts'
import type {Host} from './host.ts'

/** Where a reply will stand in the dry run of a review: long enough, with a stance, or with every section of a report. */
export function reviewPlaceholder(text: string, {turn}: AskRequest, meeting: Meeting): string | undefined {
  if (!isReview(meeting)) return undefined
  if (turn.stage === 'decision')
    return sections.map(section => `## ${headingOf(meeting.templates.prompts, section)}\n${text}`).join('\n\n')
  const enough = Math.ceil(turn.limits.min / 4)
  const lines = Array.from(
    {length: Math.ceil(enough / Math.max(1, text.split(/\s+/).length, charsIn(text, meeting)))},
    () => text,
  )
  return `${lines.join('\n')}\nSTANCE: continue  CONFIDENCE: 0.5`
}

/** The judge is called one in a review, and what they give a verdict. */
export function verdictNamed({stage}: AskRequest['turn'], meeting: Meeting, {uiLang}: Host): {name?: string; stage?: string} {
  const {judgeName: name, verdict} = reviewWords(uiLang)
  return isReview(meeting) && stage === 'decision' ? {name, stage: verdict} : {}
}

const charsIn = (text: string, {lang}: Meeting): number => (lang === 'zh' ? text.replace(/\s/g, '').length : 0)
