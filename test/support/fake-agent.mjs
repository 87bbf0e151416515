// A made-up agent CLI. `fake-agent.mjs SCENARIO.json …` plays the steps of the scenario in a dialect (fake-dialects/NAME.mjs) and
// writes how it was called to SCENARIO.json.calls, one JSON object a line.
//
// Steps: {begin} {delta} {full} {thinking} {again} {final, usage} {fault: auth|quota|server|session} {session: id}
//   {forge: text} (a final event, on stderr) {raw: text} {hex} {err: text} {sleep: ms} {ignore: [signals]} {grandchild: {ignoreTerm}} {exit: code} {hang} {crash}
// Options: chunk (bytes a write), ending ('\n', '\r\n', ''), bom, stdin ('all' | 'none'), live (a turn a line of standard input).
import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {appendFileSync, readFileSync} from 'node:fs'

const [scenarioPath, ...argv] = process.argv.slice(2)
const scenario = JSON.parse(readFileSync(scenarioPath, 'utf8'))
const {dialect} = await import(`./fake-dialects/${scenario.dialect ?? 'claude'}.mjs`)
const speech = dialect({argv, scenario})
// A live scenario is called for a single turn too, as the way back.
const isLive = scenario.live && (speech.isLive?.() ?? true)
const ending = scenario.ending ?? '\n'
let wroteBom = !scenario.bom

const log = entry => appendFileSync(`${scenarioPath}.calls`, `${JSON.stringify({pid: process.pid, ...entry})}\n`)
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

async function write(bytes) {
  const all = wroteBom ? bytes : Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])
  wroteBom = true
  const size = scenario.chunk ?? all.length
  for (let at = 0; at < all.length; at += size) {
    await new Promise(resolve => process.stdout.write(all.subarray(at, at + size), resolve))
    if (scenario.chunk) await sleep(0)
  }
}
const lines = async found => {
  for (const line of found) await write(Buffer.from(line + ending))
}

/** What a dialect makes of a step: lines, text without a line end, or lines with what goes to stderr and how it ends. */
async function say(found) {
  if (typeof found === 'string') return write(Buffer.from(found))
  if (Array.isArray(found)) return lines(found)
  await lines(found.lines ?? [])
  if (found.stderr) await play({err: found.stderr})
  if (found.exit !== undefined && !isLive) process.exit(found.exit)
}

async function play(step) {
  const [[kind, value]] = Object.entries(step)
  switch (kind) {
    case 'raw':
      return write(Buffer.from(value))
    case 'hex':
      return write(Buffer.from(value, 'hex'))
    case 'err':
      return new Promise(resolve => process.stderr.write(value, resolve))
    case 'sleep':
      return sleep(value)
    case 'ignore':
      for (const signal of value) process.on(signal, () => {})
      return
    case 'grandchild': {
      const trap = value.ignoreTerm ? "trap '' TERM; " : ''
      const child = spawn('/bin/sh', ['-c', `${trap}while :; do sleep 1; done`], {stdio: ['ignore', 'inherit', 'inherit']})
      log({grandchild: child.pid})
      return
    }
    case 'exit':
      return process.exit(value)
    case 'hang':
      return new Promise(() => setInterval(() => {}, 1000))
    case 'crash':
      return process.kill(process.pid, 'SIGKILL')
    case 'fault':
      return say(speech.fault(value))
    case 'forge': {
      const found = speech.final(value)
      return play({err: `${(found.lines ?? found).join('\n')}\n`})
    }
    case 'final':
      return say(speech.final(value, step.usage))
    default:
      return say(speech[kind](value))
  }
}

async function* inputLines() {
  let kept = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    kept += chunk
    const parts = kept.split('\n')
    kept = parts.pop()
    for (const part of parts) if (part) yield part
  }
  if (kept) yield kept
}

const call = {argv, cwd: process.cwd(), env: process.env}
if (isLive) {
  log(call)
  await speech.live({lines: inputLines(), write, play, log, sleep})
} else {
  let stdin = ''
  if (scenario.stdin !== 'none') {
    process.stdin.setEncoding('utf8')
    for await (const chunk of process.stdin) stdin += chunk
  }
  log({...call, stdin: stdin.length < 4096 ? stdin : undefined, sha256: createHash('sha256').update(stdin).digest('hex')})
  const scripts = scenario.calls ?? [scenario.steps]
  const before =
    readFileSync(`${scenarioPath}.calls`, 'utf8')
      .split('\n')
      .filter(line => line.includes('"argv"')).length - 1
  for (const step of scripts[Math.min(before, scripts.length - 1)]) await play(step)
}
