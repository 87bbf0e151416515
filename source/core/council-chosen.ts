import {COUNCIL_TOPICS} from './council-table.ts'
import {jsonIn} from './json-in-prose.ts'

/**
 * The topic that a model's reply names: exactly one key of the closed list, alone, perhaps in quotes, or as `{"topic": key}`.
 * Undefined: the reply is not that, so it names none; nothing is guessed.
 */
export function topicChosen(reply: string): string | undefined {
  const said = [...jsonIn(reply)].map(value => ('topic' in value ? value.topic : undefined)).filter(value => value !== undefined)
  const [only = reply, second] = said
  if (second !== undefined || typeof only !== 'string') return undefined
  const key = only
    .trim()
    .replace(/^[\s"'`*「“【[(（]+|[\s"'`*」”】\])）.。]+$/g, '')
    .toLowerCase()
  return COUNCIL_TOPICS.find(topic => topic.key === key)?.key
}
