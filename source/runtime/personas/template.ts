import type {Lang} from '../../core/events.ts'
import {fill} from '../../core/template.ts'
import {personaTemplates} from '../../i18n/persona-template.ts'
import {label, MOST_NAME} from './names.ts'

/** A file to fill in, for `personas new NAME`: every section with a comment on what it is for. It loads, and checks without errors. */
export function personaTemplate(name: string, lang: Lang): string {
  const shown = label(name, MOST_NAME) || idFor(name)
  const slots = {id: idFor(name, lang), quoted: JSON.stringify(shown).slice(1, -1), shown}
  const kept = {topic: '{topic}', prev: '{prev}', quote: '{quote}', words: '{words}', others: '{others}'}
  return fill(personaTemplates[lang], {...slots, ...kept})
}

/**
 * `karl-marx-perspective` for `Karl Marx`; what has no Latin letters is spelled by its code points, `u5b54-u5b50-perspective`,
 * until the author puts a better id. The file's own name is the id with `.md`.
 */
export function idFor(name: string, lang: Lang = 'zh'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/-?perspective$/, '')
  const latin = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  const spelled = [...plain]
    .filter(character => /[\p{L}\p{N}]/u.test(character))
    .slice(0, 6)
    .map(character => `u${(character.codePointAt(0) ?? 0).toString(16)}`)
  const stem = latin || spelled.join('-') || 'new'
  return lang === 'en' && latin === '' ? `${stem}-perspective-en` : `${stem}-perspective`
}
