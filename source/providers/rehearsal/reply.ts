import type {MoveKind, PersonaSections, Pushback} from '../../core/persona-sections.ts'
import type {TurnBrief} from '../provider.ts'
import {reported} from './board-heard.ts'
import type {Chance} from './chance.ts'
import type {Draft} from './draft.ts'
import {hear} from './relevance.ts'
import {type Quotable, quotables} from './sentences.ts'
import {phraseTopic} from './topic.ts'

/** What was picked out of the speech one answers, and what one has to say to just that. */
export type Answer = {
  readonly who: string
  readonly quote: string
  readonly pushback?: Pushback
  /** The keyword that called the pushback up, in the quote's own words where it stands there. */
  readonly word?: string
  readonly kind: 'counter' | 'concede' | 'ask'
}

const HEARD = 1

/** Quote and objection are chosen together: the piece that one can say most to. */
export function findAnswer(brief: TurnBrief, sections: PersonaSections, draft: Draft, random: Chance): Answer | undefined {
  const relays = relaysToAnswer(brief)
  if (relays.length === 0) return undefined
  const topic = phraseTopic(brief.topic, brief.lang).short
  const me = brief.persona?.name ?? ''
  const pieces = relays.flatMap(({who, text}) =>
    quotables(text, brief.lang)
      .filter(piece => me === '' || !piece.text.includes(me))
      .filter(piece => !brief.board || !isAsked(piece.text, text))
      .map(piece => ({...piece, who, tired: brief.board ? timesAnswered(brief, who) * TIRED : 0})),
  )
  const usable = sections.pushback.filter(({sentence}) => draft.fresh(sentence))
  let best: {score: number; piece: Quotable & {who: string}; pushback?: Pushback; word?: string; denied: boolean} | undefined
  for (const piece of pieces) {
    // The topic is in everybody's mouth; what else is in the piece is the point.
    const point = piece.text.replaceAll(topic, '')
    const shared = Math.max(0, ...sections.models.map(model => hear(point, model.keywords).score))
    const base = piece.rank + Math.min(shared, 3) * 0.15 + random() * 0.8 - piece.tired
    if (!best || base > best.score) best = {score: base, piece, denied: false}
    for (const pushback of usable) {
      const heard = hear(point, pushback.keywords)
      if (heard.score < HEARD) continue
      const score = 1 + base + heard.score * 1.2 + hear(brief.topic, pushback.keywords).score * 0.1
      if (score > best.score)
        best = {score, piece, pushback, denied: heard.denied, word: heard.word ?? pushback.keywords[0] ?? ''}
    }
  }
  if (!best) return undefined
  const kind = chooseKind(sections, draft, {matched: best.pushback === undefined ? 'no' : best.denied ? 'denied' : 'yes', random})
  const {piece, pushback, word} = best
  return {who: piece.who, quote: piece.text, kind, ...(pushback ? {pushback} : {}), ...(word ? {word} : {})}
}

const isAsked = (piece: string, text: string) => /^[^。.!！]*[？?]/u.test(text.slice(text.indexOf(piece) + piece.length))

/** How much less it is worth to answer somebody again. */
const TIRED = 0.6
const timesAnswered = (brief: TurnBrief, who: string) => brief.own.filter(speech => speech.includes(who)).length

/** At a round table the last one; at a board whatever any of the others said. */
function relaysToAnswer({relays, board, others}: TurnBrief): TurnBrief['relays'] {
  if (!board) return relays.slice(-1)
  const peers = relays.filter(({who}) => who !== board.moderator.name)
  return peers.length > 0 ? peers : relays.flatMap(({text}) => reported(text, others))
}

// Without an objection of one's own the quote is worth a question; where both deny the same thing there is something to grant.
const FIT = {
  yes: {counter: 0.4, concede: 0, ask: 0},
  denied: {counter: -0.4, concede: 0.4, ask: 0},
  no: {counter: -0.6, concede: -0.2, ask: 0.8},
} as const

/** Said at least once each before one comes again. */
function chooseKind(
  sections: PersonaSections,
  draft: Draft,
  {matched, random}: {readonly matched: 'yes' | 'denied' | 'no'; readonly random: Chance},
): Answer['kind'] {
  const kinds = ['counter', 'concede', 'ask'] as const
  const weigh = (kind: Answer['kind']) => {
    const lines = sections.moves.filter(move => move.kind === kind)
    const left = lines.filter(move => draft.fresh(move.line)).length
    if (left === 0) return -1
    const fit = FIT[matched][kind]
    return left / lines.length + fit + random() * 0.5
  }
  return kinds.map(kind => ({kind, weight: weigh(kind)})).reduce((one, other) => (other.weight > one.weight ? other : one)).kind
}

export function movesOf(sections: PersonaSections, draft: Draft, kind: MoveKind): readonly string[] {
  return sections.moves.filter(move => move.kind === kind && draft.fresh(move.line)).map(move => move.line)
}
