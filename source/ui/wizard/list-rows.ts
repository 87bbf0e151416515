import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {Around} from './around.ts'
import {isOnTopics, topicChoices} from './council.ts'
import {debateItems, discoverItems, type Item, topicItem} from './council-items.ts'
import {bold, cell, clip, dim, type Row, span} from './row.ts'
import {voiceName, windowFrom} from './seat-rows.ts'
import {nameOf} from './seats.ts'
import {type ListId, voiceChoices, type WizardState} from './state.ts'

/** The short list in hand: what can be picked, each with a word about it. */
export function listRows(state: WizardState, place: Around): readonly Row[] {
  const list = state.overlay === 'none' || state.overlay === 'naming' || state.overlay === 'key' ? state.step : state.overlay
  const id: ListId = list === 'topic' || list === 'rounds' ? 'unfinished' : isOnTopics(state) ? 'topics' : list
  const items = itemsOf(state, id, place)
  const at = state.at[id]
  const room = Math.max(1, place.room)
  const from = windowFrom(at, items.length, room)
  const x = place.columns < 60 ? 1 : place.x
  const width = place.columns - x - 3
  const beside = items.some(({about}) => about !== '')
  const longest = Math.max(2, ...items.map(({name}) => textWidth(clip(name, 200))))
  const name = beside ? Math.min(longest, Math.floor(width * (id === 'unfinished' ? 0.6 : id === 'topics' ? 0.42 : 0.35))) : width
  return items.slice(from, from + room).map((item, index) => {
    const here = from + index === at
    const spans = [span(' '.repeat(x)), span(here ? '› ' : '  ', bold), span(cell(item.name, name), here ? bold : undefined)]
    if (beside) spans.push(span(`  ${clip(item.about, width - name - 2)}`, dim))
    return {spans, focus: here}
  })
}

function itemsOf(state: WizardState, list: ListId, place: Around): readonly Item[] {
  const {facts} = state
  const {words} = place
  switch (list) {
    case 'protocol':
      return facts.protocols.map(({label, about}) => ({name: label, about}))
    case 'voice':
      return voiceChoices(state).map(id => voiceItem(state, id, words))
    case 'unfinished':
      return facts.unfinished.map(({topic, date, where}) => ({name: topic, about: fill(words.resumeRow, {date, where})}))
    case 'lineups':
      return facts.lineups.map(({name, ids}) => ({name, about: ids.map(id => nameOf(state, id)).join(words.listSeparator)}))
    case 'services':
      return facts.services.map(({label, server, has}) => ({
        name: label,
        about: [clip(server, 40), ...(has === undefined ? [] : [fill(words.keyHas, {from: clip(has, 30)})])].join(' · '),
      }))
    case 'problems':
      return facts.problems.map(name => ({name, about: ''}))
    case 'topics':
      return topicChoices(state).map(choice => topicItem(state, choice, words))
    case 'debate':
      return debateItems(words)
    case 'discover':
      return discoverItems(place)
    case 'files':
    case 'seats':
    case 'confirm':
      return []
    default:
      return list satisfies never
  }
}

function voiceItem(state: WizardState, id: string, words: WizardWords): Item {
  if (id === 'rehearsal' || id === 'manual' || id === 'again' || id === 'key')
    return {name: words[`voice.${id}`], about: words[`voiceAbout.${id}`]}
  const voice = state.facts.voices.find(known => known.id === id)
  const facts = [voice?.model, voice?.server].flatMap(fact => (fact === undefined ? [] : [clip(fact, 40)]))
  const about = [fill(words['voiceAbout.model'], {label: clip(voice?.label ?? id, 40)}), ...facts].join(' · ')
  const unproven = voice?.experimental ? 'voiceAbout.experimental' : voice?.unsure ? 'voiceAbout.unsure' : undefined
  return {name: voiceName(id, words), about: unproven ? words[unproven] : about}
}
