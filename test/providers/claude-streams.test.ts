import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {describe, expect, it} from 'vitest'
import {z} from 'zod'
import {claude, claudeReader} from '../../source/providers/claude.ts'
import {makeLines} from '../../source/providers/cli/lines.ts'
import type {Ending, Reading} from '../../source/providers/cli/reading.ts'
import {makeUsageBook} from '../../source/providers/cli/sessions.ts'
import {openCourse} from '../../source/providers/cli/turn.ts'
import {verdict} from '../../source/providers/cli/verdict.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../streams')
const recorded = z.object({exit: z.number().nullable(), signal: z.string().nullable(), stderr: z.string()})

function endingOf(name: string): Ending {
  const {exit, stderr} = recorded.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
  return {code: exit, signal: null, stderr}
}

function readingsIn(name: string): readonly Reading[] {
  const readings: Reading[] = []
  const reader = claudeReader()
  const lines = makeLines(line => readings.push(...reader(line)))
  lines.push(readFileSync(join(folder, `${name}.stdout`)))
  lines.end()
  return readings
}

function replay(name: string) {
  const sessions = new Set<string>()
  const course = openCourse({
    deadlines: claude.deadlines,
    after: () => () => {},
    signal: new AbortController().signal,
    onSession: id => {
      sessions.add(id)
      return undefined
    },
  })
  for (const reading of readingsIn(name)) course.hear([reading])
  course.close()
  const ended = endingOf(name)
  const {final} = course.facts()
  const classified = final ? undefined : claude.classify(ended)
  const found = verdict({...course.facts(), ended, ...(classified ? {classified} : {})})
  return {
    found,
    sessions: [...sessions],
    usage: makeUsageBook().ofTurn('s', true, course.usage()),
    streamed: course.facts().streamed,
  }
}

const hello = 'Hello from the fake API.'

describe('what claude printed is read as what it meant', () => {
  it.each([
    ['claude-locked', hello],
    ['claude-locked-resume', hello],
    ['claude-fail-cut', hello],
    ['claude-fail-thinking', hello],
    ['claude-fail-cjksplit', '会议评审：你好，世界。这是一个跨分块边界的中文句子🙂。'],
    ['claude-fail-newlines', 'line1\nline2\r\n\u2028sep\u2029\u0000nul\u001b[31mansi'],
  ])('%s is a speech', (name, text) => {
    const {found, sessions, streamed} = replay(name)
    expect(found).toMatchObject({how: 'done', text})
    expect(streamed).toBe(text)
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toMatch(claude.sessionPattern)
  })

  it.each([
    ['claude-fail-401', 'auth', false],
    ['claude-fail-nologin', 'auth', false],
    ['claude-fail-429-retry0', 'quota', true],
    ['claude-fail-500-retry0', 'unknown', true],
    ['claude-fail-529-retry0', 'unknown', true],
    ['claude-fail-emptytext', 'empty', true],
    ['claude-fail-maxtok', 'unknown', false],
    ['claude-fail-refusal', 'unknown', false],
    ['claude-fail-resume-unknown', 'session', true],
    ['claude-fail-resume-notuuid', 'session', true],
    ['claude-iso-slash-cost', 'protocol', false],
    ['claude-kill-SIGINT', 'aborted', true],
  ])('%s is no speech: %s', (name, code, retryable) => {
    expect(replay(name).found).toMatchObject({how: 'failed', code, retryable})
  })

  it('a key that is refused is given up at its first refusal, not after ten of them', () => {
    const readings = readingsIn('claude-fail-401')
    expect(readings.findIndex(reading => reading.type === 'fatal')).toBeLessThan(4)
  })

  it('no recording of ours is left out', () => {
    const all = readdirSync(folder).filter(file => /^claude-.*\.stdout$/.test(file))
    for (const file of all) expect(() => readingsIn(file.replace('.stdout', ''))).not.toThrow()
    expect(all.length).toBeGreaterThan(15)
  })

  it('tokens and cost are those of the turn, though the cost runs on through a session', () => {
    expect(replay('claude-locked').usage).toEqual({inputTokens: 153, outputTokens: 7, costUsd: 0.000343})
    expect(replay('claude-locked-resume').usage).toEqual({inputTokens: 153, outputTokens: 7, costUsd: 0.000343})
  })

  it('each turn of a live process ends with its own result, text and usage', () => {
    const readings = readingsIn('claude-persistent')
    const finals = readings.filter(reading => reading.type === 'final')
    expect(finals).toHaveLength(4)
    expect(new Set(finals.map(final => final.text))).toEqual(new Set([hello]))
    const costs = readings.flatMap(reading => (reading.type === 'usage' ? [reading.usage.costUsd] : []))
    expect(new Set(costs.map(cost => cost?.toFixed(6)))).toEqual(new Set(['0.000686']))
  })

  it('an agent that was started with tools is stopped before it says a word', () => {
    const line =
      '{"type":"system","subtype":"init","session_id":"11111111-2222-4333-8444-555555555555","tools":["Bash"],"mcp_servers":[]}'
    expect(claudeReader()(line)).toMatchObject([{type: 'fatal', fault: {code: 'isolation', retryable: false}}])
  })

  it('a tool that it reaches for all the same voids the turn', () => {
    const reader = claudeReader()
    const block = {type: 'stream_event', event: {type: 'content_block_start', content_block: {type: 'tool_use', name: 'Bash'}}}
    expect(reader(JSON.stringify(block))).toMatchObject([{type: 'fatal', fault: {code: 'isolation'}}])
  })
})
