import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'
import {en} from './en.ts'
import {zh} from './zh.ts'

/** Every word the program says, by key. A UI language is one file: `zh.ts` names the keys, the others are held to them. */
export type Words = {readonly [key in keyof typeof zh]: string}
export type WordKey = keyof Words

const languages: Readonly<Record<Lang, Words>> = {zh, en}

export const wordsFor = (lang: Lang): Words => languages[lang]

export const tell = (words: Words, key: WordKey, slots: Readonly<Record<string, string | number>> = {}): string =>
  fill(words[key], slots)

/** The UI language from the usual variables: `zh*` is Chinese, everything else English. */
export function langOfLocale(env: Readonly<Record<string, string | undefined>>): Lang {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || env.LANGUAGE || ''
  return /^zh/i.test(locale) ? 'zh' : 'en'
}
