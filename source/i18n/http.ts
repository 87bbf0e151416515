import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'

/**
 * What the voices that speak over HTTP have to say: code -> text with `{slot}`s. Slots: `name` and `id` of the
 * voice, `server` (a host), `model`, and what the code needs. `message` is the server's own text; no slot ever holds a key.
 */
const zh = {
  // Why there is no speech
  'no-key': '{name} 还没有密钥',
  'status-auth': '{server} 不接受 {name} 的密钥（{status}）：{message}',
  'status-quota': '{name} 的余额或额度用完了（{status}）：{message}',
  'status-rate': '{server} 说请求太多（429）：{message}',
  'status-missing': '{server} 上没有要找的模型或地址（404，模型 {model}）：{message}',
  'status-big': '提示词对 {model} 太长了（413）：{message}',
  'status-bad': '{server} 看不懂这次请求（{status}，模型 {model}）：{message}',
  'status-slow': '{server} 等得太久，放弃了（{status}）：{message}',
  'status-server': '{server} 自己出了错（{status}）：{message}',
  'status-other': '{server} 的回应不是发言（{status}）：{message}',
  redirect: '{server} 要把请求转到 {to}；没有跟过去，否则密钥和提示词会一起交给它',
  'no-stream': '{server} 的回应不是发言的数据流{message}',
  said: '{server} 报告错误：{message}',
  unreachable: '连不上 {server}（{errno}）',
  dropped: '{server} 的连接在发言中断开（{errno}）',
  unfinished: '{server} 的回应没有说完就结束了',
  'too-long': '{server} 一次发来超过 {megabytes} MB，不再读',
  'no-address': '{name} 没有地址',
  malformed: '{name} 的地址不成地址：{server}',
  clear: '{name} 的地址 {server} 不加密，密钥和提示词会在网络上公开',
  'no-model': '{server} 上没有能用来发言的模型',
  'not-local': '{model} 在它的厂商那里运行，不在这台机器上',
  loading: '{server} 还在装载模型',
  length: '{model} 写到长度上限被截断，发言不完整',
  filter: '{server} 的内容审查拦下了这段发言',
  tools: '{model} 想调用工具，而会议里没有工具；它的话不采用',
  broken: '{server} 没有正常说完（{raw}）',
  empty: '{model} 的回复里没有字',
  'only-thinking': '{model} 只有思考，没有发言',
  firstText: '{server} 过了 {seconds} 秒还没有开口',
  idle: '{server} 说到一半停了 {seconds} 秒',
  total: '这段发言超过了 {seconds} 秒',
  aborted: '发言被中断',
  'no-server': '这台机器上没有找到本地模型服务',
  // Beside a speech that was made
  retried: '{server} 先回应了 {status}，等了 {seconds} 秒再问一次才成',
  'thinking-unmatched': '发言前面混着模型的思考，已经删去',
  'context-short': '{model} 的上下文只有 {limit} 个 token，这次约需 {needed} 个，前面的内容可能被它丢掉',
  'odd-finish': '{model} 以「{raw}」结束，不是通常的结束标志',
  // Of `check`
  ready: '{name}：{server}，模型 {model}，密钥来自 {from}',
  'ready-open': '{name}：{server}，模型 {model}',
  'not-running': '{name} 没有在 {server} 上运行',
  'not-ours': '{server} 上是别的程序，不是 {name}',
  // Of a person's own command
  'custom-ready': '{name}：你自己的命令 {command}，隔离情况不明',
} as const

export type HttpCode = keyof typeof zh

const en: Readonly<Record<HttpCode, string>> = {
  'no-key': 'there is no key for {name}',
  'status-auth': '{server} does not accept the key of {name} ({status}): {message}',
  'status-quota': 'the balance or quota of {name} is used up ({status}): {message}',
  'status-rate': '{server} says there are too many requests (429): {message}',
  'status-missing': '{server} has no such model or address (404, model {model}): {message}',
  'status-big': 'the prompt is too long for {model} (413): {message}',
  'status-bad': '{server} does not understand the request ({status}, model {model}): {message}',
  'status-slow': '{server} waited too long and gave up ({status}): {message}',
  'status-server': '{server} has an error of its own ({status}): {message}',
  'status-other': 'the answer of {server} is no speech ({status}): {message}',
  redirect: '{server} wants to send the request on to {to}; not followed, or the key and the prompt would go there too',
  'no-stream': 'the answer of {server} is no stream of a speech{message}',
  said: '{server} reports an error: {message}',
  unreachable: '{server} cannot be reached ({errno})',
  dropped: 'the connection to {server} broke in the middle of the speech ({errno})',
  unfinished: 'the answer of {server} ended before it was finished',
  'too-long': '{server} sent more than {megabytes} MB at once; no more is read',
  'no-address': '{name} has no address',
  malformed: 'the address of {name} is none: {server}',
  clear: 'the address {server} of {name} is not encrypted: key and prompt would be public on the network',
  'no-model': '{server} has no model that can speak',
  'not-local': '{model} runs at its maker’s, not on this machine',
  loading: '{server} is still loading its model',
  length: '{model} was cut at its length limit; the speech is not whole',
  filter: 'the content filter of {server} stopped this speech',
  tools: '{model} tried to call a tool, and there are none in a meeting; its words are not used',
  broken: '{server} did not come to a proper end ({raw})',
  empty: 'the reply of {model} has no text',
  'only-thinking': '{model} only thought and said nothing',
  firstText: '{server} said nothing for {seconds} s',
  idle: '{server} stopped in the middle for {seconds} s',
  total: 'the speech took more than {seconds} s',
  aborted: 'the speech was broken off',
  'no-server': 'no local model server was found on this machine',
  retried: '{server} answered {status} at first; it was asked once more after {seconds} s',
  'thinking-unmatched': 'the model’s thinking stood before the speech and was cut',
  'context-short': '{model} has a context of {limit} tokens and this takes about {needed}; it may have dropped the beginning',
  'odd-finish': '{model} ended with "{raw}", which is no usual end',
  ready: '{name}: {server}, model {model}, key from {from}',
  'ready-open': '{name}: {server}, model {model}',
  'not-running': '{name} is not running at {server}',
  'not-ours': 'another program answers at {server}, not {name}',
  'custom-ready': '{name}: a command of your own, {command}; nobody knows how isolated it is',
}

/** The next thing to do. */
const hints = {
  zh: {
    'no-key': '设置环境变量 {variables}，或运行：roundtable config key {id}',
    'status-auth': '换一个密钥：roundtable config key {id}（现在用的来自 {from}）',
    'status-quota': '充值或换一个密钥，或者给这个席位换一个声音',
    'status-rate': '过一会儿再试，或者给这个席位换一个声音',
    'status-missing': '换一个模型：roundtable config set providers.{id}.model 名字；可用的模型见 roundtable doctor',
    'status-big': '换一个上下文更长的模型',
    'status-bad': '检查模型的名字：roundtable config set providers.{id}.model 名字',
    'status-server': '过一会儿再试，或者给这个席位换一个声音',
    redirect: '如果新地址可信，写进设置：roundtable config set providers.{id}.baseUrl 地址',
    'no-stream': '检查地址：roundtable config set providers.{id}.baseUrl 地址',
    unreachable: '检查网络和地址；HTTP 声音不使用代理变量（HTTPS_PROXY）',
    'no-address': '写明地址：roundtable config set providers.{id}.baseUrl https://主机/v1',
    malformed: '地址写成 https://主机/v1：roundtable config set providers.{id}.baseUrl 地址',
    clear: '请用 https 地址；http 只用于本机和内网',
    'no-model': '先装一个模型，例如：ollama pull qwen3:8b',
    'not-local': '选一个本机的模型；确实要用它：roundtable config set providers.{id}.trustUserConfig true',
    loading: '等它装载好再试',
    firstText: '放宽期限：roundtable config set providers.{id}.firstTextMs 毫秒',
    idle: '放宽期限：roundtable config set providers.{id}.idleMs 毫秒',
    total: '放宽期限：roundtable config set providers.{id}.totalMs 毫秒',
    'no-server': '启动 Ollama、LM Studio、llama.cpp、Jan 或 vLLM 再试',
    'not-running': '启动 {name} 再试',
    'not-ours': '写明地址：roundtable config set providers.{id}.baseUrl 地址',
  },
  en: {
    'no-key': 'set {variables}, or run: roundtable config key {id}',
    'status-auth': 'use another key: roundtable config key {id} (the present one comes from {from})',
    'status-quota': 'top up or use another key, or give this seat another voice',
    'status-rate': 'try again in a while, or give this seat another voice',
    'status-missing': 'use another model: roundtable config set providers.{id}.model NAME; roundtable doctor lists them',
    'status-big': 'use a model with a longer context',
    'status-bad': 'check the name of the model: roundtable config set providers.{id}.model NAME',
    'status-server': 'try again in a while, or give this seat another voice',
    redirect: 'if you trust the new address: roundtable config set providers.{id}.baseUrl URL',
    'no-stream': 'check the address: roundtable config set providers.{id}.baseUrl URL',
    unreachable: 'check the network and the address; HTTP voices do not use the proxy variables (HTTPS_PROXY)',
    'no-address': 'name one: roundtable config set providers.{id}.baseUrl https://host/v1',
    malformed: 'an address looks like https://host/v1: roundtable config set providers.{id}.baseUrl URL',
    clear: 'use an https address; http is for this machine and private networks only',
    'no-model': 'install a model first, for example: ollama pull qwen3:8b',
    'not-local':
      'choose a model on this machine; to use it all the same: roundtable config set providers.{id}.trustUserConfig true',
    loading: 'wait until it is loaded, then try again',
    firstText: 'allow more: roundtable config set providers.{id}.firstTextMs MILLISECONDS',
    idle: 'allow more: roundtable config set providers.{id}.idleMs MILLISECONDS',
    total: 'allow more: roundtable config set providers.{id}.totalMs MILLISECONDS',
    'no-server': 'start Ollama, LM Studio, llama.cpp, Jan or vLLM and try again',
    'not-running': 'start {name} and try again',
    'not-ours': 'name its address: roundtable config set providers.{id}.baseUrl URL',
  },
} as const

export type HttpSlots = Readonly<Record<string, string | number>>

export const httpText = (lang: Lang, code: HttpCode, slots: HttpSlots): string => fill((lang === 'zh' ? zh : en)[code], slots)

export function httpHint(lang: Lang, code: HttpCode, slots: HttpSlots): string | undefined {
  const all: Readonly<Record<string, string>> = hints[lang]
  const hint = all[code]
  return hint === undefined ? undefined : fill(hint, slots)
}
