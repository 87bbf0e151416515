import type {Lang} from '../core/events.ts'
import type {Note, NoteCode} from '../core/request-notes.ts'
import {fill} from '../core/template.ts'

/** What was noticed in a request, as a sentence. Slots hold the person's own words; the screen makes them safe. */
const zh = {
  'understood-as-request': '这句话没有说要开会，按它的写法当作开会来办。',
  'rounds-out-of-range': '轮次要在 {least} 到 {most} 之间，没有采用「{said}」。',
  'rounds-unclear': '看不出「{said}」是几轮，没有采用。',
  'rounds-understood': '句尾的「{said}」当作 {rounds} 轮。',
  'rounds-left-in-topic': '「{said}」当作议题的一部分，没有当作轮次。',
  'rounds-twice': '轮次写了两次，用了「{kept}」，没有用「{said}」。',
  'with-understood': '「{said}」当作与会者的名字。',
  'with-left-in-topic': '「{said}」当作议题的一部分，没有当作与会者。',
  'name-empty': '名单里有一处是空的，已略过。',
  'name-twice': '「{name}」写了不止一次，只算第一次。',
  'name-invalid': '「{name}」不能当名字，已略过。',
  'name-unusual': '「{name}」不是常见的名字写法，照原样去找。',
  'provider-empty': '「{name}」的冒号后面没有写声音，用默认的。',
  'model-empty': '「{name}」的斜线后面没有写模型，用默认的。',
  'too-many-names': '写了 {count} 位与会者，最多 {most} 位。',
  'key-twice': '「{key}」写了两次，没有用「{said}」。',
  'lang-unclear': '看不出「{said}」是哪种语言，没有采用。',
  'words-left-out': '「{said}」没有用上。',
  'unknown-at': '「{word}」在这里不是命令，只当普通的文字。',
  'default-line-up': '没有写与会者，用默认的名单（{name}）。',
} as const satisfies Readonly<Record<NoteCode, string>>

const en: Readonly<Record<NoteCode, string>> = {
  'understood-as-request': 'This does not speak of a meeting; it was taken as a request for one because of its form.',
  'rounds-out-of-range': 'Rounds go from {least} to {most}, so "{said}" was left out.',
  'rounds-unclear': 'How many rounds "{said}" means is unclear, so it was left out.',
  'rounds-understood': '"{said}" at the end was taken as the number of rounds: {rounds}.',
  'rounds-left-in-topic': '"{said}" was taken as part of the topic, not as rounds.',
  'rounds-twice': 'Rounds are given twice: "{kept}" counts, "{said}" does not.',
  'with-understood': '"{said}" was taken as names of participants.',
  'with-left-in-topic': '"{said}" was taken as part of the topic, not as a participant.',
  'name-empty': 'One place in the list of names is empty and was passed over.',
  'name-twice': '"{name}" stands in the list more than once; the first one counts.',
  'name-invalid': '"{name}" cannot be a name and was left out.',
  'name-unusual': '"{name}" is an unusual way to write a name; it is looked up as it stands.',
  'provider-empty': 'No voice follows the colon after "{name}", so the default speaks.',
  'model-empty': 'No model follows the slash after "{name}", so the default is used.',
  'too-many-names': '{count} participants are named; there can be {most} at most.',
  'key-twice': '"{key}" is given twice; "{said}" was not used.',
  'lang-unclear': 'Which language "{said}" means is unclear, so it was left out.',
  'words-left-out': '"{said}" had no use.',
  'unknown-at': '"{word}" is no command here and counts as plain text.',
  'default-line-up': 'No participants are named, so the default line-up is used ({name}).',
}

const languages: Readonly<Record<Lang, Readonly<Record<NoteCode, string>>>> = {zh, en}

export const noteText = (lang: Lang, {code, slots}: Note): string => fill(languages[lang][code], slots)
