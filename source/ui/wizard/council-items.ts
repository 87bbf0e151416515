import {fill} from '../../core/template.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardRouting} from '../ports.ts'
import type {Around} from './around.ts'
import {clip} from './row.ts'
import {voiceName} from './seat-rows.ts'
import {nameOf, peopleOf} from './seats.ts'
import type {WizardState} from './state.ts'

/** A row of a short list: what can be picked, and a word about it. */
export type Item = {readonly name: string; readonly about: string}

export function topicItem(state: WizardState, choice: string, words: WizardWords): Item {
  const voice = modelName(state, words)
  switch (choice) {
    case 'request':
      return {name: words['topic.request'], about: routingSaid(state, state.said, words)}
    case 'model':
      return {name: fill(words['topic.model'], {voice}), about: routingSaid(state, state.routing, words)}
    case 'ask':
      return {name: fill(words['topic.ask'], {voice}), about: fill(words.councilAskAbout, {count: state.facts.topics.length})}
    case 'people':
      return {name: words['topic.people'], about: fill(words.councilPeopleAbout, {count: peopleOf(state).length})}
    default: {
      const topic = state.facts.topics.find(({key}) => key === choice)
      const members = topic?.[state.routing?.mode ?? 'duo'] ?? []
      return {name: topic?.name ?? choice, about: namesOf(state, members, words)}
    }
  }
}

export const debateItems = (words: WizardWords): readonly Item[] =>
  (['on', 'off'] as const).map(id => ({name: words[`debate.${id}`], about: words[`debateAbout.${id}`]}))

export const discoverItems = ({words, given}: Around): readonly Item[] => [
  {name: words['discover.open'], about: given.grounds?.open ?? ''},
  {name: words['discover.on'], about: given.grounds?.on ?? ''},
  {name: words['discover.off'], about: words['discoverAbout.off']},
]

/** Topic, how many, who, by what and why, on one line; at the confirmation without who, because they follow. */
export function councilFolded(state: WizardState, words: WizardWords, withMembers: boolean): string {
  const {routing} = state
  if (state.chosen.length === 0 || routing === undefined) return ''
  const members = withMembers ? [namesOf(state, state.chosen, words)] : []
  const mode = state.council.by === 'members' ? [] : [words[`mode.${routing.mode}`]]
  return [clip(routing.topic, 30), ...mode, ...members, routing.routedBy, clip(routing.why, 80)].filter(Boolean).join(' · ')
}

/** What is answered of the two questions about how it goes on. */
export const debateFolded = ({routing}: WizardState, words: WizardWords): string => {
  const id = routing?.debate === false ? 'off' : 'on'
  return fill(words.modeRow, {label: words[`debate.${id}`], about: words[`debateAbout.${id}`]})
}

export const discoverFolded = ({routing}: WizardState, {words, given}: Pick<Around, 'words' | 'given'>): string =>
  given.preview?.ground ?? words[`discover.${routing?.discover ?? 'open'}`]

const routingSaid = (state: WizardState, routing: WizardRouting | undefined, words: WizardWords): string =>
  routing === undefined
    ? ''
    : [clip(routing.topic, 30), words[`mode.${routing.mode}`], namesOf(state, routing.members, words)].join(' · ')

const namesOf = (state: WizardState, ids: readonly string[], words: WizardWords) =>
  ids.map(id => clip(nameOf(state, id), 20)).join(words.listSeparator)

export const modelName = (state: WizardState, words: WizardWords) => voiceName(state.voice ?? '', words)
