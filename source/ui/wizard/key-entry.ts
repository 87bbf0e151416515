import type {InputEvent} from '../terminal/decoder.ts'
import {keyName} from '../terminal/keys.ts'
import type {WizardAction} from './reducer.ts'
import {makeSecret} from './secret.ts'
import type {WizardState, World} from './state.ts'

export type KeyEntryPorts = {
  readonly world: World
  state(): WizardState
  dispatch(action: WizardAction): void
  /** Looks at the voices anew, and calls back when they are known. */
  look(known: () => void): void
}

export type KeyEntry = {
  /** True when the masked field is open and the event was its own. */
  take(event: InputEvent): boolean
  /** Forgets what was typed once the field is no longer open; to be called after every change. */
  settle(): void
}

/** A service's key: typed or pasted, kept, and forgotten here in the same moment, whatever came of it. */
export function makeKeyEntry({world, state, dispatch, look}: KeyEntryPorts): KeyEntry {
  const secret = makeSecret()

  const typed = (change: () => void) => {
    change()
    dispatch({type: 'keyTyped', count: secret.count()})
  }
  const store = () => {
    const service = state().facts.services.find(({id}) => id === state().keyFor)
    const entered = secret.take()
    dispatch({type: 'keyTyped', count: 0})
    if (service === undefined || world.keys === undefined) return
    if (entered === '') return dispatch({type: 'notice', notice: {key: 'keyMissing'}})
    const kept = world.keys.keep(service.id, entered)
    const name = service.label
    if ('problem' in kept) {
      const key = kept.unlike ? 'keyUnlike' : 'keyUnkept'
      return dispatch({type: 'notice', notice: {key, slots: {name, why: kept.problem}}})
    }
    const slots = {name, masked: kept.masked, why: world.keys.path(), from: kept.shadowedBy ?? ''}
    const services = world.keys.services()
    dispatch({type: 'keyKept', services, notice: {key: 'keyKept', slots}})
    look(() => {
      const why = world.keys?.trouble(service.id)
      if (state().facts.voices.some(({id}) => id === service.voice)) {
        const key = kept.shadowedBy === undefined ? 'keyReady' : 'keyShadowed'
        dispatch({type: 'propose', voice: service.voice, notice: {key, slots}})
      } else dispatch({type: 'notice', notice: {key: 'keyUseless', slots: {...slots, why: why ?? ''}}})
    })
  }
  return {
    take(event) {
      if (state().overlay !== 'key') return false
      if (event.type === 'text') typed(() => secret.insert(event.text))
      else if (event.type === 'paste') typed(() => secret.insert(event.text.trim()))
      else if (event.type === 'key') {
        const key = keyName(event)
        if (key === 'escape' || key === 'shift+tab') return false
        if (key === 'enter') store()
        else if (key === 'backspace') typed(() => secret.erase('character'))
        else if (key === 'ctrl+u' || key === 'ctrl+w') typed(() => secret.erase('all'))
      }
      return true
    },
    settle() {
      if (state().overlay !== 'key' || state().result !== undefined) secret.erase('all')
    },
  }
}
