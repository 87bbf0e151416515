import type {Lang} from '../core/events.ts'
import {fill, pick} from '../core/template.ts'

/**
 * What the voices without a model, and the registry, have to say: code -> text with `{slot}`s. File and line, where there are any,
 * are put before it by `placed`. Slots hold text of others; the screen makes them safe.
 */
const lines = {
  zh: {
    // The registry
    'voice-unnamed': '没有写出声音的名字；可用的有：{available}',
    'voice-unknown': '没有叫「{name}」的声音；可用的有：{available}',
    'voice-unknown-near': '没有叫「{name}」的声音；最接近的是：{nearest}；可用的有：{available}',
    'argument-missing': '{name} 后面要写 {expected}，例如 {name}:{expected}',
    'argument-unwanted': '{name} 后面不能写「:{argument}」',
    'model-missing': '{name}/ 后面没有写模型的名字',
    'model-unwanted': '{name} 没有模型可选，不能写「/{model}」',
    // A script's file
    unreadable: '剧本读不了（{errno}）',
    'json-unfinished': 'JSON 没有写完',
    'json-unexpected': 'JSON 语法有误，「{found}」不该在这里',
    'json-string': 'JSON 的字符串没有用引号收住，或者中间换了行',
    'json-escape': 'JSON 的字符串里有不认识的转义「{found}」',
    'json-deep': 'JSON 套得太深，最多 {most} 层',
    'key-twice': '「{key}」写了两次',
    'key-unknown': '不认识「{key}」；这里可用的有：{known}',
    'key-missing': '缺少「{key}」',
    'wrong-type': '「{key}」应为{expected}',
    'not-one-of': '「{key}」只能是：{known}',
    'too-small': '「{key}」太小或太短，最少 {least}',
    'too-big': '「{key}」太大，最多 {most}',
    'nothing-in-turn': '「{key}」里既没有 text 也没有 fail',
    'wrong-value': '「{key}」的值不对',
    // Of a turn, and of `check`
    'script-ready': '剧本 {file}，{turns} 段',
    'script-over': '剧本 {file} 里没有留给{who}的话了',
    'script-empty': '剧本 {file} 里这一段没有字',
    'manual-ready': '由人转交：把要说的给外面的声音，把回答粘贴回来',
    'reply-empty': '没有粘贴任何回答',
    'desk-broken': '转交没有成功（{reason}）',
    aborted: '发言被中断',
  },
  en: {
    'voice-unnamed': 'no voice is named; available: {available}',
    'voice-unknown': 'there is no voice "{name}"; available: {available}',
    'voice-unknown-near': 'there is no voice "{name}"; nearest: {nearest}; available: {available}',
    'argument-missing': '{name} needs {expected} after it, as in {name}:{expected}',
    'argument-unwanted': '{name} takes nothing after a colon, but got ":{argument}"',
    'model-missing': 'no model is named after {name}/',
    'model-unwanted': '{name} has no models to choose from, but got "/{model}"',
    unreadable: 'the script cannot be read ({errno})',
    'json-unfinished': 'the JSON ends too early',
    'json-unexpected': 'not JSON: "{found}" does not belong here',
    'json-string': 'a JSON string is not closed on its line',
    'json-escape': 'a JSON string holds the unknown escape "{found}"',
    'json-deep': 'the JSON is nested deeper than {most}',
    'key-twice': '"{key}" stands twice',
    'key-unknown': 'unknown key "{key}"; known here: {known}',
    'key-missing': '"{key}" is missing',
    'wrong-type': '"{key}" should be {expected}',
    'not-one-of': '"{key}" can only be one of: {known}',
    'too-small': '"{key}" is too small or too short, at least {least}',
    'too-big': '"{key}" is too big, at most {most}',
    'nothing-in-turn': '"{key}" has neither text nor fail',
    'wrong-value': '"{key}" has a wrong value',
    'script-ready': 'script {file}, turns: {turns}',
    'script-over': 'the script {file} has no words left for {who}',
    'script-empty': 'this turn of the script {file} has no words',
    'manual-ready': 'handed over by a person: the relay goes out, the reply is pasted back',
    'reply-empty': 'no reply was pasted',
    'desk-broken': 'handing over failed ({reason})',
    aborted: 'the speech was broken off',
  },
} as const

/** The next thing to do, beside a fault or a failed check. */
const hints = {
  zh: {
    'script-over': '在 turns 里为{who}加一段，或者写一个 default',
    unreadable: '路径从当前文件夹算起',
  },
  en: {
    'script-over': 'add a turn for {who} to turns, or a default',
    unreadable: 'the path counts from the present folder',
  },
} as const

/** What a value should have been. */
const expected = {
  zh: {string: '文字', number: '数', int: '整数', boolean: ' true 或 false', array: '列表 […]', object: '对象 {…}'},
  en: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list […]',
    object: 'an object {…}',
  },
} as const

export type VoiceCode = keyof (typeof lines)['zh']
export type VoiceSlots = Readonly<Record<string, string | number>>
/** Said by its code and slots; the words are looked up where somebody reads them. */
export type VoiceNote = {readonly code: VoiceCode; readonly slots: VoiceSlots}

export const voiceWords = {
  zh: {lines: lines.zh, hints: hints.zh, expected: expected.zh},
  en: {lines: lines.en, hints: hints.en, expected: expected.en},
} as const

export function voiceText(lang: Lang, {code, slots}: VoiceNote): string {
  const kinds: Readonly<Record<string, string>> = expected[lang]
  const kind = code === 'wrong-type' ? kinds[String(slots.expected)] : undefined
  return fill(pick(lines[lang], code), kind === undefined ? slots : {...slots, expected: kind})
}

export function voiceHint(lang: Lang, {code, slots}: VoiceNote): string | undefined {
  const all: Readonly<Record<string, string>> = hints[lang]
  const hint = all[code]
  return hint === undefined ? undefined : fill(hint, slots)
}

/** As compilers and editors write it: `demo.json:12: ...`. */
export const placed = (lang: Lang, found: VoiceNote & {readonly file: string; readonly line: number}): string =>
  `${found.file}:${found.line}: ${voiceText(lang, found)}`
