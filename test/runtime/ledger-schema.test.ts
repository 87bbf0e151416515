import {describe, expect, expectTypeOf, it} from 'vitest'
import type {z} from 'zod'
import type {MeetingEvent} from '../../source/core/events.ts'
import {checkShape, eventSchema} from '../../source/runtime/ledger-schema.ts'
import {ALL_EVENTS, AT} from './ledger-events.ts'

/** Without `readonly`, which zod does not say and nobody can break at run time. */
type Plain<T> = T extends readonly (infer U)[] ? Plain<U>[] : T extends object ? {-readonly [K in keyof T]: Plain<T[K]>} : T

const stamp = {v: 1, seq: 1, at: AT}
const good = (event: object) => checkShape({...stamp, ...event})

describe('the schema of stored events', () => {
  it('and the union of core/events.ts are one type', () => {
    expectTypeOf<Plain<z.infer<typeof eventSchema>>>().toEqualTypeOf<Plain<MeetingEvent>>()
  })

  it('takes every event with all its fields, and gives it back as it was', () => {
    expect(new Set(ALL_EVENTS.map(event => event.type)).size).toBe(eventSchema.options.length)
    for (const event of ALL_EVENTS) expect(good(event)).toEqual({ok: {...stamp, ...event}})
  })

  it.each(ALL_EVENTS.map(event => [event.type, event] as const))('names the field of %s that is wrong', (_, event) => {
    for (const field of Object.keys(event).filter(name => name !== 'type' && name !== 'note' && name !== 'data')) {
      const wrong = typeof Object.entries(event).find(([name]) => name === field)?.[1] === 'object' ? 'flat' : {not: 'this'}
      const shape = good({...event, [field]: wrong})
      expect(shape).toHaveProperty('wrong')
      if ('wrong' in shape) expect(shape.wrong).toMatch(new RegExp(`^${field}(\\.|$)`))
    }
  })

  it('keeps fields it does not know, and events of types it does not know', () => {
    for (const event of [
      {type: 'meeting.moved', to: 'the garden'},
      {type: 'user.said', text: 'a', later: true},
    ]) {
      expect(good(event)).toEqual({ok: {...stamp, ...event}})
    }
  })

  it('wants the stamp right, whatever the type', () => {
    const event = {...stamp, type: 'meeting.moved'}
    for (const wrong of [{v: 2}, {seq: 0}, {seq: 1.5}, {at: '2026-03-01'}, {at: '2026-03-01T09:05:00.000+01:00'}, {type: ''}]) {
      expect(checkShape({...event, ...wrong})).toEqual({wrong: Object.keys(wrong)[0]})
    }
    for (const none of [null, 1, 'x', []]) expect(checkShape(none)).toHaveProperty('wrong')
  })
})
