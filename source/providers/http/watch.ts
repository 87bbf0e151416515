import type {Deadlines} from './parts.ts'

export type Passed = 'firstText' | 'idle' | 'total'

/** Three deadlines over one turn. `signal` aborts when one passes or the turn is aborted. */
export type Watch = {
  readonly signal: AbortSignal
  /** The deadline that passed; undefined: none. */
  passed(): Passed | undefined
  /** A sign of life: from now on the idle deadline counts. */
  heard(): void
  /** The next request waits for its first words anew. */
  again(): void
  stop(): void
}

export function makeWatch(
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  deadlines: Deadlines,
  outer: AbortSignal,
): Watch {
  const over = new AbortController()
  let passed: Passed | undefined
  let waiting = new AbortController()
  const onOuter = () => over.abort()
  if (outer.aborted) over.abort()
  else outer.addEventListener('abort', onOuter, {once: true})

  const arm = (which: Passed, nap: AbortSignal) => {
    const due = () => {
      if (nap.aborted || over.signal.aborted) return
      passed = which
      over.abort()
    }
    // A nap that was broken off may reject as well as resolve.
    sleep(deadlines[which], nap).then(due, () => undefined)
  }
  const rearm = (which: Passed) => {
    waiting.abort()
    waiting = new AbortController()
    arm(which, waiting.signal)
  }
  const whole = new AbortController()
  arm('total', whole.signal)
  rearm('firstText')
  return {
    signal: over.signal,
    passed: () => passed,
    heard: () => rearm('idle'),
    again: () => rearm('firstText'),
    stop: () => {
      outer.removeEventListener('abort', onOuter)
      waiting.abort()
      whole.abort()
      over.abort()
    },
  }
}
