import {describe, expect, it} from 'vitest'
import type {Ended} from '../../../source/providers/cli/process.ts'
import {type Facts, verdict} from '../../../source/providers/cli/verdict.ts'

const exited = (code: number | null, stderr = '', more: Partial<Ended> = {}): Ended => ({code, signal: null, stderr, ...more})
const fault = (code: 'auth' | 'session' | 'unknown' | 'isolation', message = 'said', retryable = false) => ({
  code,
  message,
  retryable,
})

type Row = readonly [claim: string, facts: Partial<Facts>, expected: Readonly<Record<string, unknown>>]

const speech: readonly Row[] = [
  ['a final text', {final: {text: 'A'}, streamed: 'A', ended: exited(0)}, {text: 'A', warnings: []}],
  ['a final text wins over what was streamed', {final: {text: 'whole'}, streamed: 'who'}, {text: 'whole'}],
  ['an empty final text falls back on what was streamed', {final: {text: ''}, streamed: 'A'}, {text: 'A'}],
  ['a final event without text takes what was streamed', {final: {}, streamed: 'A'}, {text: 'A'}],
  [
    'exit 1 after it is a warning',
    {final: {text: 'A'}, ended: exited(1)},
    {text: 'A', warnings: [{kind: 'exit-after-answer', slots: {code: '1'}}]},
  ],
  [
    'a signal after it is a warning',
    {final: {text: 'A'}, ended: {...exited(null), signal: 'SIGPIPE'}},
    {warnings: [{slots: {code: 'SIGPIPE'}}]},
  ],
  [
    'a hang after it is a warning',
    {final: {text: 'A'}, forced: true, ended: exited(null)},
    {warnings: [{kind: 'forced-after-final'}]},
  ],
  ['a fault on stderr does not undo it', {final: {text: 'A'}, ended: exited(1, 'auth'), classified: fault('auth')}, {text: 'A'}],
  ['prose that sounds like a failure', {final: {text: 'I could not use the tool.'}}, {text: 'I could not use the tool.'}],
  ['a warm process lives on', {final: {text: 'A'}, streamed: 'A'}, {text: 'A', warnings: []}],
]

const none: readonly Row[] = [
  ['nothing at all, exit 0', {ended: exited(0)}, {code: 'protocol', kind: 'unfinished', retryable: true}],
  ['text without a final event, exit 0', {streamed: 'Half', ended: exited(0)}, {code: 'protocol', kind: 'unfinished'}],
  ['an empty final event, exit 0', {final: {text: ''}, ended: exited(0)}, {code: 'empty'}],
  ['blanks only', {final: {text: ' \n'}, streamed: '\t'}, {code: 'empty', retryable: true}],
  [
    'an error in the final event',
    {final: {text: 'API Error', fault: fault('auth')}, streamed: 'API Error', ended: exited(0)},
    {code: 'auth', said: 'said'},
  ],
  [
    'a session that is lost',
    {final: {fault: fault('session', 'gone', true)}, ended: exited(1)},
    {code: 'session', retryable: true},
  ],
  [
    'isolation that broke, after an answer that looks well',
    {final: {text: 'A'}, voided: fault('isolation')},
    {code: 'isolation'},
  ],
  ['broken off', {cut: {why: 'aborted'}, streamed: 'Half', ended: exited(143)}, {code: 'aborted', retryable: true}],
  ['no first word', {cut: {why: 'no-text', seconds: 120}}, {code: 'timeout', kind: 'no-text', seconds: 120}],
  ['silence', {cut: {why: 'stalled', seconds: 90}, streamed: 'Half'}, {code: 'stalled', seconds: 90}],
  ['too long', {cut: {why: 'too-long', seconds: 900}, streamed: 'Half'}, {code: 'timeout', kind: 'too-long'}],
  ['a line too long', {cut: {why: 'line-too-long'}}, {code: 'protocol', kind: 'line-too-long'}],
  [
    'hopeless',
    {cut: {why: 'fatal', fault: fault('auth')}, ended: exited(null, '', {signal: 'SIGTERM'})},
    {code: 'auth', retryable: false},
  ],
  ['not there', {ended: exited(null, '', {trouble: 'ENOENT'})}, {code: 'missing', retryable: false}],
  ['not to be started', {ended: exited(null, '', {trouble: 'EACCES'})}, {code: 'unknown', kind: 'unstartable', said: 'EACCES'}],
  ['an end that the agent explains', {ended: exited(41, 'no key'), classified: fault('auth')}, {code: 'auth'}],
  ['an end that nobody explains', {ended: exited(7, 'a\nbad flag\n')}, {code: 'protocol', said: 'exit 7: bad flag'}],
  [
    'a usage error is not tried again',
    {ended: exited(2, 'x'), classified: {code: 'protocol', message: 'x', retryable: false}},
    {kind: 'config', retryable: false},
  ],
]

describe('the verdict on a turn', () => {
  it.each(speech)('speech: %s', (_, facts, expected) => {
    expect(verdict({streamed: '', ...facts})).toMatchObject({how: 'done', ...expected})
  })
  it.each(none)('no speech: %s', (_, facts, expected) => {
    expect(verdict({streamed: '', ...facts})).toMatchObject({how: 'failed', ...expected})
  })
})
