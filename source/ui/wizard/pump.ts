import type {Frame} from '../ports.ts'
import type {InputEvent} from '../terminal/decoder.ts'

type Given = {
  readonly frame: Pick<Frame, 'changed' | 'feed'>
  /** The event in pieces for the stock field; undefined: it is the wizard's. */
  readonly pieces: (event: InputEvent) => readonly InputEvent[] | undefined
  readonly takes: (piece: InputEvent) => boolean
  /** The wizard's own. */
  readonly act: (event: InputEvent) => void
  readonly over: () => boolean
}

/** The stock field hears a key some turns after it is fed; whatever comes meanwhile waits its turn behind it. */
export function makePump({frame, pieces, takes, act, over}: Given) {
  let waiting: readonly InputEvent[] = []
  let listens = false
  let fed = false
  const pump = () => {
    while (waiting.length > 0 && !fed && !over()) {
      const [event, ...rest] = waiting as [InputEvent, ...InputEvent[]]
      const forField = pieces(event)
      if (forField !== undefined && !listens) return
      waiting = rest
      if (forField === undefined) {
        act(event)
        frame.changed('now')
        continue
      }
      const [piece, ...others] = forField
      waiting = [...others, ...rest]
      if (piece === undefined || !takes(piece)) continue
      fed = true
      frame.feed(piece)
    }
  }
  return {
    take(event: InputEvent) {
      waiting = [...waiting, event]
      pump()
    },
    onReady(ready: boolean) {
      listens = ready
      if (!ready) fed = false
      else pump()
    },
    onTaken() {
      // Every listener of this key has heard it then.
      queueMicrotask(() => {
        fed = false
        frame.changed('now')
        pump()
      })
    },
  }
}
