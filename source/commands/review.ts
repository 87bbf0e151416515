import {tellReview} from '../i18n/review-entry.ts'
import {exit, type Host} from './host.ts'
import {meet} from './meet.ts'
import type {MeetFlags} from './plan.ts'

/** `roundtable review --topic T …` or `roundtable review "T" …`: the same as `meet --protocol review`. */
export async function review(words: readonly string[], flags: MeetFlags, host: Host): Promise<number> {
  const said = words.join(' ')
  const wrong =
    flags.protocol !== undefined && flags.protocol !== 'review'
      ? tellReview(host.uiLang, 'otherProtocol', {said: flags.protocol})
      : said !== '' && flags.topic !== undefined
        ? tellReview(host.uiLang, 'strayWords', {said})
        : undefined
  if (wrong !== undefined) {
    for (const line of [wrong, host.words.usageSeeHelp]) host.warn(line)
    return exit.usage
  }
  const asReview: MeetFlags = {...flags, protocol: 'review'}
  // What stands here is the topic, word for word; only `@review:…` is read.
  const isRequest = /^\s*[@＠]/u.test(said)
  if (said === '' || isRequest) return meet(asReview, said === '' ? undefined : said, host)
  return meet({...asReview, topic: said}, undefined, host)
}
