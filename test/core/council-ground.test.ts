import {describe, expect, it} from 'vitest'
import {aspectsOf} from '../../source/core/council-aspects.ts'
import {groundWish, isPossessive, namedIn} from '../../source/core/council-ground.ts'
import {commandsIn} from '../../source/core/council-manifests.ts'
import {COUNCIL_TOPICS} from '../../source/core/council-table.ts'
import {termsOf} from '../../source/core/council-terms.ts'
import {hintName, topicName} from '../../source/i18n/council-topics.ts'

const place = {
  files: [
    'README.md',
    'package.json',
    'source/auth/index.ts',
    'source/auth/session.ts',
    'source/cli.ts',
    'source/index.ts',
    'source/rate-limit.ts',
    'source/userStore.ts',
    'test/auth/index.test.ts',
  ],
  commands: ['build', 'bench', 'roundup'],
}

/** What makes a request concrete; empty: nothing does. */
function concrete(request: string): string {
  const {files, folders, commands} = namedIn(request, place)
  return [
    ...files,
    ...folders.map(it => `${it}/`),
    ...commands.map(it => `$${it}`),
    ...(isPossessive(request) ? ['ours'] : []),
  ].join(' ')
}

describe('whether the answer may hang on the repository', () => {
  it.each<[string, string]>([
    // Files, folders and commands that are there.
    ['Should source/cli.ts be split?', 'source/cli.ts'],
    ['cli.ts 要不要拆', 'source/cli.ts'],
    ['Should `cli` be split?', 'source/cli.ts'],
    ['Should ./source/auth/ be rewritten?', 'source/auth/'],
    ['Should /home/me/project/source/cli.ts be split?', 'source/cli.ts'],
    ['auth 模块要不要重写', 'source/auth/ test/auth/'],
    ['Should the auth module be rewritten?', 'source/auth/ test/auth/'],
    ['is rate-limit too slow', 'source/rate-limit.ts'],
    ['should userStore cache', 'source/userStore.ts'],
    ['is the bench command worth it?', '$bench'],
    ['`npm run build` 太慢了', '$build'],
    ['Should our session expire?', 'source/auth/session.ts'],
    ['roundup 命令应该输出 JSON 吗', '$roundup'],
    // What is not there.
    ['Should src/none.ts be split?', ''],
    ['Should the payments module be split?', ''],
    ['should userCache cache', ''],
    // Words that only happen to be names.
    ['Is it better to build or to buy?', ''],
    ['What makes an index fast?', ''],
    // Possession.
    ['Should this CLI tool have a --json flag?', 'source/cli.ts ours'],
    ['Is our auth layer code too slow?', 'source/auth/ test/auth/ ours'],
    ['Should we add tests to this repo?', 'ours'],
    ['these functions are too long', 'ours'],
    ['我们的认证模块要不要拆', 'ours'],
    ['这个仓库的测试够不够', 'ours'],
    ['这个 CLI 工具该不该有 --json', 'source/cli.ts ours'],
    ['本项目要不要用微服务', 'ours'],
    ['当前的实现太慢', 'ours'],
    // In general.
    ['In general, should one optimize early or late?', ''],
    ['一般来说，应该尽早优化还是晚些优化', ''],
    ['我们应该尽早优化代码吗', ''],
    ['我们的团队应该写测试吗', ''],
    ['Should our team of ten adopt microservices?', ''],
    ['这个问题怎么看：单体还是微服务', ''],
    ['成本系统怎么设计', ''],
    ['应该模块化到什么程度', ''],
    ['this kind of library is slow', ''],
    ['“our billing module” is a phrase; is the API good?', ''],
  ])('%s -> %s', (request, expected) => {
    expect(concrete(request)).toBe(expected)
  })

  it.each([
    ['要不要优化，不要发现', 'off'],
    ['只谈原则：要不要优化', 'off'],
    ['要不要优化，跳过仓库', 'off'],
    ['不用看代码，说说微服务', 'off'],
    ['Should we optimize? Skip the repo.', 'off'],
    ['principles only: should we optimize this CLI?', 'off'],
    ['Should we optimize? No discovery, please', 'off'],
    ["don't look at the code, should we optimize", 'off'],
    ['基于仓库，要不要优化', 'on'],
    ['结合代码库讨论要不要优化', 'on'],
    ['look at the repo: should we optimize?', 'on'],
    ['Should we optimize, based on our codebase?', 'on'],
    ['结合代码库，不，还是只谈原则', 'off'],
    ['书里说“跳过仓库”，要不要优化', 'open'],
    ['Should we optimize?', 'open'],
    ['要不要优化', 'open'],
  ])('%s: %s', (request, wish) => {
    expect(groundWish(request)).toBe(wish)
  })
})

describe('the questions of a discovery', () => {
  it.each<[string, readonly string[]]>([
    ['Should we optimize?', ['Should we optimize?']],
    ['工具是否已经会持久化输出？其他地方是否已有格式标志？', ['工具是否已经会持久化输出？', '其他地方是否已有格式标志？']],
    [
      'Does the tool persist its output? Is there a verbose flag elsewhere?',
      ['Does the tool persist its output?', 'Is there a verbose flag elsewhere?'],
    ],
    ['请看：\n1. 缓存层的淘汰策略\n2. 登录会话的过期时间\n3. 日志格式', ['缓存层的淘汰策略', '登录会话的过期时间', '日志格式']],
    // The same again, and what asks for nothing of its own.
    ['Should we cache sessions? Thoughts?', ['Should we cache sessions? Thoughts?']],
    ['要不要缓存会话？对吗？', ['要不要缓存会话？对吗？']],
    [
      'Should the session cache expire? Should session cache entries expire?',
      ['Should the session cache expire? Should session cache entries expire?'],
    ],
  ])('%j', (request, aspects) => {
    expect(aspectsOf(request)).toEqual(aspects)
  })

  it('are four at most, and never longer than 200 characters', () => {
    const five = ['cache eviction policy', 'login session expiry', 'log line format', 'retry backoff timing', 'upload chunk size']
    expect(aspectsOf(five.map(point => `- ${point}`).join('\n'))).toEqual(five.slice(0, 4))
    expect([...(aspectsOf('优化'.repeat(300))[0] ?? '')]).toHaveLength(200)
  })
})

describe('what a request speaks of', () => {
  it('is its identifiers and its words, without those that say nothing', () => {
    expect(termsOf('Should our `ledger` use parseRequest in the tests?')).toEqual({
      identifiers: ['ledger', 'parserequest'],
      words: ['ledger', 'parse', 'request', 'test'],
    })
  })

  it('is found in Chinese as what most code calls it', () => {
    expect(termsOf('认证模块和缓存').words).toEqual(['auth', 'authentication', 'login', 'cache'])
  })
})

it('a manifest names the commands of its project; a broken one names none', () => {
  expect(commandsIn('package.json', '{"name":"x","bin":{"roundup":"a.js"},"scripts":{"bench":"y"}}')).toEqual([
    'bench',
    'roundup',
  ])
  expect(commandsIn('package.json', '{"name":"tool","bin":"a.js"}')).toEqual(['tool'])
  expect(commandsIn('a/Makefile', 'all: x\nbench:\n\tgo\nX := 1\n')).toEqual(['all', 'bench'])
  expect(commandsIn('pyproject.toml', '[project.scripts]\nserve = "a:b"\n\n[tool.x]\ny = 1\n')).toEqual(['serve'])
  for (const text of ['', '{', '[]', 'null', '{"scripts": 3}']) expect(commandsIn('package.json', text)).toEqual([])
})

it('every topic and every hint of the table has a name in both languages', () => {
  for (const {key, hints} of COUNCIL_TOPICS) {
    expect(topicName(key, 'zh')).toMatch(/\p{Script=Han}/u)
    for (const code of hints) {
      expect(hintName(code, 'zh')).not.toBe(code)
      expect(hintName(code, 'en').length).toBeGreaterThan(3)
    }
  }
})
