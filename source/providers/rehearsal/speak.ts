import type {Fault, Lang} from '../../core/events.ts'
import {type PersonaSections, splitPersona} from '../../core/persona-sections.ts'
import type {TurnBrief} from '../provider.ts'
import {compose} from './compose.ts'
import {counselled} from './council.ts'
import {decline} from './faults.ts'
import {moderate} from './moderate.ts'
import {reviewed} from './review.ts'

export type Rehearsed = {readonly text: string} | {readonly fault: Fault}

/**
 * A speech without a model, composed of the persona's own sentences and nothing else; the same brief always gives the same speech.
 * It keeps to `brief.limits`, quotes the last relay verbatim and answers just that, takes up the person's words, and says no
 * sentence of `brief.own` again. The moderator of a board gets by without a persona. Declines with `protocol` (not retryable): no persona, a body not written for it or too thin to
 * go on, a topic in another language than the body, minutes.
 */
export function rehearse(brief: TurnBrief): Rehearsed {
  const name = brief.persona?.name ?? ''
  const refuse = (reason: Parameters<typeof decline>[0]) => ({fault: decline(reason, brief.lang, name)})
  if (brief.stage === 'record') return refuse('record')
  if (brief.review) return {text: reviewed(brief, brief.review)}
  if (brief.council) {
    const text = counselled(brief, brief.council)
    return text === undefined ? refuse('foreign') : {text}
  }
  if (brief.stage === 'summary' || brief.stage === 'decision' || brief.stage === 'condense' || isBoardOpening(brief))
    return {text: moderate(brief)}
  if (!brief.persona) return refuse('noPersona')
  const sections = splitPersona(brief.persona.body)
  if (!speakable(sections)) return refuse('foreign')
  const spoken = languageOf(brief.topic)
  if (spoken && languageOf(brief.persona.body) !== spoken) {
    return {fault: decline('language', spoken === 'zh' ? 'en' : 'zh', name)}
  }
  // A file that cannot last two rounds is refused before it has said anything.
  if (brief.stage === 'opening' && !lasts(brief, 2)) return refuse('thin')
  const text = compose(brief, sections)
  return text === undefined ? refuse('thin') : {text}
}

const isBoardOpening = (brief: TurnBrief) => brief.board !== undefined && brief.stage === 'opening'

/** The same question asked before a meeting: whether the persona could speak through `rounds` rounds on the topic. */
export function rehearsable(
  persona: NonNullable<TurnBrief['persona']>,
  {topic, lang, rounds, board = false}: {topic: string; lang: Lang; rounds: number; board?: boolean},
): Fault | undefined {
  const brief: TurnBrief = {
    ...{key: 'opening', stage: 'opening', round: 0, limits: LIMITS[lang].opening, topic, lang, persona},
    ...{relays: [], userWords: [], own: [], others: [], seed: 1},
    ...(board ? {key: 'response-1', stage: 'response', round: 1, board: {moderator: NOBODY, rounds, said: []}} : {}),
  }
  const opening = rehearse(brief)
  if ('fault' in opening) return opening.fault
  return lasts(brief, rounds) ? undefined : decline('thin', lang, persona.name)
}

const NOBODY = {id: '', name: ''}

/** As the protocols ask for them. */
const LIMITS = {
  zh: {opening: {min: 300, max: 800}, response: {min: 200, max: 600}, closing: {min: 200, max: 400}, board: {min: 120, max: 400}},
  en: {opening: {min: 150, max: 400}, response: {min: 100, max: 300}, closing: {min: 100, max: 200}, board: {min: 70, max: 220}},
} as const

/** Speaks through a meeting in which it is given every cue. */
function lasts(brief: TurnBrief, rounds: number): boolean {
  const sections = splitPersona(brief.persona?.body ?? '')
  const own = [...brief.own]
  const cues = sections.pushback.map(({keywords}) => `${keywords.slice(0, 4).join(' ')} ${brief.topic}.`).join('\n')
  const turns = [
    ...(brief.board ? [] : [{...brief, stage: 'opening' as const}]),
    ...Array.from({length: rounds}, (_, i) => ({
      ...brief,
      stage: 'response' as const,
      round: i + 1,
      limits: brief.board ? LIMITS[brief.lang].board : LIMITS[brief.lang].response,
    })),
    ...(brief.board ? [] : [{...brief, stage: 'closing' as const, limits: LIMITS[brief.lang].closing}]),
  ]
  return turns.every(turn => {
    const relays = turn.stage === 'response' ? [{who: '…', text: cues}] : []
    const text = compose({...turn, relays, own: [...own], key: `${turn.stage}-${turn.round}`}, sections)
    if (text !== undefined) own.push(text)
    return text !== undefined
  })
}

const speakable = ({models}: PersonaSections) => models.filter(({facets}) => facets.claim && facets.reason).length >= 3

/** Undefined for what is the same in both: `AI`, `996`. */
function languageOf(text: string): Lang | undefined {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/\p{Script=Latin}*\p{Ll}\p{Script=Latin}*/gu)?.length ?? 0
  return han === 0 && words === 0 ? undefined : han >= words ? 'zh' : 'en'
}
