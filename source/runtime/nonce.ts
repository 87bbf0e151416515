import {createHash} from 'node:crypto'

/**
 * The mark of a turn's fences: unguessable for the speakers, yet the same in every attempt and in every rebuild from the ledger.
 * Drawn again while it occurs in the data it has to enclose. 16 hex digits.
 */
export function nonceFor(secret: string, key: string, data: readonly string[]): string {
  for (let draw = 0; ; draw++) {
    const nonce = sha256(`${secret}/${key}/${draw}`).slice(0, 16)
    if (!data.some(text => text.includes(nonce))) return nonce
  }
}

/** Hex SHA-256 of the text's UTF-8 bytes. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
