import {write, writeSync} from 'node:fs'

/** The one module that writes to the terminal. Everything shown passes through a writer; nothing else holds the descriptor. */
export type TerminalWriter = {
  /** Sends in the background; `done` runs when the terminal took all of it. Call only while not `busy`. */
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
  write(fd: number, bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void
  writeSync(fd: number, bytes: Uint8Array): number
}

const nodePorts: WriterPorts = {
  write: (fd, bytes, done) => write(fd, bytes, 0, bytes.length, null, done),
  writeSync: (fd, bytes) => writeSync(fd, bytes),
}

/** Node's own tty streams block the whole program while a terminal is slow; a write in the thread pool does not. */
export function makeWriter(fd: {readonly out: number; readonly error: number}, ports: WriterPorts = nodePorts): TerminalWriter {
  let inFlight = false
  let cutShort = false
  let ours = false

  const push = (bytes: Uint8Array, done: () => void): void =>
    ports.write(fd.out, bytes, (error, written) => {
      if (!inFlight) return
      if (error?.code === 'EAGAIN') {
        setTimeout(() => inFlight && push(bytes, done), RETRY_MS)
        return
      }
      if (error === null && written < bytes.length) {
        cutShort = true
        push(bytes.subarray(written), done)
        return
      }
      // A terminal that is gone takes nothing; its hang-up signal ends the program, not this write.
      cutShort = false
      inFlight = false
      done()
    })

  return {
    send(text, done) {
      inFlight = true
      push(Buffer.from(text), done)
    },
    busy: () => inFlight || !ours,
    open() {
      ours = true
    },
    close() {
      ours = false
    },
    sendNow(text) {
      const cancelled = cutShort || inFlight ? CANCEL + text : text
      inFlight = false
      block(ports, fd.out, cancelled)
    },
    printError: text => block(ports, fd.error, text),
    print: text => block(ports, fd.out, text),
  }
}

const RETRY_MS = 4
/** CAN ends whatever sequence a frame was cut in. */
const CANCEL = '\x18'
const MOST_RETRIES = 500

function block(ports: WriterPorts, fd: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text)
  for (let tries = 0; bytes.length > 0 && tries < MOST_RETRIES; ) {
    try {
      bytes = bytes.subarray(ports.writeSync(fd, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      tries++
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
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
