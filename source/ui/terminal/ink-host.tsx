import {EventEmitter} from 'node:events'
import {PassThrough} from 'node:stream'
import {render} from 'ink'
import type {ReactNode} from 'react'

/** Ink as a layout engine: a tree goes in, styled rows come out. It never sees the terminal, nor asks whether it runs in CI. */
export type InkHost = {
  show(tree: ReactNode): void
  /** Lays out at once what stores and states changed, instead of in a turn of React's own choosing. */
  settle(): void
  resize(columns: number, rows: number): void
  /** Keys for the stock inputs of the tree, some turns of the event loop apart, so that no closure is stale when the next one comes. */
  feed(keys: readonly string[]): void
  unmount(): void
}

export type InkHostPorts = {
  readonly columns: number
  readonly rows: number
  onFrame(rows: readonly string[]): void
  /** A component threw: a bug of ours. */
  onError(error: unknown): void
}

export function makeInkHost(ports: InkHostPorts): InkHost {
  let live = true
  const sink = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: ports.columns,
    rows: ports.rows,
    write(chunk: string, done?: unknown) {
      if (typeof done === 'function') queueMicrotask(() => done())
      // Ink announces cursor and paste modes as it would to a terminal; only a frame is a frame.
      if (live && !/^(?:\x1b\[\?\d+[hl])*$/.test(chunk)) ports.onFrame(chunk.split('\n'))
      return true
    },
  })
  const keyboard = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => keyboard,
    ref: () => keyboard,
    unref: () => keyboard,
  })
  const waiting: string[] = []
  let feeding = false
  let tree: ReactNode = null
  let app: ReturnType<typeof render> | undefined

  const feedNext = () => {
    const key = waiting.shift()
    feeding = key !== undefined
    if (key === undefined) return
    keyboard.write(key)
    afterTurns(TURNS_A_KEY, feedNext)
  }
  const draw = () => {
    if (app) app.rerender(tree)
    else {
      live = true
      app = render(tree, {
        debug: true,
        stdout: sink as unknown as NodeJS.WriteStream,
        stderr: sink as unknown as NodeJS.WriteStream,
        stdin: keyboard as unknown as NodeJS.ReadStream,
        patchConsole: false,
        exitOnCtrlC: false,
        isScreenReaderEnabled: false,
      })
      app.waitUntilExit().catch(ports.onError)
    }
  }

  return {
    show(next) {
      tree = next
      draw()
    },
    settle() {
      if (app) draw()
    },
    resize(columns, rows) {
      sink.columns = columns
      sink.rows = rows
      if (!app) return
      // In CI Ink listens to no resize; elsewhere it lays out twice, which costs little.
      sink.emit('resize')
      draw()
    },
    feed(keys) {
      waiting.push(...keys)
      if (!feeding) {
        feeding = true
        feedNext()
      }
    },
    unmount() {
      live = false
      app?.unmount()
      app = undefined
    },
  }
}

/** Reading, state, commit and effects each take a turn of the event loop before a component is ready for the next key. */
const TURNS_A_KEY = 6

function afterTurns(turns: number, act: () => void): void {
  if (turns === 0) act()
  else setImmediate(() => afterTurns(turns - 1, act))
}
