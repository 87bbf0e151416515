import {councilTurn} from '../../core/council.ts'
import type {CouncilVerdict} from '../../core/council-data.ts'
import {councilResult} from '../../core/council-result.ts'
import {type MemberReading, memberText} from '../../core/council-text.ts'
import type {MeetingState} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import {memberLabels} from '../../i18n/council.ts'
import type {CouncilRoomWords} from '../../i18n/council-room.ts'
import type {RoomWords} from '../../i18n/room.ts'
import {endId, type Finished, type Manner, rankOf} from './manner.ts'
import {makeMemberReader} from './member-stream.ts'
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
    reader: (state, {key}) => makeMemberReader(readingOf(state, key)),
    whole: (state, event) => memberText(event.data ?? event.text, readingOf(state, event.key)) || council.nothingFound,
    after: (state, event) => settled(state, event, look),
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

/** How the data of a turn is read, in the meeting's language. */
const readingOf = ({meeting}: MeetingState, key: string): MemberReading => ({
  kind: councilTurn(key)?.kind ?? 'response',
  labels: memberLabels[meeting?.lang ?? 'zh'],
  seats: meeting?.seats ?? [],
})

/** Whether the member moved; its verdict stands in what it said. */
function settled(state: MeetingState, event: Finished, {council}: CouncilLook): ReturnType<NonNullable<Manner['after']>> {
  const mark = councilTurn(event.key)?.kind === 'rebuttal' ? verdictMarks(state).get(event.who) : undefined
  return mark && {item: endItem(endId(event), faceOf(state, event.who)), text: verdictText(mark, council)}
}
