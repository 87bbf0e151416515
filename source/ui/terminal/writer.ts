import {constants, openSync, writeSync} from 'node:fs'

/** The one module that writes to the terminal. Everything shown passes through a writer; nothing else holds the descriptor. */
export type TerminalWriter = {
  /** Sends without blocking; `done` runs when the terminal took all of it, at once or later. Call only while not `busy`. */
  send(text: string, done: () => void): void
  /** True while the terminal has not taken what was sent, or is not ours: frames are dropped, not queued. */
  busy(): boolean
  /** Frames pass only between these two: none can reach the main screen before the modes are entered or after they are left. */
  open(): void
  close(): void
  /** At once, blocking, on every way out: never throws, even when the terminal is gone. */
  sendNow(text: string): void
  /** After the screen is restored: a line for people, on standard error. Never throws. */
  printError(text: string): void
  /** After the screen is restored: lines for people, on standard output. Never throws. */
  print(text: string): void
}

export type WriterPorts = {
  /** Returns the bytes taken; throws `EAGAIN` when the terminal takes none now. */
  write(fd: number, bytes: Uint8Array): number
  after(ms: number, act: () => void): () => void
}

/** Descriptors: of the terminal without blocking (`frames`), and the standard ones. */
export type WriterFds = {readonly frames: number; readonly out: number; readonly error: number}

/**
 * Node's own tty streams block the whole program while a terminal is slow, and a write in the thread pool may come after the
 * restore that should have ended the screen. So frames go out from here, on a descriptor of our own that does not block.
 */
export function makeWriter(fds: WriterFds, ports: WriterPorts = nodePorts): TerminalWriter {
  let rest: Uint8Array | undefined
  let cutShort = false
  let ours = false
  let cancel = () => {}

  const push = (bytes: Uint8Array, done: () => void): void => {
    const taken = tryWrite(ports, fds.frames, bytes)
    // A terminal that is gone takes nothing; its hang-up ends the program, not this write.
    if (taken === 'gone' || taken === bytes.length) {
      rest = undefined
      cutShort = false
      done()
      return
    }
    rest = bytes.subarray(taken)
    cutShort ||= taken > 0
    cancel = ports.after(RETRY_MS, () => rest && push(rest, done))
  }

  return {
    send: (text, done) => push(Buffer.from(text), done),
    busy: () => rest !== undefined || !ours,
    open() {
      ours = true
    },
    close() {
      ours = false
    },
    sendNow(text) {
      cancel()
      block(ports, fds.frames, cutShort ? CANCEL + text : text)
      rest = undefined
      cutShort = false
    },
    printError: text => block(ports, fds.error, text),
    print: text => block(ports, fds.out, text),
  }
}

/** Opens the terminal behind a descriptor once more, so that not blocking is a matter of ours alone; else the descriptor itself. */
export function openForFrames(fd: number): number {
  for (const path of [`/proc/self/fd/${fd}`, '/dev/tty']) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    } catch {
      // Not this system's way, or not our terminal: the next one.
    }
  }
  return fd
}

const nodePorts: WriterPorts = {
  write: (fd, bytes) => writeSync(fd, bytes),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

const RETRY_MS = 3
/** CAN ends whatever sequence a frame was cut in. */
const CANCEL = '\x18'
const MOST_RETRIES = 700

function tryWrite(ports: WriterPorts, fd: number, bytes: Uint8Array): number | 'gone' {
  try {
    return ports.write(fd, bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : 'gone'
  }
}

function block(ports: WriterPorts, fd: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text)
  for (let tries = 0; bytes.length > 0 && tries < MOST_RETRIES; ) {
    const taken = tryWrite(ports, fd, bytes)
    if (taken === 'gone') return
    bytes = bytes.subarray(taken)
    if (taken > 0) continue
    tries++
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
  }
}

type Sink = {write: NodeJS.WriteStream['write']}

/** Stray writes of libraries to `streams` go to `onText` instead of tearing the screen, until the returned function is called. */
export function captureStray(streams: readonly Sink[], onText: (text: string) => void): () => void {
  const before = streams.map(stream => stream.write)
  for (const stream of streams) {
    stream.write = ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      onText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      const callback = typeof encoding === 'function' ? encoding : done
      if (typeof callback === 'function') queueMicrotask(() => callback())
      return true
    }) as Sink['write']
  }
  return () => {
    for (const [at, stream] of streams.entries()) stream.write = before[at] ?? stream.write
  }
}
