import {Box, Text, useInput} from 'ink'
import SelectInput from 'ink-select-input'
import {useState} from 'react'
import {afterEach, expect, test} from 'vitest'
import {type InkHost, makeInkHost} from '../../../source/ui/terminal/ink-host.tsx'

let host: InkHost
let setWord = (_: string) => {}

function Word() {
  const [word, set] = useState('before')
  setWord = set
  return <Text>{word}</Text>
}

function Keys() {
  useInput(() => {})
  return <Text>x</Text>
}

function Broken(): never {
  throw new Error('broken')
}

afterEach(() => host?.unmount())

function makeHost() {
  const frames: (readonly string[])[] = []
  const errors: unknown[] = []
  host = makeInkHost({columns: 20, rows: 6, onFrame: rows => frames.push(rows), onError: error => errors.push(error)})
  return {frames, errors, last: () => frames.at(-1)?.join('\n')}
}

const until = async (found: () => boolean) => {
  for (let turn = 0; turn < 2000 && !found(); turn++) await new Promise(resolve => setImmediate(resolve))
}

test('a tree becomes rows at once', () => {
  const h = makeHost()
  host.show(
    <Box borderStyle="round" width={10}>
      <Text>你好</Text>
    </Box>,
  )
  expect(h.last()).toBe('╭────────╮\n│你好    │\n╰────────╯')
})

test('a tree is laid out again when the size changes', () => {
  const h = makeHost()
  host.show(<Text>{'word '.repeat(5).trim()}</Text>)
  expect(h.last()).toBe('word word word word\nword')
  host.resize(10, 6)
  expect(h.last()).toBe('word word\nword word\nword')
})

test('keys given at once reach a stock list one by one', async () => {
  const h = makeHost()
  let picked = ''
  host.show(
    <SelectInput items={['a', 'b', 'c', 'd'].map(value => ({label: value, value}))} onSelect={({value}) => (picked = value)} />,
  )
  await new Promise(resolve => setImmediate(resolve))
  host.feed(['\x1b[B'])
  host.feed(['\x1b[B', '\x1b[B'])
  host.feed(['\r'])
  await until(() => picked !== '')
  expect(picked).toBe('d')
  expect(h.last()).toContain('❯ d')
})

test('settle lays out at once what a state changed', () => {
  const h = makeHost()
  host.show(<Word />)
  setWord('after')
  expect(h.last()).toBe('before')
  host.settle()
  expect(h.last()).toBe('after')
})

test('nothing is a frame but a frame: modes that Ink announces are swallowed, and what it writes when it ends', () => {
  const h = makeHost()
  host.show(<Keys />)
  host.unmount()
  expect(h.frames.map(rows => rows.join('\n'))).not.toContain('')
  for (const rows of h.frames) expect(rows.join('')).toBe('x')
})

test('a component that throws is told to the caller', async () => {
  const h = makeHost()
  host.show(<Broken />)
  await until(() => h.errors.length > 0)
  expect(String(h.errors[0])).toContain('broken')
})
