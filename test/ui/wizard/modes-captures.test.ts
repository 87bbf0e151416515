import {expect, test} from 'vitest'
import {captureOf, committed} from './capture.ts'
import {wholeWorld} from './desks.ts'
import {makeStage, type Stage} from './stage.ts'

const disk = {'docs/plan.md': 5213, 'docs/measurements.csv': 812_344}
const rehearsed = {initial: {voice: 'rehearsal'}} as const

const toReview = async (stage: Stage, topic: string) => {
  await stage.type(`${topic}\r`)
  await stage.keys('down', 'down', 'enter')
}
const toCouncil = async (stage: Stage, topic: string) => {
  await stage.type(`${topic}\r`)
  await stage.keys('end', 'enter')
}

/** A few states of the two modes, each in the window and language in which it is tightest. */
const states = [
  {
    name: 'review-files-80x24-zh',
    world: wholeWorld({models: true}, disk),
    go: async (stage: Stage) => {
      await toReview(stage, '缓存方案要不要上线')
      await stage.paste('docs/plan.md\ndocs/measurements.csv\nnotes.md')
    },
  },
  {
    name: 'review-confirmation-80x24-en',
    world: wholeWorld({lang: 'en', models: true}, disk),
    go: async (stage: Stage) => {
      await toReview(stage, 'Should we ship the cache')
      await stage.paste('docs/plan.md docs/measurements.csv')
      await stage.keys('enter', 'enter', 'enter')
    },
  },
  {
    name: 'council-topics-40x12-en',
    world: wholeWorld({lang: 'en'}),
    columns: 40,
    rows: 12,
    ...rehearsed,
    go: (stage: Stage) => toCouncil(stage, 'What shall we have for lunch'),
  },
  {
    name: 'council-asked-80x24-en',
    world: wholeWorld({lang: 'en', models: true}),
    go: (stage: Stage) => toCouncil(stage, 'What shall we have for lunch'),
  },
  {
    name: 'council-confirmation-120x40-zh',
    world: wholeWorld({}),
    columns: 120,
    rows: 40,
    ...rehearsed,
    go: (stage: Stage) => toCouncil(stage, '要不要优化'),
  },
] as const

test.each(states)('$name looks as it was committed', async ({name, world, go, ...options}) => {
  const stage = makeStage(world, options)
  await stage.settle()
  await go(stage)
  const capture = captureOf(stage.term)
  stage.close()
  expect(capture.split('\n')).toEqual(committed(name, capture).split('\n'))
  expect(stage.errors).toEqual([])
})
