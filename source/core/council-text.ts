import {type CouncilTurn, councilTurn, isCouncil} from './council.ts'
import type {CouncilVerdict} from './council-data.ts'
import type {Seat} from './events.ts'
import {jsonSoFar} from './json-partial.ts'
import type {MeetingState} from './state.ts'

/** What a member's data is called where people read it; `i18n/council.ts` has them in both languages. */
export type MemberLabels = Readonly<
  Record<
    'verdict' | 'concerns' | 'tradeoffs' | 'recommendation' | 'grounded' | 'responds' | 'moved' | 'held' | 'colon' | 'separator',
    string
  >
> &
  Readonly<Record<`is.${CouncilVerdict}`, string>>

export type MemberReading = {
  readonly kind: CouncilTurn['kind']
  readonly labels: MemberLabels
  /** Names behind the ids of `respondsTo`. */
  readonly seats: readonly Pick<Seat, 'id' | 'name'>[]
}

/** What kind of data a turn of a council gives; undefined for any other turn, and at any other meeting. */
export const councilDataKind = (state: MeetingState, key: string): CouncilTurn['kind'] | undefined =>
  state.meeting && isCouncil(state.meeting) ? councilTurn(key)?.kind : undefined

/**
 * A member's position or rebuttal as Markdown for a reader, from its data or from its JSON while it streams. Every sentence is the
 * member's own; what is not there yet is left out. Empty while nothing can be read; prose that holds no data stays as it is.
 */
export function memberText(reply: unknown, {kind, labels, seats}: MemberReading): string {
  const data = typeof reply === 'string' ? jsonSoFar(reply) : reply
  if (typeof data !== 'object' || data === null) return typeof reply === 'string' && !looksLikeData(reply) ? reply : ''
  const text = (key: string) => textIn(data, key)
  const list = (key: string) => listIn(data, key)
  const line = (label: string, value: string) => (value === '' ? '' : `**${label}${labels.colon}${value}**`)
  const section = (label: string, body: string) => (body === '' ? '' : `### ${label}\n\n${body}`)
  const bullets = (key: string) =>
    list(key)
      .map(item => `- ${oneLined(item)}`)
      .join('\n')
  const verdictOf = (said: string) => (isVerdict(said) ? labels[`is.${said}`] : '')
  const parts =
    kind === 'rebuttal'
      ? [
          line(
            labels.responds,
            list('respondsTo')
              .map(id => seats.find(seat => seat.id === id)?.name ?? id)
              .join(labels.separator),
          ),
          line(labels.verdict, verdictOf(text('revisedVerdict'))),
          text('stance'),
          section(labels.recommendation, text('recommendation')),
          'moved' in data && typeof data.moved === 'boolean' ? `*${data.moved ? labels.moved : labels.held}*` : '',
        ]
      : kind === 'response'
        ? [
            text('stance'),
            line(labels.verdict, verdictOf(text('verdict'))),
            section(labels.concerns, bullets('keyConcerns')),
            section(labels.tradeoffs, bullets('tradeoffsRaised')),
            section(labels.recommendation, text('recommendation')),
            section(labels.grounded, bullets('groundedIn')),
          ]
        : [bullets('facts')]
  return parts.filter(part => part !== '').join('\n\n')
}

const isVerdict = (said: string): said is CouncilVerdict => said === 'for' || said === 'against' || said === 'depends'
const looksLikeData = (text: string): boolean => /^\s*(?:`{0,3}(?:json)?\s*)?(?:\{|$)/i.test(text)
const oneLined = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

function textIn(data: object, key: string): string {
  const value: unknown = Reflect.get(data, key)
  return typeof value === 'string' ? value.trim() : ''
}

function listIn(data: object, key: string): readonly string[] {
  const value: unknown = Reflect.get(data, key)
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item.trim() !== '') : []
}
