import {expect, it} from 'vitest'
import {lateWizard} from '../../source/commands/late-wizard.ts'
import {wizardWords} from '../../source/i18n/wizard.ts'
import type {Frame} from '../../source/ui/ports.ts'
import type {World} from '../../source/ui/wizard/index.tsx'

const frame: Frame = {changed() {}, touched() {}, feed() {}, bell() {}, every: () => () => {}}
const key = (name: string) => ({type: 'key', name, ctrl: false, alt: false, shift: false}) as const

it('keys that come before the world is there are taken then, in their order', async () => {
  const understood: string[] = []
  let arrive: (world: Required<World>) => void = () => {}
  const wizard = lateWizard({
    frame,
    lang: 'en',
    words: wizardWords.en,
    world: () => new Promise(resolve => (arrive = resolve)),
  })
  wizard.layout({columns: 80, rows: 24})
  wizard.take({type: 'text', text: 'Whom is a '})
  await new Promise(resolve => setTimeout(resolve, 5))
  wizard.take({type: 'text', text: 'city for'})
  wizard.take(key('enter'))
  expect(understood).toEqual([])
  arrive(emptyWorld(understood))
  await new Promise(resolve => setImmediate(resolve))
  expect(understood).toEqual(['Whom is a city for'])
})

it('Ctrl+C leaves before the world is there', async () => {
  const wizard = lateWizard({frame, lang: 'en', words: wizardWords.en, world: () => new Promise(() => {})})
  wizard.take({...key('c'), ctrl: true})
  expect(await wizard.done).toEqual({kind: 'quit'})
})

function emptyWorld(understood: string[]): Required<World> {
  return {
    lang: 'en',
    personas: () => [],
    problems: () => [],
    voices: () => [],
    look: () => () => {},
    protocols: () => [],
    unfinished: () => [],
    lineups: () => [],
    saveLineup: () => {},
    understand(sentence) {
      understood.push(sentence)
      return undefined
    },
    check: () => [],
    preview: () => ({speeches: 0, folder: ''}),
    objections: () => [],
    fold: name => name,
    guests: () => [],
    review: {usual: () => [], read: () => ({files: [], refused: []})},
    council: {
      topics: () => [],
      route: () => ({members: [], topic: '', mode: 'duo', routedBy: '', why: '', debate: true, discover: 'open'}),
      ask: () => () => {},
      ground: () => ({open: '', on: ''}),
    },
    keys: {services: () => [], keep: () => ({problem: '', unlike: true}), trouble: () => undefined, path: () => ''},
  }
}
