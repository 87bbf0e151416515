import {describe, expect, test} from 'vitest'
import {makePresenter, type Region} from '../../../source/ui/terminal/presenter.ts'
import type {TerminalWriter} from '../../../source/ui/terminal/writer.ts'
import {dice} from '../../harness/dice.ts'
import {cellsOf, makeXterm} from '../../harness/pty.ts'

/** A terminal that takes a frame only when told so, and virtual time. */
function bench(columns = 40, rows = 10) {
  const frames: string[] = []
  let taken: (() => void) | undefined
  let now = 0
  let due: {at: number; act: () => void} | undefined
  const writer: TerminalWriter = {
    send(text, done) {
      frames.push(text)
      taken = done
    },
    busy: () => taken !== undefined,
    open() {},
    close() {},
    sendNow() {},
    printError() {},
    print() {},
  }
  const after = (ms: number, act: () => void) => {
    const mine = {at: now + ms, act}
    due = mine
    return () => {
      if (due === mine) due = undefined
    }
  }
  const presenter = makePresenter({writer, colours: 'ansi16', now: () => now, after}, {columns, rows})
  return {
    presenter,
    frames,
    take() {
      const done = taken
      taken = undefined
      done?.()
    },
    pass(ms: number) {
      now += ms
      if (due && due.at <= now) {
        const {act} = due
        due = undefined
        act()
      }
    },
  }
}

async function screenOf(frames: readonly string[], columns = 40, rows = 10) {
  const term = makeXterm(columns, rows)
  await new Promise<void>(resolve => term.write(`\x1b[?7l${frames.join('')}`, resolve))
  return term
}

const region = (x: number, y: number, rows: readonly string[], width: number): Region => ({
  x,
  y,
  width,
  height: rows.length,
  rows: () => rows,
})

describe('presenter', () => {
  test('sends only the pieces that changed, and the cursor last', () => {
    const b = bench()
    b.presenter.setFrame(['one', 'two'])
    b.presenter.setCursor({x: 3, y: 1})
    b.presenter.flush()
    b.take()
    b.presenter.setFrame(['one', 'TWO'])
    b.presenter.flush()
    expect(b.frames[1]).not.toContain('one')
    expect(b.frames[1]).toContain('TWO')
    expect(b.frames[1]).toMatch(/\x1b\[2;4H\x1b\[\?25h\x1b\[\?2026l$/)
    b.take()
    b.presenter.flush()
    expect(b.frames).toHaveLength(2)
  })

  test('a delta in one pane leaves the pane beside it alone', () => {
    const b = bench()
    let right = ['right']
    const left = ['left']
    const regions: Region[] = [
      {x: 0, y: 0, width: 20, height: 1, rows: () => left},
      {x: 20, y: 0, width: 20, height: 1, rows: () => right},
    ]
    b.presenter.setRegions(regions)
    b.presenter.flush()
    b.take()
    right = ['changed']
    b.presenter.flush()
    expect(b.frames[1]).toContain('\x1b[1;21Hchanged')
    expect(b.frames[1]).not.toContain('left')
  })

  test('at most thirty frames a second, however many touches', () => {
    const b = bench()
    let word = 0
    b.presenter.setRegions([{x: 0, y: 0, width: 10, height: 1, rows: () => [`${word}`]}])
    for (let ms = 0; ms < 1000; ms++) {
      word++
      b.presenter.touch()
      b.pass(1)
      b.take()
    }
    expect(b.frames.length).toBeGreaterThanOrEqual(29)
    expect(b.frames.length).toBeLessThanOrEqual(31)
  })

  test('while the terminal is slow frames are dropped, and the newest state follows', async () => {
    const b = bench()
    b.presenter.setFrame(['0'])
    b.presenter.flush()
    for (let at = 1; at <= 100; at++) {
      b.presenter.setFrame([`${at}`])
      b.pass(40)
    }
    expect(b.frames).toHaveLength(1)
    b.take()
    b.pass(40)
    expect(b.frames).toHaveLength(2)
    expect((await screenOf(b.frames)).buffer.active.getLine(0)?.translateToString().trimEnd()).toBe('100')
  })

  test('a key pressed while the terminal was slow is echoed as soon as it can be', () => {
    const b = bench()
    b.presenter.setFrame(['a'])
    b.presenter.flush()
    b.presenter.setFrame(['ab'])
    b.presenter.flush()
    b.take()
    expect(b.frames).toHaveLength(2)
  })

  test('after any changes of frame, regions, holes, folds and size the screen equals a full redraw', async () => {
    const roll = dice(71)
    const words = [
      '实践',
      'word ',
      '⚠️',
      '👍🏽',
      '👩‍👩‍👧‍👦',
      '\x1b[1;32m绿\x1b[0m',
      '│',
      'e\u0301',
      '“”',
      '\x1b]0;x\x07',
      '🇨🇳',
      '\x1b[38;5;200mx',
    ]
    const row = () => Array.from({length: roll(12)}, () => words[roll(words.length)]).join('')
    for (let round = 0; round < 25; round++) {
      const b = bench()
      for (let step = 0; step < 12; step++) {
        if (roll(3) > 0) b.presenter.setFrame(Array.from({length: roll(12)}, row))
        if (roll(2) === 0) {
          const regions = Array.from({length: roll(4)}, () =>
            region(roll(30), roll(8), Array.from({length: 1 + roll(5)}, row), 4 + roll(20)),
          )
          b.presenter.setRegions(regions, roll(3) === 0 ? [{x: roll(30), y: roll(8), width: 8, height: 3}] : [])
        }
        if (roll(6) === 0) b.presenter.setFold(roll(2) === 0 ? {at: roll(4), rows: roll(4)} : null)
        b.presenter.setCursor(roll(3) === 0 ? null : {x: roll(40), y: roll(10)})
        b.presenter.flush()
        b.take()
      }
      const before = await screenOf(b.frames)
      const redrawn = b.frames.length
      b.presenter.redraw()
      const after = await screenOf(b.frames.slice(redrawn))
      expect(cellsOf(before)).toEqual(cellsOf(after))
    }
  })

  test('a full-width last column is not erased, and nothing is left of a longer row', async () => {
    const b = bench(10, 2)
    b.presenter.setFrame(['0123456789', '实践实践实'])
    b.presenter.flush()
    b.take()
    b.presenter.setFrame(['01234567', '实'])
    b.presenter.flush()
    const term = await screenOf(b.frames, 10, 2)
    expect(term.buffer.active.getLine(0)?.translateToString().trimEnd()).toBe('01234567')
    expect(term.buffer.active.getLine(1)?.translateToString().trimEnd()).toBe('实')
  })
})
