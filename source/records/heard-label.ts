import type {Seq} from '../core/events.ts'
import {heardItems, type Speech} from '../core/selectors.ts'
import {fill} from '../core/template.ts'
import {attemptOf, nameIn, type Place, type Reading} from './reading.ts'

/**
 * What a speech answers, as the seed writes it: 「（回应A的开场发言）」. Taken from what was really handed over with this attempt; a
 * speech that was handed none has no label.
 */
export function heardLabel(reading: Reading, speech: Speech): string {
  const what = heardIn(reading, speech)
  return what === '' ? '' : fill(reading.words.label, {what})
}

/** The speeches handed over with this one, in words; empty when there was none. */
export function heardIn(reading: Reading, speech: {readonly key: string; readonly attempt: number}): string {
  const {state, words, places, versions} = reading
  const heard = reading.starts.get(attemptOf(speech))?.heard ?? []
  const told = heardItems(state, {key: speech.key, heard}).flatMap(item => {
    const event = state.log[item.seq - 1]
    if (item.kind !== 'speech' || event?.type !== 'turn.finished') return []
    const place = places.get(event.key) ?? {phase: item.phase, round: item.round}
    const what = speechIn(reading, {who: item.who, place, justNow: item.justNow})
    return [isReplaced(versions.get(event.key), item.seq) ? fill(words.labelReplaced, {what}) : what]
  })
  return told.join(words.listComma)
}

function speechIn(reading: Reading, said: {who: string; place: Place; justNow: boolean}): string {
  const {words} = reading
  const slots = {name: nameIn(reading, said.who), round: said.place.round}
  if (said.place.phase === 'opening') return fill(words.labelOpening, slots)
  if (said.place.phase === 'closing') return fill(words.labelClosing, slots)
  if (said.place.round === 0) return fill(words.labelOther, slots)
  return fill(said.justNow ? words.labelNow : words.labelEarlier, slots)
}

const isReplaced = (versions: readonly Seq[] | undefined, seq: Seq) => versions !== undefined && versions.at(-1) !== seq
