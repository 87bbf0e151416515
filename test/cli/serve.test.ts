import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import {afterEach, describe, expect, it, onTestFinished} from 'vitest'
import {WebSocket} from 'ws'
import type {BoardEvent} from '../../source/core/board-events.ts'
import {boardScript, experts} from '../commands/board-table.ts'
import {openPty} from '../harness/pty.ts'
import {
  ledgerOf,
  makePlace,
  meetingsIn,
  onlyMeeting,
  type Place,
  program,
  type Running,
  runCli,
  startCli,
} from '../support/cli.ts'

const places: Place[] = []
const running: Running[] = []
afterEach(() => {
  for (const run of running.splice(0)) run.kill()
  for (const place of places.splice(0)) place.remove()
})

function table(everyMs = 0): Place {
  const place = makePlace()
  places.push(place)
  for (const [id, yaml] of Object.entries(experts)) place.write(`configs/experts/${id}.yaml`, yaml)
  place.write('s.json', boardScript({moderator: 'ada', speakers: ['grace', 'linus'], rounds: 3, everyMs}))
  return place
}

const board = ['@board:ada,grace,linus 要不要做？', '--provider', 'script:s.json', '--rounds', '3', '--serve', '0']

async function urlOf(run: Running): Promise<string> {
  for (;;) {
    const url = /ws:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(run.stderr())?.[0]
    if (url) return url
    if (run.child.exitCode !== null) throw new Error(run.stderr())
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

function follow(url: string) {
  const socket = new WebSocket(url, {origin: 'http://localhost:5173'})
  const got: BoardEvent[] = []
  const watchers = new Set<() => void>()
  socket.on('message', data => {
    got.push(JSON.parse(String(data)))
    for (const watcher of [...watchers]) watcher()
  })
  const until = (when: (event: BoardEvent) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!got.some(when)) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      socket.on('close', () => reject(new Error('closed before it came')))
      look()
    })
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  socket.on('error', () => {})
  return {socket, got, until, closed, say: (text: string) => socket.send(JSON.stringify({type: 'say', text}))}
}

function start(args: readonly string[], place: Place, typed?: string): Running {
  const run = startCli(args, {place, ...(typed === undefined ? {} : {typed})})
  running.push(run)
  return run
}

describe('--serve', () => {
  it('works with the room: the screen says where, a word from elsewhere stands in it, and the end closes the connection', async () => {
    const place = table(200)
    const room = openPty(process.execPath, [program, ...board, '--auto'], {
      cwd: place.cwd,
      columns: 120,
      rows: 40,
      env: {HOME: join(place.home, 'user'), ROUNDTABLE_HOME: place.home, LANG: 'zh_CN.UTF-8', TZ: 'UTC'},
    })
    onTestFinished(room.kill)
    const screen = await room.waitFor(/ws:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}/, 30_000)
    const front = follow(/ws:\S+/.exec(screen)?.[0] ?? '')
    await front.until(({type}) => type === 'board_started')
    front.say('从别处来的话')
    await front.until(({type}) => type === 'user_intervention')
    await room.waitFor(/从别处来的话/, 30_000)
    expect(await front.closed).toBe(1000)
    expect(front.got.at(-1)?.type).toBe('board_concluded')
    const said = ledgerOf(onlyMeeting(place)).filter(({type}) => type === 'user.said')
    expect(said).toMatchObject([{text: '从别处来的话'}])
    // Its files are being written; nothing of it may outlive the folder.
    room.kill()
    await room.until('the end', room.exited)
  })

  it('lets another front end follow a board and speak in it: the word reaches the table, /stop ends it, and it closes cleanly', async () => {
    const place = table(300)
    const run = start([...board, '--json', '--events', 'board'], place)
    const front = follow(await urlOf(run))
    await front.until(({type}) => type === 'board_started')
    front.say('我觉得关键是接受度')
    await front.until(({type}) => type === 'user_intervention')
    const late = follow(await urlOf(run))
    await late.until(({type}) => type === 'user_intervention')
    front.say('/stop')
    const {code, stdout} = await run.done
    expect(code).toBe(0)
    expect(await Promise.all([front.closed, late.closed])).toEqual([1000, 1000])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(front.got).toEqual(lines)
    expect(late.got).toEqual(lines)
    expect(front.got.at(-1)?.type).toBe('board_concluded')
    expect(front.got.filter(({type}) => type === 'expert_speech').length).toBeLessThan(7)
    expect(ledgerOf(onlyMeeting(place)).flatMap(event => (event.type === 'user.said' ? [[event.text, event.wish]] : []))).toEqual(
      [
        ['我觉得关键是接受度', undefined],
        ['/stop', 'conclude'],
      ],
    )
  })

  it('goes on for a follower when standard input has ended, and pauses with a good-bye when the program is asked to leave', async () => {
    const place = table(400)
    const run = start(board, place, '')
    const front = follow(await urlOf(run))
    await front.until(({type}) => type === 'expert_speech')
    run.kill('SIGTERM')
    expect((await run.done).code).toBe(143)
    expect(await front.closed).toBe(1001)
    expect(front.got.some(({type}) => type === 'board_concluded')).toBe(false)
  })

  it.each([
    ['zh_CN.UTF-8', /端口 \d+ 已经被别的程序占用/],
    ['C.UTF-8', /Port \d+ is in use/],
  ])('a port in use is one clear line, exit 1, and leaves no meeting, with %s', async (LANG, line) => {
    const place = table()
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const {port} = other.address() as AddressInfo
    const args = [...board.slice(0, -1), String(port), '--auto']
    const {code, stdout, stderr} = await runCli(args, {place, env: {LANG}})
    other.close()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(line)
    expect(meetingsIn(place)).toEqual([])
  })
})
