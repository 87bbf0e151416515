import {simplified} from './hanzi.ts'

/** Names longer than this are cut before they are compared (UTF-16 units). */
const LONGEST_NAME = 200
const HIDDEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const SEPARATORS = /[\s\p{Pd}_·・•‧⋅∙⸱.．'’‘`]/gu

/**
 * What two spellings of one name have in common: NFKC, no hidden characters, no case, no accents on Latin letters, simplified
 * characters, no space, hyphen, underscore, dot or apostrophe. May be empty.
 */
export function foldName(name: string): string {
  const plain = name.slice(0, LONGEST_NAME).normalize('NFKC').replace(HIDDEN, '')
  const bare = plain.replace(SEPARATORS, '').toUpperCase().toLowerCase()
  return simplified(
    bare
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  )
}

/** Insertions, deletions, replacements and swapped neighbours between two names, in code points. */
export function editDistance(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  let before: number[] = []
  let above = b.map((_, j) => j + 1)
  above.unshift(0)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}
