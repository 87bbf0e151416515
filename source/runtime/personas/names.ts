import {oneLine} from '../../core/text.ts'
import {foldName} from './fold.ts'
import {unmarked} from './markdown.ts'

/** Graphemes of a name and of a title; the rest is cut with a …. */
export const MOST_NAME = 40
export const MOST_TITLE = 80
const MOST_MINED = 24

/** How sure a file is of one of its names: the author wrote it as a name; it was read off heading or id; it was quoted in the description. */
export type Rank = 'id' | 'stated' | 'derived' | 'mined'
export type Name = {readonly text: string; readonly key: string; readonly rank: Rank}

/** Whatever has no look of its own, but for what joins emoji. */
const HIDING = /(?![\u200d\ufe0e\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** One line for a person: no control, bidi or zero-width character, at most `max` graphemes. */
export const label = (text: string, max: number): string => oneLine(text.slice(0, max * 32).replace(HIDING, ''), max)

/** `mao-zedong` of `mao-zedong-perspective`, `chris` of `chris-perspective-grok4p5-high-all`, `rob-pike` of `rob-pike-skill`. */
export function stemOf(id: string): string {
  return id.replace(/-perspective(?:-.*)?$/i, '').replace(/-skill$/i, '') || id
}

/** Names on a heading: the first is the display name. None: the heading names something else than a person. */
export function namesOnHeading(heading: string, known: {readonly id: string; readonly description: string}): readonly string[] {
  const bare = unmarked(heading)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/^(?:persona|人物|角色)\s*[:：]\s*/i, '')
  // A middle dot or a hyphen belongs to the name unless it has room on both sides: 查理·芒格, Jean-Paul.
  const part = bare.split(/\s+[·・•‧|/\p{Pd}]+\s+|\s*(?:——|：)\s*|:\s+|\s+:\s*/u)[0] ?? ''
  const aside = /^(.*?)\s*[(（]([^()（）]*)[)）]?.*$/.exec(part)
  const names = [withoutKind(aside?.[1] ?? part), ...(aside?.[2] ?? '').split(/[,，、/]/)].map(name => label(name, MOST_NAME))
  const [main = '', ...others] = names
  if (!couldBeName(main) || !isNameOf(main, known)) return []
  return [main, ...others.filter(other => couldBeName(other) && !/\d|^id\b/i.test(other))]
}

const KIND =
  /(?:['’]s)?\s*(?:的)?\s*(?:思维操作系统|思維操作系統|思维框架|思維框架|思维方式|认知框架|视角|視角|人格|人物|perspective|thinking (?:os|operating system)|mindset|persona|skill)$/i

function withoutKind(text: string): string {
  const once = text.trim().replace(KIND, '').trim()
  return once.replace(KIND, '').trim()
}

function couldBeName(text: string): boolean {
  if (text === '' || /[，。！？；、!?;「」『』“”"《》<>{}[\]=…]/.test(text)) return false
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han > 0 ? han <= 12 : /\p{L}/u.test(text) && text.split(/\s+/).length <= 5
}

/** A heading may be a doctrine (实事求是, Dialectical Materialism). It is a name when id or description say the same. */
function isNameOf(name: string, {id, description}: {readonly id: string; readonly description: string}): boolean {
  const key = foldName(name)
  const idKey = foldName(stemOf(id))
  if (key === '' || idKey === '') return false
  if (key.includes(idKey) || idKey.includes(key)) return true
  if (!/\p{Script=Han}/u.test(name)) {
    const parts = new Set(
      stemOf(id)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    if (name.split(/[\s.-]+/).some(word => word.length > 1 && parts.has(word.toLowerCase()))) return true
    // In running text a person keeps the capitals that a doctrine loses. An id in Han cannot be compared with Latin letters.
    return (/\s/.test(name) && description.includes(name)) || /\p{Script=Han}/u.test(id)
  }
  if (foldName(description.slice(0, 200)).includes(key) || description.includes(name)) return true
  return !/\p{Script=Han}/u.test(description) && (name.includes('·') || [...name].length <= 4)
}

/** Names that a description puts in quotation marks, as the words that call the skill. They may be concepts: ranked last. */
export function minedNames(description: string): readonly string[] {
  const found = new Set<string>()
  for (const match of description
    .slice(0, 4000)
    .matchAll(/「([^「」\n]{1,40})」|『([^『』\n]{1,40})』|“([^“”\n]{1,40})”|"([^"\n]{1,40})"/g)) {
    const quoted = match[1] ?? match[2] ?? match[3] ?? match[4] ?? ''
    const name = withoutAsking(quoted)
    const size = [...name].length
    if (couldBeName(name) && size <= 20 && size >= 2) found.add(label(name, MOST_NAME))
    if (found.size === MOST_MINED) break
  }
  return [...found]
}

const BEFORE =
  /^(?:帮我用|幫我用|如果|假如|切换到|切換到|请|請|让|讓|用|以|像|按|从|從|叫)\s*|^(?:please |use |using |switch to |think like |as |like |from |ask |what would |if )/i
const AFTER =
  /\s*(?:的)?(?:视角|視角|角度|模式|思维方式|思維方式|思路|思维|思維|风格|風格|口吻|方式)(?:看|分析|想想|来看)?$|\s*(?:会|會|将|該|该)?(?:怎么|怎麼|如何)(?:看|想|做|说|說|评价|評價)?.*$|(?:['’]s)?\s+(?:perspective|view|viewpoint|lens|mode|mindset|style|think|do|say|take)$/i

function withoutAsking(quoted: string): string {
  const bare = quoted.trim().replace(/[,.，。?？!！]+$/, '')
  return bare.replace(BEFORE, '').replace(AFTER, '').trim()
}
