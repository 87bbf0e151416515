/**
 * One event a line, in the ledger's own vocabulary plus deltas. Whatever a terminal could take for a control, or an eye could not
 * see, is written as `\uXXXX`, so the line is plain in any terminal and parses to the same value. The id of a session is a key
 * to somebody's account: all but the ledger shows its first and last four characters.
 */
export const toJsonLine = (value: object): string =>
  `${JSON.stringify(withoutSession(value)).replace(/[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/gu, escaped)}\n`

const withoutSession = (value: object): object =>
  'session' in value && typeof value.session === 'string' ? {...value, session: shownSession(value.session)} : value

/** `first4…last4`; of a short one nothing. */
export const shownSession = (id: string): string => (id.length < 12 ? '…' : `${id.slice(0, 4)}…${id.slice(-4)}`)

const escaped = (character: string) =>
  character.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
