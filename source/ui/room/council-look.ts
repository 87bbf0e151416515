import {councilTurn} from '../../core/council.ts'
import {asRebuttal, asResponse, type CouncilVerdict} from '../../core/council-data.ts'
import {councilResult} from '../../core/council-result.ts'
import {seatOf} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import type {CouncilRoomWords} from '../../i18n/council-room.ts'
import type {RoomWords} from '../../i18n/room.ts'
import {councilShape, councilText} from './council-text.ts'
import {makeReadable, readable} from './json-stream.ts'
import {endId, type Finished, type Manner, rankOf} from './manner.ts'
import {blockItem, bubbleItem, endItem, type Face, faceOf, headedItem} from './table-items.ts'
import {particulars, type Started, turnId} from './turn-facts.ts'

/** What a council looks like: who was selected and why first, then members side by side, each with a verdict. */

export type CouncilLook = {readonly room: RoomWords; readonly council: CouncilRoomWords}

/** What a member holds. `moved`: absent before its rebuttal. */
export type VerdictMark = {
  readonly kind: 'verdict'
  readonly now: CouncilVerdict
  readonly before?: CouncilVerdict
  readonly moved?: boolean
}

/** By seat. */
export function verdictMarks(state: MeetingState): ReadonlyMap<string, VerdictMark> {
  return new Map(
    councilResult(state).finals.flatMap(({seat, position}) => {
      if (!position) return []
      const {verdict, response, rebuttal, moved} = position
      const before = response.verdict === verdict ? {} : {before: response.verdict}
      return [[seat.id, {kind: 'verdict', now: verdict, ...before, ...(rebuttal ? {moved} : {})}] as const]
    }),
  )
}

export function verdictText({now, before, moved}: VerdictMark, council: CouncilRoomWords): string {
  const slots = {verdict: council[`verdict.${now}`], before: before ? council[`verdict.${before}`] : ''}
  if (moved === undefined) return slots.verdict
  return fill(before ? council.moved : moved ? council.stanceMoved : council.held, slots)
}

/** The verdict of an answer that is still coming, as soon as it is there. */
export function verdictIn(text: string): VerdictMark | undefined {
  const [, said] = /"(?:revisedVerdict|verdict)"\s*:\s*"\s*(for|against|depends)\s*"/i.exec(text) ?? []
  return said === undefined ? undefined : {kind: 'verdict', now: said.toLowerCase() as CouncilVerdict}
}

function subtitle(state: MeetingState, turn: Started, {room, council}: CouncilLook): string {
  const {kind = 'response', n = 1} = councilTurn(turn.key) ?? {}
  return [fill(council[`turn.${kind}`], {n}), ...particulars(state, turn, room)].join(' · ')
}

/** How the turns of a council stand on the screen. */
export function councilManner(look: CouncilLook): Manner {
  const {room, council} = look
  const finder: Face = {name: room.recorder, title: '', accent: undefined}
  const faceAt = (state: MeetingState, who: string) => (who === 'recorder' ? finder : faceOf(state, who))
  return {
    nameOf: (state, who) => faceAt(state, who).name,
    subtitle: (state, turn) => subtitle(state, turn, look),
    item(state, turn, told) {
      const face = faceAt(state, turn.who)
      return headedItem({id: turnId(turn), face, told: [face.title, told].filter(part => part !== '').join(' · ')})
    },
    placeOf(state, {key, who}) {
      const turn = councilTurn(key)
      return turn && {part: turn.kind, rank: turn.kind === 'discovery' ? turn.n : rankOf(state, who)}
    },
    reader: () => makeReadable(councilShape(council)),
    whole: (_, event) => councilText(event.key, event.data, council) ?? readable(event.text, councilShape(council)),
    after: (state, event) => settled(state, event, look),
    retitled(state, event) {
      const names = answered(state, event)
      const started = state.log.findLast(one => one.type === 'turn.started' && one.key === event.key)
      if (names === '' || started?.type !== 'turn.started') return undefined
      return `${subtitle(state, started, look)} · ${fill(council.answers, {names})}`
    },
    word: (_, event, you) => bubbleItem(event.seq, '', you),
    phase: name => council[placeWord(name)],
    chairItem: (line, id) => (line === 'council.echo' ? blockItem(id, council.echo) : undefined),
  }
}

/** The part of the seed's five that a phase of the protocol is. */
export function placeWord(phase: string) {
  switch (phase) {
    case 'discovery':
      return 'place.discovery'
    case 'positions':
      return 'place.response'
    case 'debate':
      return 'place.rebuttal'
    case 'synthesis':
      return 'place.synthesis'
    default:
      return 'place.routing'
  }
}

/** Names of those that a rebuttal answers; empty for other turns. */
function answered(state: MeetingState, event: Finished): string {
  const said = councilTurn(event.key)?.kind === 'rebuttal' ? asRebuttal(event.data) : undefined
  const names = said?.respondsTo.map(id => oneLine(seatOf(state, id)?.name ?? id, 24)) ?? []
  return names.join(state.meeting?.lang === 'zh' ? '、' : ', ')
}

/** The verdict, and whether it is another one than before. */
function settled(state: MeetingState, event: Finished, {council}: CouncilLook): ReturnType<NonNullable<Manner['after']>> {
  const kind = councilTurn(event.key)?.kind
  const first = kind === 'response' ? asResponse(event.data) : undefined
  const mark = first ? ({kind: 'verdict', now: first.verdict} as const) : verdictMarks(state).get(event.who)
  if (kind === undefined || kind === 'discovery' || !mark) return undefined
  const names = answered(state, event)
  const text = [verdictText(mark, council), ...(names === '' ? [] : [fill(council.answers, {names})])].join(' · ')
  return {item: endItem(endId(event), faceOf(state, event.who)), text}
}
