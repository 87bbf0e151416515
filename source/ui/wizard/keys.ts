import {cleanIngest} from '../../core/text.ts'
import {graphemes} from '../../core/width.ts'
import type {InputEvent} from '../terminal/decoder.ts'
import {keyName} from '../terminal/keys.ts'
import {isOnTopics} from './council.ts'
import {judges, moderators} from './form.ts'
import type {WizardAction} from './reducer.ts'
import {fieldOf, mostNaming, type WizardState} from './state.ts'

/** What a key means where the composer is not asked; `enter` and `save` need the world, the rest is an action. */
export type Meaning = WizardAction | 'enter' | 'save' | 'example' | undefined

export function meaningOf(state: WizardState, event: InputEvent): readonly Meaning[] {
  switch (event.type) {
    case 'text':
      return state.step === 'seats' && state.overlay === 'none'
        ? graphemes(event.text).flatMap(character => typedOnList(state, character))
        : []
    case 'paste':
      if (state.step !== 'seats' || state.overlay !== 'none') return []
      return [{type: 'filter', typed: cleanIngest(event.text.slice(0, 200)).text.replace(/\s+/g, ' ').trim()}]
    case 'key':
      return [keyMeaning(state, keyName(event))]
    case 'focus':
    case 'reply':
      return []
    default:
      return event satisfies never
  }
}

/** A space chooses, the wide one of Chinese input methods too; names are found without their spaces. */
function typedOnList(state: WizardState, character: string): readonly Meaning[] {
  const isSpace = character === ' ' || character === '\u3000'
  if (isSpace && isOnTopics(state)) return []
  return [isSpace ? {type: 'toggle'} : {type: 'filter', typed: character}]
}

const ANYWHERE: Readonly<Record<string, Meaning>> = {
  enter: 'enter',
  escape: {type: 'back'},
  'shift+tab': {type: 'back'},
  up: {type: 'move', by: -1},
  down: {type: 'move', by: 1},
  'ctrl+p': {type: 'move', by: -1},
  'ctrl+n': {type: 'move', by: 1},
  pageup: {type: 'move', by: -8},
  pagedown: {type: 'move', by: 8},
  home: {type: 'move', by: -1000},
  end: {type: 'move', by: 1000},
}

const ON_SEATS: Readonly<Record<string, Meaning>> = {
  space: {type: 'toggle'},
  backspace: {type: 'erase', what: 'character'},
  'ctrl+u': {type: 'erase', what: 'all'},
  'shift+up': {type: 'reorder', by: -1},
  'shift+down': {type: 'reorder', by: 1},
  'alt+up': {type: 'reorder', by: -1},
  'alt+down': {type: 'reorder', by: 1},
  tab: {type: 'revoice'},
  'ctrl+s': {type: 'overlay', overlay: 'naming'},
  'ctrl+o': {type: 'overlay', overlay: 'lineups'},
  'ctrl+p': {type: 'overlay', overlay: 'problems'},
}

const ON_FILES: Readonly<Record<string, Meaning>> = {
  backspace: {type: 'unfile'},
  delete: {type: 'unfile'},
  tab: {type: 'kind'},
}

const ON_TOPICS: Readonly<Record<string, Meaning>> = {tab: {type: 'mode'}, space: undefined}

function keyMeaning(state: WizardState, key: string): Meaning {
  if (state.overlay === 'none') {
    if (isOnTopics(state)) return key in ON_TOPICS ? ON_TOPICS[key] : ANYWHERE[key]
    if (state.step === 'seats' && key in ON_SEATS) return ON_SEATS[key]
    if (state.step === 'files' && key in ON_FILES) return ON_FILES[key]
    if (state.step === 'topic' && key === 'ctrl+r') return openUnfinished(state)
    if (state.step === 'topic' && key === 'tab') return 'example'
    if (state.step === 'confirm' && key === 'tab' && moderators(state).length > 0) return {type: 'moderator'}
    if (state.step === 'confirm' && key === 'tab' && judges(state).length > 1) return {type: 'judge'}
  } else {
    if (key === 'ctrl+o' || key === 'ctrl+p' || key === 'ctrl+r') return {type: 'overlay', overlay: 'none'}
    if (state.overlay === 'naming' && key === 'enter') return 'save'
  }
  return ANYWHERE[key]
}

/** One is gone on with at once; of several the person picks. */
const openUnfinished = ({facts}: WizardState): Meaning =>
  facts.unfinished.length === 1 ? {type: 'resume'} : {type: 'overlay', overlay: 'unfinished'}

/**
 * The same keys for the stock field, one at a time and only what it will take: undefined where the wizard is meant. Its caret
 * would stray if something it was fed were refused.
 */
export function forField(state: WizardState, event: InputEvent): readonly InputEvent[] | undefined {
  const field = fieldOf(state)
  if (field === undefined) return undefined
  if (event.type === 'key') return ['backspace', 'enter'].includes(keyName(event)) ? [event] : undefined
  if (event.type !== 'text' && event.type !== 'paste') return undefined
  const text = cleanIngest(event.text.slice(0, 400)).text.replace(/\s+/g, ' ')
  return graphemes(field === 'rounds' ? text.normalize('NFKC') : text).map(character => ({type: 'text', text: character}))
}

/** Whether the field has room for this one. */
export function fieldTakes(state: WizardState, event: InputEvent): boolean {
  if (event.type !== 'text') return true
  if (fieldOf(state) === 'rounds') return /^\d$/.test(event.text) && state.rounds.length < 2
  return graphemes(state.naming).length < mostNaming && !/\p{Cs}/u.test(event.text)
}
