import {COUNCIL_TOPICS} from './council-table.ts'
import {fold} from './request-shadow.ts'
import {here, lengthAt} from './request-words.ts'

/** A council as it is asked for in so many words. Pieces of the sentence, byte for byte. */
export type CouncilSaid = {
  /** Behind `@council:`; names, each perhaps with a voice. */
  readonly listed?: string
  readonly request: string
}

const called = here(String.raw`\s*[@/](?:engineering-)?council(?![a-z0-9_-])`)
/** Right behind the colon one name is a list; behind a blank it takes two. */
const list = here(
  String.raw`:(?:[^\s,、;]+(?:\s{0,4}[,、;]\s{0,4}[^\s,、;]+)*|\s{1,4}[^\s,、;]+(?:\s{0,4}[,、;]\s{0,4}[^\s,、;]+)+)[,、;]*`,
)
const calls = String.raw`(?:请|帮我|麻烦|please\s|can\syou\s|could\syou\s|let's\s){0,2}\s?(?:召集|召开|运行|跑一下|问问|咨询|征询|请教|请|让|用|run|convene|ask|consult|call|hold|use|start)(?:一下|一次)?\s?(?:the\s|an?\s|our\s)?`
const named = here(
  `\\s*${calls}(?:engineering[\\s-]council\\b|工程(?:决策)?委员会|(?:${COUNCIL_TOPICS.map(({key}) => key.replaceAll('-', '[\\s-]')).join('|')})\\s(?:engineering\\s)?council\\b)`,
)

/** `@council REQUEST`, `@council:knuth,beck REQUEST`, `/engineering-council REQUEST`, or words that ask for the engineering council. */
export function councilSaid(sentence: string): CouncilSaid | undefined {
  const shadow = fold(sentence)
  const at = lengthAt(called, shadow, 0)
  if (at === 0) return lengthAt(named, shadow, 0) > 0 ? {request: sentence.trim()} : undefined
  const length = lengthAt(list, shadow, at)
  const from = shadow.charAt(at) === ':' && length === 0 ? at + 1 : at + length
  const request = sentence
    .slice(from)
    .replace(/^[\s,，、:：]+/, '')
    .trim()
  return {...(length === 0 ? {} : {listed: sentence.slice(at + 1, at + length)}), request}
}
