import {spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, expect, it} from 'vitest'
import {cleanEnv, eventsOf, ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, program} from '../support/cli.ts'
import {verdictOn} from '../support/tamper.ts'

const places: Place[] = []
const place = () => {
  const made = makePlace()
  places.push(made)
  return made
}
afterAll(() => {
  for (const made of places) made.remove()
})

/** A real pipe, as a shell makes one: node's own are sockets. */
function inShell(where: Place, line: string): Promise<{code: number | null; stderr: string}> {
  const shell = spawn('sh', ['-c', line], {
    cwd: where.cwd,
    env: cleanEnv(where, {ROUNDTABLE: program, NODE: process.execPath}),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise(resolve => shell.on('close', code => resolve({code, stderr})))
}

const meet = (more: string) => `"$NODE" "$ROUNDTABLE" meet --topic 管道 --with 马克思,毛泽东 --rounds 1 --auto ${more} </dev/null`

it('three megabytes of events through a reader that stalls and is slow come out whole', async () => {
  const where = place()
  const text = '同一个字，说很多遍。'.repeat(8000)
  where.write('long.json', JSON.stringify({turns: [], default: {text, chunk: 4000}}))
  const ran = await inShell(
    where,
    `${meet('--provider script:long.json --json')} | { sleep 3; dd bs=50000 of=out.jsonl 2>/dev/null; }`,
  )
  expect(ran).toEqual({code: 0, stderr: ''})
  const out = readFileSync(join(where.cwd, 'out.jsonl'), 'utf8')
  expect(Buffer.byteLength(out)).toBeGreaterThan(2_900_000)
  expect(out.trimEnd().split('\n').at(-1)).toContain('"type":"records.written"')
  const stored = eventsOf(out).filter(event => event.type !== 'turn.delta' && 'seq' in event)
  expect(stored).toHaveLength(ledgerOf(onlyMeeting(where)).length)
})

it.each(['--json', '--plain'])('a reader that leaves after one line leaves a whole meeting and no trace (%s)', async face => {
  const where = place()
  const ran = await inShell(where, `${meet(`--provider rehearsal ${face}`)} | head -1 >first.txt`)
  expect(ran).toEqual({code: 0, stderr: ''})
  expect(readFileSync(join(where.cwd, 'first.txt'), 'utf8').split('\n')).toHaveLength(2)
  expect(ledgerOf(onlyMeeting(where)).at(-1)?.type).toBe('meeting.closed')
  expect((await verdictOn(onlyMeeting(where))).code).toBe(0)
})

it('with every stream closed the meeting is held all the same', async () => {
  const where = place()
  const line = `"$NODE" "$ROUNDTABLE" meet --topic 管道 --with 马克思,毛泽东 --rounds 1 --auto --provider rehearsal <&- >&- 2>&-`
  expect((await inShell(where, line)).code).toBe(0)
  expect(meetingsIn(where)).toHaveLength(1)
  expect(ledgerOf(onlyMeeting(where)).at(-1)?.type).toBe('meeting.closed')
})
