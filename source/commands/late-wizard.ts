import type {Lang} from '../core/events.ts'
import type {WizardWords} from '../i18n/wizard.ts'
import type {Frame, Part, WizardResult} from '../ui/ports.ts'
import type {InputEvent} from '../ui/terminal/decoder.ts'
import {keyName} from '../ui/terminal/keys.ts'
import {makeWizard, type WizardInitial, type World} from '../ui/wizard/index.tsx'
import type {WholeWorld as Whole} from './wizard-world.ts'

export type LateWizard = {
  readonly frame: Frame
  readonly lang: Lang
  readonly words: WizardWords
  /** Loads and reads the world; called once, when the first frame is out. */
  readonly world: () => Promise<Whole>
  /** What the command line said already. */
  readonly initial?: WizardInitial
}

/** A wizard whose first frame waits for nothing. Keys that come before the world does are taken in their order when it is there. */
export function lateWizard({frame, lang, words, world, initial}: LateWizard): Part<WizardResult> {
  let known: Whole | undefined
  const early: InputEvent[] = []
  const loaded = afterFrame()
    .then(world)
    .then(found => {
      known = found
      for (const event of early.splice(0)) wizard.take(event)
    })
  const wizard = makeWizard({
    frame,
    words,
    ...(initial ? {initial} : {}),
    world: worldOnceKnown(lang, () => {
      if (!known) throw new Error('the world was asked before it was known')
      return known
    }),
    later: act => void loaded.then(() => setImmediate(act)),
  })
  return {
    ...wizard,
    take(event) {
      const leaves = event.type === 'key' && keyName(event) === 'ctrl+c'
      if (known || leaves) wizard.take(event)
      else early.push(event)
    },
  }
}

/** The first frame goes out on a timer of the least time, which is set before this one. */
const afterFrame = () => new Promise<void>(resolve => setTimeout(resolve, 1))

const worldOnceKnown = (lang: Lang, world: () => Whole): World => ({
  lang,
  personas: () => world().personas(),
  problems: () => world().problems(),
  voices: () => world().voices(),
  look(found) {
    const {look} = world()
    if (look) return look(found)
    found()
    return () => {}
  },
  protocols: () => world().protocols(),
  unfinished: () => world().unfinished(),
  lineups: () => world().lineups(),
  saveLineup: (name, ids) => world().saveLineup(name, ids),
  understand: sentence => world().understand(sentence),
  check: form => world().check(form),
  preview: form => world().preview(form),
  objections: form => world().objections(form),
  fold: name => world().fold(name),
  guests: protocol => world().guests(protocol),
  review: {
    usual: () => world().review.usual(),
    read: (text, have) => world().review.read(text, have),
  },
  council: {
    topics: () => world().council.topics(),
    route: form => world().council.route(form),
    ask: (form, done) => world().council.ask(form, done),
    ground: form => world().council.ground(form),
  },
  keys: {
    services: () => world().keys.services(),
    keep: (id, key) => world().keys.keep(id, key),
    trouble: id => world().keys.trouble(id),
    path: () => world().keys.path(),
  },
})
