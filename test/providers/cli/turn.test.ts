import {describe, expect, it} from 'vitest'
import type {Reading} from '../../../source/providers/cli/reading.ts'
import {openCourse} from '../../../source/providers/cli/turn.ts'

/** A clock that moves when it is told to. */
function virtualTime() {
  let now = 0
  let due: {at: number; then: () => void}[] = []
  return {
    after: (ms: number, then: () => void) => {
      const entry = {at: now + ms, then}
      due.push(entry)
      return () => {
        due = due.filter(other => other !== entry)
      }
    },
    pass: (ms: number) => {
      now += ms
      const ripe = due.filter(entry => entry.at <= now)
      due = due.filter(entry => entry.at > now)
      for (const entry of ripe) entry.then()
    },
    waiting: () => due.length,
  }
}

function begin(signal = new AbortController().signal) {
  const time = virtualTime()
  const course = openCourse({
    deadlines: {firstText: 120_000, idle: 90_000, total: 900_000},
    after: time.after,
    signal,
    onSession: () => undefined,
  })
  const text = (delta: string): readonly Reading[] => [{type: 'text', delta}]
  return {time, course, text}
}

describe('the course of a turn', () => {
  it('is given up without a first word, whatever else was printed', () => {
    const {time, course} = begin()
    for (let minute = 0; minute < 3; minute++) {
      course.hear([])
      time.pass(40_000)
    }
    expect(course.facts().cut).toEqual({why: 'no-text', seconds: 120})
  })

  it('is given up after a silence in mid-speech, not after a slow speech', () => {
    const {time, course, text} = begin()
    for (let piece = 0; piece < 6; piece++) {
      course.hear(text('x'))
      time.pass(80_000)
    }
    expect(course.isOver()).toBe(false)
    time.pass(10_001)
    expect(course.facts()).toMatchObject({cut: {why: 'stalled', seconds: 90}, streamed: 'xxxxxx'})
  })

  it('is given up in the end, however much it speaks', () => {
    const {time, course, text} = begin()
    for (let piece = 0; piece < 15; piece++) {
      course.hear(text('x'))
      time.pass(60_000)
    }
    expect(course.facts().cut).toMatchObject({why: 'too-long'})
  })

  it('leaves no timer behind, whatever ended it', () => {
    const final = begin()
    final.course.hear([{type: 'final', text: 'A'}])
    const stop = new AbortController()
    const aborted = begin(stop.signal)
    aborted.course.hear(aborted.text('x'))
    stop.abort()
    expect([final.time.waiting(), aborted.time.waiting()]).toEqual([0, 0])
    expect(aborted.course.facts().cut).toEqual({why: 'aborted'})
  })

  it('the first reason counts, and nothing that comes after the end is heard', () => {
    const {course, text} = begin()
    course.hear([{type: 'final', text: 'A'}, ...text('late'), {type: 'usage', usage: {outputTokens: 3}}])
    course.cut({why: 'aborted'})
    expect(course.facts()).toEqual({final: {text: 'A'}, streamed: ''})
    expect(course.usage()).toHaveLength(1)
  })

  it('what was streamed before a new beginning is void', async () => {
    const {course, text} = begin()
    course.hear([{type: 'reset'}, ...text('AB'), {type: 'reset'}, ...text('A'), {type: 'final'}])
    const events = []
    for await (const event of course.events()) events.push(event.type)
    expect(events).toEqual(['text', 'reset', 'text'])
    expect(course.facts().streamed).toBe('A')
  })
})
