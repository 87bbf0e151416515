import {oneLine} from '../../core/text.ts'

/**
 * A reply that is JSON underneath, as text for a reader while it streams: only the strings of the data come out, as Markdown lines.
 * Tolerant by design: what does not parse is passed over, never shown raw.
 */
export type Readable = {
  /** What a reader gets to see more. */
  push(delta: string): string
  /** What was held back. */
  end(): string
}

/** How the strings of data that is known stand on the page; without it they are lines of a list. */
export type DataShape = {
  /** Keys whose text stands as it is, in paragraphs of its own. */
  readonly plain: ReadonlySet<string>
  /** What stands above the strings below a key. */
  readonly headings: ReadonlyMap<string, string>
  /** Stands between the text of a key and what follows in the same line. */
  readonly joined: ReadonlyMap<string, string>
  /** What a text of such a key is called on the page; then it is held back until it is whole. */
  readonly names: ReadonlyMap<string, string>
}

/** `data`: the turn was asked for data. Otherwise the first characters tell: a speech that only looks like data is not held up. */
export function makeReadable(data: boolean | DataShape): Readable {
  let reader: Readable | undefined = data ? makeDataReader(data === true ? undefined : data) : undefined
  let held = ''
  return {
    push(delta) {
      if (reader) return reader.push(delta)
      held += delta
      const kind = kindOf(held)
      if (kind === 'unknown') return ''
      reader = kind === 'data' ? makeDataReader() : plain
      const text = held
      held = ''
      return reader.push(text)
    },
    end: () => (reader ? reader.end() : held),
  }
}

/** The whole of a reply at once. */
export function readable(text: string, data: boolean | DataShape): string {
  const reader = makeReadable(data)
  return reader.push(text) + reader.end()
}

const plain: Readable = {push: delta => delta, end: () => ''}

const DATA = /^\s*(?:```(?:json)?\s*)?(?:\[\s*)*\{\s*"/i
/** Any beginning of what `DATA` matches. */
const MAYBE_DATA = /^\s*(?:`{0,3}|```(?:j|js|jso|json)?\s*|(?:```(?:json)?\s*)?\[[\s[]*|(?:```(?:json)?\s*)?(?:\[\s*)*\{\s*)$/i

function kindOf(text: string): 'data' | 'plain' | 'unknown' {
  if (DATA.test(text)) return 'data'
  return text.length < 200 && MAYBE_DATA.test(text) ? 'unknown' : 'plain'
}

type Level = {readonly kind: 'object' | 'array'; key: string; expectsKey: boolean}

const HEADINGS = new Set(['who', 'name', 'title', 'about', 'topic', 'heading'])
const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: ' ', r: '', b: '', f: ''}
const DEEPEST = 64

function makeDataReader(shape?: DataShape): Readable {
  const levels: Level[] = []
  let raw = ''
  let shown = false
  let string: 'none' | 'key' | 'value' = 'none'
  let key = ''
  let pending = ''
  let out = ''
  /** Of a shape: the heading under which the last string stood, whether that one was plain, and what still goes before the next. */
  let section: string | undefined
  let isPlain = false
  let join: string | undefined
  let name: string | undefined

  const begin = () => {
    const level = levels.at(-1)
    if (level?.kind === 'object' && level.expectsKey) {
      string = 'key'
      key = ''
      return
    }
    string = 'value'
    const of = levels.findLast(one => one.key !== '')?.key ?? ''
    if (shape) return place(shape, of)
    const heading = HEADINGS.has(of)
    const mark = heading ? '### ' : of === 'quote' ? '> ' : '- '
    out += `${shown ? (heading ? '\n\n' : '\n') : ''}${mark}`
    shown = true
  }
  const place = (known: DataShape, of: string) => {
    const above = levels.find(one => known.headings.has(one.key))?.key
    isPlain = above === undefined && known.plain.has(of)
    const begins = above !== undefined && above !== section
    if (begins) out += `${shown ? '\n\n' : ''}### ${known.headings.get(above)}\n\n`
    else if (join === undefined) out += shown ? (isPlain ? '\n\n' : '\n') : ''
    out += join ?? (isPlain ? '' : '- ')
    section = above
    join = known.joined.get(of)
    name = join === undefined ? undefined : ''
    shown = true
  }
  const character = (text: string) => {
    if (string === 'key') key += text
    else if (name !== undefined) name += text
    else out += text === '\n' && !isPlain ? ' ' : text
  }
  const inString = (text: string) => {
    if (pending !== '') {
      pending += text
      if (pending.startsWith('\\u')) {
        if (pending.length < 6) return
        const code = Number.parseInt(pending.slice(2), 16)
        character(Number.isNaN(code) ? '' : String.fromCharCode(code))
      } else character(ESCAPES[text] ?? text)
      pending = ''
    } else if (text === '\\') pending = text
    else if (text === '"') {
      const level = levels.at(-1)
      if (string === 'key' && level) level.key = key
      if (name !== undefined) out += oneLine(shape?.names.get(name) ?? name, 80)
      name = undefined
      string = 'none'
    } else character(text)
  }
  const outside = (text: string) => {
    const level = levels.at(-1)
    if (text === '"') {
      if (level) begin()
    } else if ((text === '{' || text === '[') && levels.length < DEEPEST) {
      levels.push({kind: text === '{' ? 'object' : 'array', key: '', expectsKey: text === '{'})
    } else if (text === '}' || text === ']') {
      levels.pop()
      join = undefined
    } else if (text === ':' && level) level.expectsKey = false
    else if (text === ',' && level?.kind === 'object') level.expectsKey = true
  }

  return {
    push(delta) {
      out = ''
      if (!shown) raw += delta
      for (const text of delta) {
        if (string === 'none') outside(text)
        else inString(text)
      }
      return out
    },
    // A reply without any data in it is at least shown as what it is.
    end: () => (shown || raw.trim().startsWith('{') ? '' : raw),
  }
}
