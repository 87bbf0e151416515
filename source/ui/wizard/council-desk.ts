import type {Frame} from '../ports.ts'
import {isOnTopics, settledBy, topicChoices} from './council.ts'
import type {Grounds} from './desks.ts'
import {formOf} from './form.ts'
import type {WizardAction} from './reducer.ts'
import type {WizardState, World} from './state.ts'

type Given = {
  readonly world: World
  readonly state: () => WizardState
  readonly dispatch: (action: WizardAction) => void
  readonly frame: Pick<Frame, 'changed'>
  /** The question of the topic is left, as by Enter. */
  readonly answered: () => void
}

/** What the world is asked about a council: who sits, which topic a model would take, and what would be read. */
export function makeCouncilDesk({world, state, dispatch, frame, answered}: Given) {
  const desk = world.council
  let routed = ''
  let stopAsking: (() => void) | undefined
  let grounds: {readonly form: string; readonly found: Grounds} | undefined

  /** Routes anew where something changed that decides who sits. */
  const settle = (wanted: WizardState) => {
    if (desk === undefined || wanted.protocol !== 'council' || wanted.topic === '') return
    const {topic, council, chosen} = wanted
    const byMembers = council.by === 'members'
    const key = JSON.stringify([topic, council, byMembers ? chosen : []])
    if (key === routed) return
    routed = key
    const form = formOf(wanted)
    const said = desk.route({...form, council: settledBy(council, 'request')})
    const routing = council.by === 'request' ? said : desk.route(form)
    dispatch({type: 'routed', routing, said, ...(byMembers ? {} : {chosen: routing.members})})
  }

  const ask = () => {
    dispatch({type: 'asking', on: true})
    const before = state()
    stopAsking = desk?.ask(formOf({...before, chosen: []}), found => {
      stopAsking = undefined
      dispatch({type: 'asking', on: false})
      if ('problem' in found) dispatch({type: 'notice', notice: {key: 'topicUnasked', slots: {why: found.problem}}})
      else {
        dispatch({type: 'chose', topic: found.topic})
        answered()
      }
      frame.changed()
    })
  }

  return {
    settle,
    /** What settles this request is read once, to no effect. */
    prepare: () => void desk?.route(formOf({...state(), protocol: 'council', council: {by: 'request'}})),
    /** The person wants a model to choose: it is asked, and the question stays open until then. */
    asked(): boolean {
      const now = state()
      if (!isOnTopics(now) || topicChoices(now)[now.at.topics] !== 'ask') return false
      ask()
      return true
    },
    stop() {
      stopAsking?.()
      stopAsking = undefined
      const {asking, result} = state()
      if (asking && result === undefined) dispatch({type: 'asking', on: false})
    },
    grounds(): Grounds | undefined {
      const form = formOf(state())
      const key = JSON.stringify([form.topic, form.council, form.seats.map(({id}) => id)])
      if (desk !== undefined && grounds?.form !== key) grounds = {form: key, found: desk.ground(form)}
      return grounds?.found
    },
  }
}
