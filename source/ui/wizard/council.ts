import type {WizardCouncil} from '../ports.ts'
import {matchesOf} from './seats.ts'
import {modelless, type WizardState} from './state.ts'

/** How it is settled who sits on a council: by the request, by a topic, or one by one. */

/** The list of topics is open, and not that of the members. */
export const isOnTopics = ({protocol, step, overlay, people}: WizardState): boolean =>
  protocol === 'council' && step === 'seats' && overlay === 'none' && !people

/** What the list of topics offers: what the request says, what a model chose or could choose, the topics, the members. */
export const topicChoices = (state: WizardState): readonly string[] => [
  ...(settles(state) ? ['request'] : []),
  ...(state.council.by === 'model' ? ['model'] : []),
  ...(canAsk(state) ? ['ask'] : []),
  ...state.facts.topics.map(({key}) => key),
  'people',
]

/** The words of the request are enough. */
export const settles = ({said}: WizardState): boolean => (said?.members.length ?? 0) > 0

/** No word of the request settles a topic, and there is a model to ask. */
export function canAsk(state: WizardState): boolean {
  const [base = ''] = (state.voice ?? '').split(/[:/]/)
  const hasModel = base !== '' && !modelless.includes(base)
  return hasModel && !settles(state) && state.council.by !== 'model'
}

/** With the highlighted row of the topics. */
export function topicPicked(state: WizardState): WizardCouncil {
  const choice = topicChoices(state)[state.at.topics]
  if (choice === undefined || ['model', 'ask', 'people'].includes(choice)) return state.council
  return choice === 'request' ? settledBy(state.council, 'request') : {...state.council, by: 'topic', topic: choice}
}

/** Where the list of topics opens. */
export function placeOfTopic(state: WizardState): number {
  const {by, topic = ''} = state.council
  const wanted = by === 'topic' ? topic : by === 'members' ? 'people' : by
  return Math.max(0, topicChoices(state).indexOf(wanted))
}

/** Whoever changes the members names them. */
export const byHand = ({council, protocol}: WizardState): WizardCouncil =>
  protocol === 'council' ? settledBy(council, 'members') : council

export function settledBy({topic: _, ...rest}: WizardCouncil, by: 'request' | 'members'): WizardCouncil {
  return {...rest, by}
}

/** The list of members, open on the first one who sits. */
export function openPeople(state: WizardState): WizardState {
  const open = {...state, people: true, filter: '', found: false}
  const at = matchesOf(open).findIndex(({persona}) => persona.id === state.chosen[0])
  return {...open, at: {...state.at, seats: Math.max(0, at)}}
}
