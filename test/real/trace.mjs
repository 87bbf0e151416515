/** What strace is asked to write down: whatever can reach another machine, or ask for a name. `-xx` keeps bytes as they are. */
export const traced = trace => [
  ...['strace', '-f', '-qq', '-xx', '-s', '2048', '-o', trace],
  ...['-e', 'trace=connect,bind,getsockname,sendto,sendmsg,sendmmsg,io_uring_setup'],
]

/** Sockets of services that look names up for others; what is asked there would be seen by nobody. */
const RESOLVERS = /nscd|resolve|dbus|avahi/i

const bytesOf = hex => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

/**
 * Where a process tree went: `ends` are addresses as `ADDRESS:PORT` in the order of the first try, whether or not it came through,
 * `names` what it asked a name server for, `own` the loopback addresses it listens on itself, and `blind` whatever this cannot see
 * through. A try is enough: where there is no network nothing comes through.
 */
export function readTrace(text) {
  const [ends, names, own, blind] = [new Set(), new Set(), new Set(), new Set()]
  /** Descriptors that wait to be told their port. */
  const unnamed = new Set()
  for (const line of wholeCalls(text)) {
    const [, call, rest] = /^\d+\s+(\w+)\((.*)/.exec(line) ?? []
    if (call === undefined) continue
    if (call === 'io_uring_setup' && !/= -1 /.test(rest)) blind.add('io_uring')
    const end = endIn(rest)
    const descriptor = /^\d+/.exec(rest)?.[0] ?? ''
    if (call === 'bind') {
      if (end && isLoopback(end)) end.port === 0 ? unnamed.add(descriptor) : own.add(shown(end))
    } else if (call === 'getsockname') {
      if (end && unnamed.delete(descriptor)) own.add(shown(end))
    } else {
      if (end && end.port !== 0) ends.add(shown(end))
      const path = /sun_path=@?"([^"]*)"/.exec(rest)?.[1]
      const service = path && bytesOf(path).toString()
      if (service && RESOLVERS.test(service) && !/= -1 /.test(rest)) blind.add(service)
      for (const [, hex] of rest.matchAll(/"((?:\\x[0-9a-f]{2})+)"/g)) {
        const name = questionIn(bytesOf(hex))
        if (name) names.add(name)
      }
    }
  }
  return {ends: [...ends], names: [...names], own: [...own], blind: [...blind]}
}

/** A call that another thread's came between is written in two parts. */
function* wholeCalls(text) {
  const begun = new Map()
  for (const line of text.split('\n')) {
    const [, pid, said] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const [, first] = /^(.*)<unfinished \.\.\.>$/.exec(said ?? '') ?? []
    const [, last] = /^<\.\.\. \w+ resumed>(.*)$/.exec(said ?? '') ?? []
    if (first !== undefined) begun.set(pid, first)
    else if (last === undefined) yield line
    else {
      yield `${pid} ${begun.get(pid) ?? ''}${last}`
      begun.delete(pid)
    }
  }
  // What never came back was tried all the same.
  for (const [pid, first] of begun) yield `${pid} ${first}`
}

function endIn(rest) {
  const [, port] = /sin6?_port=htons\((\d+)\)/.exec(rest) ?? []
  const [, hex] = /inet_(?:addr\(|pton\(AF_INET6, )"([^"]*)"/.exec(rest) ?? []
  return port === undefined || hex === undefined ? undefined : {address: bytesOf(hex).toString(), port: Number(port)}
}

const shown = ({address, port}) => `${address.includes(':') ? `[${address}]` : address}:${port}`
const isLoopback = ({address}) => /^127\.|^::1$|^::ffff:127\./.test(address)

/** The name in a question to a name server, over UDP or, with two bytes of length before it, TCP; undefined for other bytes. */
function questionIn(bytes) {
  return nameAt(bytes) ?? (bytes.length > 2 && bytes.readUInt16BE(0) === bytes.length - 2 ? nameAt(bytes.subarray(2)) : undefined)
}

function nameAt(bytes) {
  const isQuestion = bytes.length >= 17 && (bytes[2] & 0xf8) === 0 && bytes.readUInt16BE(4) === 1 && bytes.readUInt16BE(6) === 0
  if (!isQuestion) return undefined
  const labels = []
  let at = 12
  while (bytes[at]) {
    const until = at + 1 + bytes[at]
    if (bytes[at] > 63 || until >= bytes.length) return undefined
    labels.push(bytes.subarray(at + 1, until).toString('latin1'))
    at = until
  }
  return labels.length > 0 && labels.every(label => /^[\w-]+$/.test(label)) ? labels.join('.').toLowerCase() : undefined
}
