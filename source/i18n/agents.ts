import type {Lang} from '../core/events.ts'
import {fill, pick} from '../core/template.ts'

/**
 * What can go wrong with an agent, or with a model's server: what happened and what it means. `{agent}` is its name as people know
 * it; what it said itself is put behind, in brackets.
 */
const lines = {
  zh: {
    missing: '找不到 {agent}，它可能没有安装，或者不在 PATH 里',
    unstartable: '{agent} 启动不了',
    auth: '{agent} 没有登录，或者登录已经失效',
    quota: '{agent} 的额度用完了，或者请求太频繁',
    'no-text': '{agent} 过了 {seconds} 秒还没有说出第一个字',
    'too-long': '{agent} 这一次说了超过 {seconds} 秒，已经停下',
    stalled: '{agent} 说到一半，{seconds} 秒没有动静，已经停下',
    aborted: '{agent} 的发言被中断',
    empty: '{agent} 答完了，但没有给出任何文字',
    isolation: '{agent} 没有被隔离好：它带着工具或别的设定在运行，这次的回答不采用',
    session: '{agent} 已经不认得这个席位之前的会话',
    unfinished: '{agent} 没有说完就结束了，已经说出的部分不算一次发言',
    config: '{agent} 不接受这样的启动方式，多半是版本不同',
    'line-too-long': '{agent} 的一行输出过长，无法读取',
    unknown: '{agent} 出错了',
  },
  en: {
    missing: '{agent} was not found: it is not installed, or not on PATH',
    unstartable: '{agent} could not be started',
    auth: '{agent} is not logged in, or its login is no longer valid',
    quota: '{agent} has used up its quota, or was asked too often',
    'no-text': '{agent} had not said a word after {seconds} seconds',
    'too-long': '{agent} took longer than {seconds} seconds for one turn and was stopped',
    stalled: '{agent} fell silent in mid-speech for {seconds} seconds and was stopped',
    aborted: 'the speech of {agent} was broken off',
    empty: '{agent} finished without any text',
    isolation: '{agent} was not isolated: it ran with tools or settings of its own, so this answer is not used',
    session: '{agent} no longer knows the earlier session of this seat',
    unfinished: '{agent} ended before it had finished; what it had said so far is no speech',
    config: '{agent} refused the way it was started, most likely because its version differs',
    'line-too-long': 'a line of {agent} was too long to be read',
    unknown: '{agent} failed',
  },
} as const

/** The next thing to do. */
const hints = {
  zh: {
    missing: '安装：{install}；或者给这个席位换一个声音',
    unstartable: '运行 roundtable doctor 看看它哪里不对',
    auth: '登录：{login}，然后重试',
    quota: '等一会儿再试，或者给这个席位换一个声音',
    'no-text': '重试；网络慢的话，在设置里把 firstTextMs 调大',
    'too-long': '重试；需要更久的话，在设置里把 totalMs 调大',
    stalled: '重试；需要更久的话，在设置里把 idleMs 调大',
    aborted: '可以重试或者跳过',
    empty: '重试，或者给这个席位换一个声音',
    isolation: '运行 roundtable doctor；在它通过之前给这个席位换一个声音',
    session: '不用做什么：会带着这个席位的全部经过另开一个会话',
    unfinished: '重试，或者给这个席位换一个声音',
    config: '运行 roundtable doctor，对照核对过的版本{version}',
    'line-too-long': '重试，或者给这个席位换一个声音',
    unknown: '重试，或者给这个席位换一个声音',
  },
  en: {
    missing: 'install it: {install}; or give this seat another voice',
    unstartable: 'run roundtable doctor to see what is wrong with it',
    auth: 'log in: {login}, then try again',
    quota: 'wait a while and try again, or give this seat another voice',
    'no-text': 'try again; on a slow network set firstTextMs higher',
    'too-long': 'try again; if it needs longer, set totalMs higher',
    stalled: 'try again; if it needs longer, set idleMs higher',
    aborted: 'it can be tried again or skipped',
    empty: 'try again, or give this seat another voice',
    isolation: 'run roundtable doctor; until it passes, give this seat another voice',
    session: "nothing to do: a new session is opened with all of this seat's part so far",
    unfinished: 'try again, or give this seat another voice',
    config: 'run roundtable doctor and compare with the version that was checked{version}',
    'line-too-long': 'try again, or give this seat another voice',
    unknown: 'try again, or give this seat another voice',
  },
} as const

/** What a turn that was given may carry with it. */
const warnings = {
  zh: {
    'exit-after-answer': '{agent} 完整答完之后以 {code} 退出',
    'forced-after-final': '{agent} 答完之后没有退出，已经结束它',
    'odd-session': '{agent} 给出的会话编号不像会话编号，没有记下',
    'one-shot': '{agent} 的常驻进程中断，这一次改用单次调用',
  },
  en: {
    'exit-after-answer': '{agent} exited with {code} after a complete answer',
    'forced-after-final': '{agent} did not exit after its answer and was ended',
    'odd-session': '{agent} gave a session id that does not look like one; it was not kept',
    'one-shot': 'the live process of {agent} broke off, so this turn was a single call',
  },
} as const

export type AgentFaultKind = keyof (typeof lines)['zh']
export type AgentWarning = keyof (typeof warnings)['zh']
export type AgentSlots = {
  readonly agent: string
  readonly login?: string
  readonly install?: string
  readonly seconds?: number
  /** That was checked with. */
  readonly version?: string
  /** In the agent's own words. */
  readonly detail?: string
}

export function agentFault(
  lang: Lang,
  kind: AgentFaultKind,
  given: AgentSlots,
): {readonly message: string; readonly hint: string} {
  const slots = {
    agent: given.agent,
    login: given.login ?? given.agent,
    install: given.install ?? given.agent,
    seconds: given.seconds ?? 0,
    version: given.version ? (lang === 'zh' ? `（${given.version}）` : ` (${given.version})`) : '',
  }
  const said = given.detail ? (lang === 'zh' ? `（${given.detail}）` : ` (${given.detail})`) : ''
  return {message: fill(pick(lines[lang], kind), slots) + said, hint: fill(pick(hints[lang], kind), slots)}
}

export const agentWarning = (lang: Lang, kind: AgentWarning, slots: Readonly<Record<string, string | number>>): string =>
  fill(pick(warnings[lang], kind), slots)
