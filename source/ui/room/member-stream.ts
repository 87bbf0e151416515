import {type MemberReading, memberText} from '../../core/council-text.ts'
import type {Readable} from './json-stream.ts'

/**
 * A member's data as people read it while it streams. Only what goes on from what is on the page already is added; data whose parts
 * come in another order stands whole when it is whole.
 */
export function makeMemberReader(reading: MemberReading): Readable {
  let reply = ''
  let given = ''
  const next = (text: string): string => {
    if (!text.startsWith(given)) return ''
    const more = text.slice(given.length)
    given = text
    return more
  }
  return {
    push(delta) {
      reply += delta
      // Prose around the data is not for the page; prose without any is known when all of it is there. Half an id is no name yet.
      if (!reply.includes('{') || /"respondsTo"\s*:\s*\[[^\]]*$/.test(reply)) return ''
      return next(memberText(reply, reading).trimEnd())
    },
    end: () => next(memberText(reply, reading)),
  }
}
