import stock from 'string-width'

/** `string-width` for whoever asks for it, Ink too: the bundler puts this in its place. */
export default function stringWidth(text: string, options?: StockOptions): number {
  if (options !== undefined || typeof text !== 'string') return stock(text, options)
  const bare = text.includes('\x1b') ? text.replace(SGR, '') : text
  if (!PLAIN.test(bare)) return stock(text)
  let width = bare.length
  for (let at = 0; at < bare.length; at++) if (bare.charCodeAt(at) >= WIDE) width++
  return width
}

type StockOptions = Parameters<typeof stock>[1]

const SGR = /\x1b\[[\d;]*m/g
/**
 * Characters that stand alone and have one width whatever is beside them. For any other the stock function first builds the
 * set of all emoji and a segmenter, which costs a start more than Ink's own work, and every frame of Chinese its time.
 */
const PLAIN =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u203b\u2500-\u259f\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/
const WIDE = 0x3000
