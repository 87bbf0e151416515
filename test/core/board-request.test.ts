import {describe, expect, it} from 'vitest'
import {type BoardFlags, boardDefaults, boardRequest} from '../../source/core/board-request.ts'
import {type MeetingRequest, parseRequest} from '../../source/core/request.ts'
import {cpuMs} from '../support/cpu.ts'

const none: MeetingRequest = {kind: 'meeting', with: [], missing: [], notes: []}

function asked(sentence: string, flags: BoardFlags = {}, defaults: Partial<typeof boardDefaults> = {}) {
  const request = parseRequest(sentence)
  if (request.kind === 'none') throw new Error(`no request: ${sentence}`)
  const board = boardRequest({sentence, request}, flags, defaults)
  return {...board, protocol: request.protocol, topic: request.topic, names: board.guests.map(({name}) => name)}
}

describe('@board at the start of a sentence', () => {
  it.each([
    [
      '@board:elon_musk,jeff_bezos,allenzhang 是否该做私董会功能？',
      ['elon_musk', 'jeff_bezos', 'allenzhang'],
      '是否该做私董会功能？',
    ],
    ['@board:elon_musk 做不做？', ['elon_musk'], '做不做？'],
    ['＠board：elon_musk，jeff_bezos　做不做？', ['elon_musk', 'jeff_bezos'], '做不做？'],
    ['@board:马斯克、张小龙 做不做？', ['马斯克', '张小龙'], '做不做？'],
    ['@board:查理·芒格, linus 做不做？', ['查理·芒格', 'linus'], '做不做？'],
    ['@board:elon_musk , jeff_bezos 做不做？', ['elon_musk', 'jeff_bezos'], '做不做？'],
    ['@board:elon_musk,,jeff_bezos， 、linus 做不做？', ['elon_musk', 'jeff_bezos', 'linus'], '做不做？'],
    ['  @BOARD:private_board 做不做？', ['private_board'], '做不做？'],
    ['@board:a,b\n第一行\n第二行', ['a', 'b'], '第一行\n第二行'],
  ])('%s', (sentence, names, topic) => {
    expect(asked(sentence)).toMatchObject({protocol: 'board', names, topic, byDefault: false, problems: [], notes: []})
  })

  it('without names seats the default template, which a setting can change', () => {
    for (const sentence of ['@board 做不做？', '＠board　做不做？', '@board，做不做？']) {
      expect(asked(sentence)).toMatchObject({names: ['private_board'], byDefault: true, topic: '做不做？', problems: []})
    }
    expect(asked('@board x', {}, {default_template: 'our_board'}).names).toEqual(['our_board'])
  })

  it('with a colon and no name asks for one', () => {
    for (const sentence of ['@board:', '@board: 做不做？', '＠board：', '@board:,']) {
      expect(asked(sentence)).toMatchObject({byDefault: false, problems: [{code: 'no-expert'}]})
    }
  })

  it('names that are no names are refused, each by itself', () => {
    expect(asked('@board:a!b,c,x/y 做不做？').problems).toEqual([
      {code: 'bad-name', name: 'a!b'},
      {code: 'bad-name', name: 'x/y'},
    ])
    expect(asked(`@board:${'a'.repeat(65)} 做不做？`).problems).toEqual([{code: 'bad-name', name: 'a'.repeat(65)}])
    expect(asked(`@board:${'a'.repeat(64)} 做不做？`).problems).toEqual([])
    expect(boardRequest({request: none}, {with: '../etc,linus'}).problems).toMatchObject([{code: 'bad-name'}])
  })

  it('takes ten, and says how many eleven are', () => {
    const names = (count: number) => Array.from({length: count}, (_, n) => `e${n}`).join(',')
    expect(asked(`@board:${names(10)} x`).problems).toEqual([])
    expect(asked(`@board:${names(11)} x`).problems).toEqual([{code: 'too-many', count: 11}])
    expect(boardRequest({request: none}, {with: names(11)}).problems).toEqual([{code: 'too-many', count: 11}])
  })
})

describe('what is no board', () => {
  it('is @board anywhere but at the start, another word that begins so, and what a / stands before', () => {
    for (const text of ['我们用 @board 讨论', 'see @board:elon_musk', '/@board x', '/stop', 'email me@board.com']) {
      expect(parseRequest(text)).toEqual({kind: 'none'})
    }
    for (const text of ['@boardroom 做不做？', '@board-x 做不做？', '@team 做不做？', '＠team 做不做？', '@张三 你好']) {
      const request = parseRequest(text)
      expect(request).toMatchObject({kind: 'meeting', topic: text, with: []})
      expect(request).not.toHaveProperty('protocol')
      expect(request.kind === 'meeting' && request.notes).toMatchObject([{code: 'unknown-at'}])
    }
  })

  it('is a command in the middle of a board, which belongs to the topic', () => {
    expect(asked('@board:linus /stop 是什么').topic).toBe('/stop 是什么')
  })
})

describe('rounds', () => {
  it('are 1 to 10, by the flag, else the sentence, else the setting', () => {
    const seven = {max_rounds: 7}
    expect(asked('@board x', {}, seven).rounds).toBe(7)
    expect(asked('@board 做不做？3 轮', {}, seven)).toMatchObject({rounds: 3, topic: '做不做？'})
    expect(asked('@board 做不做？3 轮', {rounds: '10'}, seven).rounds).toBe(10)
    expect(boardDefaults.max_rounds).toBe(5)
  })

  it.each(['0', '11', '-1', '2.5', 'abc', '３', '1e1'])('cannot be %s', rounds => {
    expect(asked('@board x', {rounds}).problems).toEqual([{code: 'rounds', said: rounds}])
  })

  it('out of range in the sentence are said as they were said', () => {
    expect(asked('@board 做不做？12 轮').problems).toEqual([{code: 'rounds', said: '12'}])
    expect(asked('@board 做不做？99 轮').problems).toMatchObject([{code: 'rounds', said: '99'}])
  })
})

it('how it is held comes from the flags, else from the settings', () => {
  const slow = {parallel_speech: false, history_compression_threshold: 900}
  expect(asked('@board x')).toMatchObject({parallel: true, threshold: 4000})
  expect(asked('@board x')).not.toHaveProperty('moderator')
  expect(asked('@board x', {sequential: true, moderator: ' linus '})).toMatchObject({parallel: false, moderator: 'linus'})
  expect(asked('@board x', {}, slow)).toMatchObject({parallel: false, threshold: 900})
})

it('--with seats whom it names, each with a voice of its own where it says so, whatever the sentence names', () => {
  const board = asked('@board:linus x', {with: 'elon_musk:script:a.json, 张小龙'})
  expect(board.guests).toEqual([{name: 'elon_musk', provider: 'script:a.json'}, {name: '张小龙'}])
  expect(boardRequest({request: none}, {with: ' , '})).toMatchObject({byDefault: false, problems: [{code: 'no-expert'}]})
})

it('a sentence that speaks of a board without @ is one, with the default where it names nobody', () => {
  expect(asked('开个私董会，让马斯克和张小龙讨论要不要做社交，3 轮')).toMatchObject({
    protocol: 'board',
    names: ['马斯克', '张小龙'],
    rounds: 3,
    topic: '要不要做社交',
  })
  expect(asked('开个私董会，讨论要不要做社交')).toMatchObject({protocol: 'board', names: ['private_board'], problems: []})
})

it('any text behind @board is read without a throw, in a time that grows with its length', () => {
  const signs = ['a', ',', '，', '、', ' ', '　', ':', '：', '@board', '马', '\n', '「', '"', '3 轮', '{x}', '\u202e']
  let seed = 7
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed
  }
  for (let n = 0; n < 400; n++) {
    const rest = Array.from({length: next() % 12}, () => signs[next() % signs.length]).join('')
    const board = asked(`@board:${rest}`)
    expect(board.protocol).toBe('board')
    expect(board.topic === undefined || `@board:${rest}`.includes(board.topic)).toBe(true)
  }
  const begun = cpuMs()
  asked(`@board:${'a,'.repeat(50_000)}`)
  asked(`@board:${','.repeat(100_000)}`)
  expect(cpuMs() - begun).toBeLessThan(3000)
})
