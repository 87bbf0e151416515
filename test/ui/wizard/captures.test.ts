import {describe, expect, test} from 'vitest'
import {captureOf, committed} from './capture.ts'
import {makeStage, type Stage} from './stage.ts'
import {makeWorld} from './world.ts'

const topic = {zh: '人工智能会不会取代程序员', en: 'Will AI replace programmers'}
const filter = {zh: '教员', en: 'smith'}

/** The named states, each as the keys that lead there; each says in its footer what can be done now. */
const states = {
  empty: {go: async (_: Stage) => {}, can: {zh: /Enter 下一步/, en: /Enter next/}},
  filtered: {
    go: async (stage: Stage, lang: 'zh' | 'en') => {
      await stage.type(`${topic[lang]}\r`)
      await stage.type(` ${filter[lang]} `)
    },
    can: {zh: /空格 选/, en: /Space choose/},
  },
  confirmation: {
    go: async (stage: Stage, lang: 'zh' | 'en') => {
      await stage.type(`${topic[lang]}\r`)
      await stage.type(' \x1b[B \r')
      await stage.type('\r')
    },
    can: {zh: /Enter 开始/, en: /Enter begin/},
  },
  'no-voices': {
    go: async (stage: Stage, lang: 'zh' | 'en') => {
      await stage.type(`${topic[lang]}\r`)
      await stage.keys('esc')
      await stage.type('\r')
    },
    can: {zh: /Enter 选定/, en: /Enter choose/},
  },
  'entering-a-key': {
    go: async (stage: Stage, lang: 'zh' | 'en') => {
      await stage.type(`${topic[lang]}\r`)
      await stage.type('\x1b[B\x1b[B\r\r')
      await stage.paste('sk-0123456789abcdef0123456789abcdef')
    },
    can: {zh: /Enter 存下/, en: /Enter save/},
  },
  'before-paying': {
    go: async (stage: Stage, lang: 'zh' | 'en') => {
      await stage.type(`${topic[lang]}\r`)
      await stage.type(' \x1b[B \r')
      await stage.type('\r')
    },
    can: {zh: /同意，开始/, en: /Agree and begin/},
  },
} as const

/** Found on this machine before the state is looked at. */
const found = [{id: 'claude', label: 'Claude Code', asks: 'paid', model: 'sonnet', server: 'api.anthropic.com'}] as const
const estimate = {calls: 8, tokens: {min: 12_345, max: 98_765}}

describe.each(['zh', 'en'] as const)('%s', lang => {
  describe.each([
    [60, 20],
    [80, 24],
    [120, 40],
  ])('%dx%d', (columns, rows) => {
    test.each(Object.keys(states) as (keyof typeof states)[])(
      '%s looks as it was committed, and without colour says the same',
      async name => {
        const world = makeWorld(
          {
            ...(name === 'before-paying'
              ? {voices: () => found, preview: () => ({speeches: 8, folder: 'transcripts/2026-08-03-0900', estimate})}
              : {}),
            problems: () => ['~/.claude/skills/x-perspective/SKILL.md:1: …'],
            lineups: () => [{name: 'A', ids: ['marx-perspective']}],
            unfinished: () => [{folder: '/a', topic: topic[lang], date: '2026-08-01', where: 'transcripts/2026-08-01-0900-x'}],
          },
          lang,
        )
        const texts: string[] = []
        for (const colours of ['ansi16', 'none'] as const) {
          const stage = makeStage(world, {
            columns,
            rows,
            colours,
            ...(name === 'empty' || name === 'filtered' || name === 'confirmation' ? {initial: {voice: 'rehearsal'}} : {}),
          })
          await stage.settle()
          await states[name].go(stage, lang)
          const capture = captureOf(stage.term)
          stage.close()
          texts.push(capture.split('-'.repeat(20))[0] ?? '')
          expect(capture.split('\n')).toEqual(committed(`${name}-${columns}x${rows}-${lang}-${colours}`, capture).split('\n'))
          expect(capture).toMatch(states[name].can[lang])
          if (colours === 'none') expect(stage.raw()).not.toMatch(/\x1b\[[\d;]*m/)
        }
        expect(texts[1]).toBe(texts[0])
      },
    )
  })
})
