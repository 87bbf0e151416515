export type Settled<T> = {readonly ok: T} | {readonly error: unknown} | 'aborted'

/** What came of some work, or `aborted` as soon as the signal says so, whether or not the work listens. Never rejects. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<Settled<T>> {
  let stop = () => {}
  const aborted = new Promise<'aborted'>(resolve => {
    stop = () => resolve('aborted')
  })
  const settled = work.then(
    (ok): Settled<T> => ({ok}),
    (error: unknown): Settled<T> => ({error}),
  )
  if (signal.aborted) return 'aborted'
  signal.addEventListener('abort', stop, {once: true})
  try {
    return await Promise.race([settled, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
