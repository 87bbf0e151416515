import type {WizardWords} from '../../i18n/wizard.ts'
import type {Frame, Part, WizardResult} from '../ports.ts'
import {makeComposer} from '../terminal/composer.ts'
import type {InputEvent} from '../terminal/decoder.ts'
import {keyName} from '../terminal/keys.ts'
import {heldAs, picking} from './answers.ts'
import {isOnTopics} from './council.ts'
import {makeCouncilDesk} from './council-desk.ts'
import {formOf} from './form.ts'
import {makeKeyEntry} from './key-entry.ts'
import {fieldTakes, forField, type Meaning, meaningOf} from './keys.ts'
import {makeLook} from './look.ts'
import {stepsOf} from './modes.ts'
import {makePump} from './pump.ts'
import {type WizardAction, wizardReducer} from './reducer.ts'
import {type Facts, fieldOf, initialState, type Objection, type WizardInitial, type WizardState, type World} from './state.ts'
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
  let erasing = false
  let finish: (result: WizardResult) => void = () => {}
  const done = new Promise<WizardResult>(resolve => {
    finish = resolve
  })
  const field = () => makeComposer({chipLabel: chipLabel(words), maxRows: 5})
  const [topic, paths] = [field(), field()]
  if (state.topic !== '') topic.set(state.topic)

  const dispatch = (action: WizardAction) => {
    state = wizardReducer(state, action)
    keyEntry.settle()
    if (state.result === undefined) return
    look.stop()
    council.stop()
    finish(state.result)
  }
  const parts = {world, state: () => state, dispatch, frame}
  const look = makeLook(parts)
  const council = makeCouncilDesk({...parts, answered: () => enter()})
  const keyEntry = makeKeyEntry({...parts, look: look.anew})
  const know = () => {
    if (known) return
    known = true
    // The list of voices must not change under the person's fingers when the look begins a moment later.
    dispatch({type: 'found', facts: {...factsOf(world), looking: world.look !== undefined}})
  }
  /** Those who sit at this kind of meeting only are many files: they are read when they are wanted. */
  const invite = (protocol: string) => {
    const {personas} = state.facts
    const guests = personas.some(one => one.protocol === protocol) ? [] : (world.guests?.(protocol) ?? [])
    if (guests.length > 0) dispatch({type: 'found', facts: {personas: [...personas, ...guests]}})
  }
  later(() => {
    dispatch({type: 'found', facts: {unfinished: world.unfinished()}})
    frame.changed()
    later(() => {
      know()
      look.begin()
      frame.changed()
    })
  })

  const enter = () => {
    know()
    if (state.step === 'files' && state.overlay === 'none' && !paths.isEmpty()) return putFiles()
    if (state.step === 'topic' && state.overlay === 'none') answerTopic()
    invite(picking(state).protocol)
    council.settle(picking(state))
    if (council.asked()) return
    const again = state.notice
    dispatch({type: 'enter', objections: objectionsOf(world, state)})
    if (state.notice !== again && state.notice?.key === 'lookedAgain') look.again()
    if (state.step === 'protocol') later(prepare)
  }
  /** While the person reads what kinds of meeting there are, so that no key waits for the one that is chosen. */
  const prepare = () => {
    for (const {id} of state.facts.protocols) invite(id)
    council.prepare()
    frame.changed()
  }
  const answerTopic = () => {
    const text = topic.text()
    dispatch({type: 'topic', text})
    const said = state.topic === '' ? undefined : world.understand(text)
    if (said === undefined) return
    if (said.protocol !== undefined) invite(heldAs(state, said.protocol).protocol)
    dispatch({type: 'understood', said})
    topic.set(state.topic)
  }
  /** What was refused stays in the field, to be mended. */
  const putFiles = () => {
    const read = world.review?.read(paths.text(), state.files)
    if (read === undefined) return
    dispatch({type: 'files', read})
    paths.set(read.refused.map(({said}) => said).join('\n'))
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
    if (!topic.isEmpty() && !examples.includes(topic.text())) return
    topic.set(examples[example++ % examples.length] ?? '')
  }
  const act = (meaning: Meaning) => {
    if (meaning === undefined) return
    if (state.asking) return meaning !== 'enter' && typeof meaning === 'object' && meaning.type === 'back' && council.stop()
    if (meaning === 'enter') return enter()
    if (meaning === 'save') return save()
    if (meaning === 'example') return giveExample()
    dispatch(meaning)
    council.settle(state)
  }
  const write = (event: InputEvent): boolean => {
    if (state.overlay !== 'none' || (state.step !== 'topic' && state.step !== 'files')) return false
    const writing = state.step === 'topic' ? topic : paths
    const fresh = writing.isEmpty()
    const erases = event.type === 'key' && keyName(event) === 'backspace'
    // A key that is held down to empty the field must not go on with the files below it.
    if (state.step === 'files' && fresh && erases && erasing) return true
    erasing = erases && !fresh
    if (event.type === 'text') writing.insert(event.text)
    else if (event.type === 'paste') {
      writing.paste(event.text)
      // Files that are dropped on a terminal come as a paste.
      if (state.step === 'files' && fresh) putFiles()
    } else if (event.type !== 'key' || (state.step === 'files' && fresh)) return false
    else if (state.step === 'files' && keyName(event) === 'ctrl+u') {
      writing.set('')
      dispatch({type: 'files', read: {files: state.files, refused: []}})
    } else return writing.press(keyName(event))
    return true
  }
  const {take, ...fed} = makePump({
    frame,
    pieces: event => forField(state, event),
    takes: piece => fieldTakes(state, piece),
    act(event) {
      if (!keyEntry.take(event) && !write(event)) for (const meaning of meaningOf(state, event)) act(meaning)
    },
    over: () => state.result !== undefined,
  })
  const ports = {
    ...fed,
    onChange: (text: string) => dispatch(fieldOf(state) === 'naming' ? {type: 'naming', text} : {type: 'rounds', text}),
    onSubmit: () => act(fieldOf(state) === 'naming' ? 'save' : 'enter'),
  }

  return {
    done,
    take(event) {
      if (event.type === 'focus' || event.type === 'reply') return
      if (event.type === 'key' && keyName(event) === 'ctrl+c') return dispatch({type: 'quit'})
      take(event)
    },
    layout(size) {
      const form = formOf(state)
      const key = JSON.stringify(form)
      if (state.step === 'confirm' && preview?.form !== key) preview = {form: key, found: world.preview(form)}
      const {rows, cursor} = windowRows(state, {
        words,
        size,
        composer: (state.step === 'files' ? paths : topic).view,
        preview: state.step === 'confirm' ? preview?.found : undefined,
        grounds: state.step === 'discover' ? council.grounds() : undefined,
      })
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
  ...(world.review ? {roles: world.review.usual()} : {}),
  ...(world.council ? {topics: world.council.topics()} : {}),
})

/** A plan takes a while, so it is asked for only where people and rounds are about to be left, or nothing else is open. */
function objectionsOf(world: World, state: WizardState): readonly Objection[] {
  const picked = picking(state)
  const last = stepsOf(picked).every(step => step === 'confirm' || step === state.step || state.answered.includes(step))
  const leaves = state.step === 'seats' ? !isOnTopics(state) : state.step === 'rounds'
  if (state.overlay !== 'none' || !(last || leaves)) return []
  const form = formOf(picked)
  return world.objections?.(form) ?? world.check(form).map(text => ({step: 'confirm', text}))
}
