import type {WizardWords} from '../../i18n/wizard.ts'
import type {Frame, Part, WizardResult} from '../ports.ts'
import {makeComposer} from '../terminal/composer.ts'
import type {InputEvent} from '../terminal/decoder.ts'
import {keyName} from '../terminal/keys.ts'
import {picking} from './answers.ts'
import {makeKeyEntry} from './key-entry.ts'
import {fieldTakes, forField, type Meaning, meaningOf} from './keys.ts'
import {type WizardAction, wizardReducer} from './reducer.ts'
import {type Facts, fieldOf, formOf, initialState, type Objection, steps, type WizardInitial, type World} from './state.ts'
import {Page} from './view.tsx'
import {chipLabel, windowRows} from './window.ts'

export type {WizardAction} from './reducer.ts'
export type {Objection, WizardInitial, WizardState, World} from './state.ts'

export type WizardOptions = {
  readonly world: World
  readonly frame: Frame
  readonly words: WizardWords
  readonly initial?: WizardInitial
  /** Runs `act` after the frame that is due; what is read of the world waits until then. */
  readonly later?: (act: () => void) => void
}

/** How a meeting is begun: one page, filled from top to bottom. The world is read after the first frame, or when it is needed. */
export function makeWizard({
  world,
  frame,
  words,
  initial,
  later = act => void setImmediate(act),
}: WizardOptions): Part<WizardResult> {
  let state = initialState(world.lang, initial)
  let known = false
  let preview: {form: string; found: ReturnType<World['preview']>} | undefined
  let example = 0
  let stopLooking = () => {}
  let finish: (result: WizardResult) => void = () => {}
  const done = new Promise<WizardResult>(resolve => {
    finish = resolve
  })
  const composer = makeComposer({chipLabel: chipLabel(words), maxRows: 5})
  if (state.topic !== '') composer.set(state.topic)

  let running = false
  const dispatch = (action: WizardAction) => {
    state = wizardReducer(state, action)
    keyEntry.settle()
    if (state.result === undefined) return
    stopLooking()
    finish(state.result)
  }
  const keyEntry = makeKeyEntry({
    world,
    state: () => state,
    dispatch,
    look: known => {
      stopLooking()
      running = false
      if (world.look !== undefined) return look(known)
      dispatch({type: 'found', facts: {voices: world.voices()}})
      known()
    },
  })
  const know = () => {
    if (known) return
    known = true
    // The list of voices must not change under the person's fingers when the look begins a moment later.
    dispatch({type: 'found', facts: {...factsOf(world), looking: world.look !== undefined}})
  }
  /** What is found in the background answers the question of the voice, unless the person has. */
  const look = (found: () => void = () => {}) => {
    if (world.look === undefined || running) return
    running = true
    dispatch({type: 'found', facts: {looking: true}})
    stopLooking = world.look(() => {
      running = false
      dispatch({type: 'found', facts: {voices: world.voices(), looking: false}})
      found()
      frame.changed()
    })
  }
  later(() => {
    dispatch({type: 'found', facts: {unfinished: world.unfinished()}})
    frame.changed()
    later(() => {
      know()
      look()
      frame.changed()
    })
  })

  const enter = () => {
    know()
    if (state.step === 'topic' && state.overlay === 'none') answerTopic()
    const again = state.notice
    dispatch({type: 'enter', objections: objectionsOf(world, state)})
    if (state.notice !== again && state.notice?.key === 'lookedAgain') lookAgain()
  }
  const answerTopic = () => {
    const text = composer.text()
    dispatch({type: 'topic', text})
    const said = state.topic === '' ? undefined : world.understand(text)
    if (said === undefined) return
    dispatch({type: 'understood', said})
    composer.set(state.topic)
  }
  /** What was found meanwhile answers the question; else the notice stands. */
  const lookAgain = () => {
    const {notice} = state
    const said = () => {
      if (state.voice === undefined && notice) dispatch({type: 'notice', notice})
    }
    dispatch({type: 'found', facts: {voices: world.voices()}})
    if (world.look === undefined) return said()
    dispatch({type: 'open', step: 'voice'})
    look(said)
  }
  const save = () => {
    const name = state.naming.trim()
    if (name === '') return dispatch({type: 'notice', notice: {key: 'nameMissing'}})
    world.saveLineup(name, state.chosen)
    dispatch({type: 'saved', name, lineups: world.lineups()})
  }
  const giveExample = () => {
    const examples = words.topicExamples.split('\n')
    // Only what the person did not write is replaced.
    if (!composer.isEmpty() && !examples.includes(composer.text())) return
    composer.set(examples[example++ % examples.length] ?? '')
  }
  const act = (meaning: Meaning) => {
    if (meaning === undefined) return
    if (meaning === 'enter') enter()
    else if (meaning === 'save') save()
    else if (meaning === 'example') giveExample()
    else dispatch(meaning)
  }
  const write = (event: InputEvent): boolean => {
    if (state.step !== 'topic' || state.overlay !== 'none') return false
    if (event.type === 'text') composer.insert(event.text)
    else if (event.type === 'paste') composer.paste(event.text)
    else return event.type === 'key' && composer.press(keyName(event))
    return true
  }

  // The stock field hears a key some turns after it is fed; whatever comes meanwhile waits its turn behind it.
  let waiting: readonly InputEvent[] = []
  let listens = false
  let fed = false
  const pump = () => {
    while (waiting.length > 0 && !fed && state.result === undefined) {
      const [event, ...rest] = waiting as [InputEvent, ...InputEvent[]]
      const pieces = forField(state, event)
      if (pieces !== undefined && !listens) return
      waiting = rest
      if (pieces === undefined) {
        if (!keyEntry.take(event) && !write(event)) for (const meaning of meaningOf(state, event)) act(meaning)
        frame.changed('now')
        continue
      }
      const [piece, ...others] = pieces
      waiting = [...others, ...rest]
      if (piece === undefined || !fieldTakes(state, piece)) continue
      fed = true
      frame.feed(piece)
    }
  }
  const ports = {
    onChange: (text: string) => dispatch(fieldOf(state) === 'naming' ? {type: 'naming', text} : {type: 'rounds', text}),
    onSubmit: () => act(fieldOf(state) === 'naming' ? 'save' : 'enter'),
    onReady(ready: boolean) {
      listens = ready
      if (!ready) fed = false
      else pump()
    },
    onTaken() {
      // Every listener of this key has heard it then.
      queueMicrotask(() => {
        fed = false
        frame.changed('now')
        pump()
      })
    },
  }

  return {
    done,
    take(event) {
      if (event.type === 'focus' || event.type === 'reply') return
      if (event.type === 'key' && keyName(event) === 'ctrl+c') return dispatch({type: 'quit'})
      waiting = [...waiting, event]
      pump()
    },
    layout(size) {
      const form = formOf(state)
      const key = JSON.stringify(form)
      if (state.step === 'confirm' && preview?.form !== key) preview = {form: key, found: world.preview(form)}
      const {rows, cursor} = windowRows(state, {words, size, composer: composer.view, preview: preview?.found})
      return {tree: <Page rows={rows} state={state} size={size} ports={ports} />, ...(cursor ? {cursor} : {})}
    },
  }
}

const factsOf = (world: World): Partial<Facts> => ({
  personas: world.personas(),
  problems: world.problems(),
  voices: world.voices(),
  protocols: world.protocols(),
  lineups: world.lineups(),
  ...(world.fold ? {fold: world.fold} : {}),
  ...(world.keys ? {services: world.keys.services(), keysAt: world.keys.path()} : {}),
})

/** A plan takes a while, so it is asked for only where people and rounds are about to be left, or nothing else is open. */
function objectionsOf(world: World, state: ReturnType<typeof initialState>): readonly Objection[] {
  const last = steps.every(step => step === 'confirm' || step === state.step || state.answered.includes(step))
  if (state.overlay !== 'none' || !(last || state.step === 'seats' || state.step === 'rounds')) return []
  const form = formOf(picking(state))
  return world.objections?.(form) ?? world.check(form).map(text => ({step: 'confirm', text}))
}
