import type {Frame} from '../ports.ts'
import type {WizardAction} from './reducer.ts'
import type {WizardState, World} from './state.ts'

type Given = {
  readonly world: World
  readonly state: () => WizardState
  readonly dispatch: (action: WizardAction) => void
  readonly frame: Pick<Frame, 'changed'>
}

/** Voices with a model, looked for in the background. What is found answers the question, unless the person has. */
export function makeLook({world, state, dispatch, frame}: Given) {
  let running = false
  let stop = () => {}
  const begin = (found: () => void = () => {}) => {
    if (world.look === undefined || running) return
    running = true
    dispatch({type: 'found', facts: {looking: true}})
    stop = world.look(() => {
      running = false
      dispatch({type: 'found', facts: {voices: world.voices(), looking: false}})
      found()
      frame.changed()
    })
  }
  return {
    begin,
    stop: () => stop(),
    /** From the start, because something has changed. */
    anew(found: () => void) {
      stop()
      running = false
      if (world.look !== undefined) return begin(found)
      dispatch({type: 'found', facts: {voices: world.voices()}})
      found()
    },
    /** What was found meanwhile answers the question; else the notice stands. */
    again() {
      const {notice} = state()
      const said = () => {
        if (state().voice === undefined && notice) dispatch({type: 'notice', notice})
      }
      dispatch({type: 'found', facts: {voices: world.voices()}})
      if (world.look === undefined) return said()
      dispatch({type: 'open', step: 'voice'})
      begin(said)
    },
  }
}
