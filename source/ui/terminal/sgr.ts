/** Styled text to SGR, within the terminal's own sixteen colours, so that light and dark schemes both work. */

export type Colour =
  | 'black'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan'
  | 'white'
  | 'gray'
  | 'brightRed'
  | 'brightGreen'
  | 'brightYellow'
  | 'brightBlue'
  | 'brightMagenta'
  | 'brightCyan'
  | 'brightWhite'

export type Style = {
  readonly color?: Colour
  readonly background?: Colour
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly inverse?: boolean
  readonly strikethrough?: boolean
}

export type Span = {readonly text: string; readonly style?: Style}

/** `none` writes no SGR at all (NO_COLOR): the shape must carry the meaning. */
export type Colours = 'none' | 'ansi16'

/** From the environment: https://no-color.org, and terminals that have no colours. */
export function coloursOf(env: Readonly<Record<string, string | undefined>>): Colours {
  return env.NO_COLOR || env.TERM === 'dumb' ? 'none' : 'ansi16'
}

export function paint(spans: readonly Span[], colours: Colours): string {
  let out = ''
  for (const {text, style} of spans) {
    const codes = colours === 'none' || style === undefined ? '' : codesOf(style)
    out += codes === '' ? text : `\x1b[${codes}m${text}\x1b[0m`
  }
  return out
}

const NAMES: readonly Colour[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const BRIGHT: readonly Colour[] = [
  'gray',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
]

function codesOf(style: Style): string {
  const codes: number[] = []
  if (style.bold) codes.push(1)
  if (style.dim) codes.push(2)
  if (style.italic) codes.push(3)
  if (style.underline) codes.push(4)
  if (style.inverse) codes.push(7)
  if (style.strikethrough) codes.push(9)
  if (style.color) codes.push(colourCode(style.color))
  if (style.background) codes.push(colourCode(style.background) + 10)
  return codes.join(';')
}

function colourCode(colour: Colour): number {
  const plain = NAMES.indexOf(colour)
  return plain >= 0 ? 30 + plain : 90 + BRIGHT.indexOf(colour)
}

/** The accent for a persona's own colour, which may be a name, `#rgb`, `#rrggbb` or nonsense: the nearest that reads on light and dark. */
export function accentOf(wanted: string | undefined, seat: number): Colour {
  const name = wanted?.trim()
  const named = ACCENTS.find(([colour]) => colour.toLowerCase() === name?.toLowerCase())
  if (named) return named[0]
  const rgb = name === undefined ? undefined : rgbOf(name)
  if (rgb === undefined) return ACCENTS[seat % ACCENTS.length]?.[0] ?? 'cyan'
  let nearest: Colour = 'cyan'
  let least = Number.POSITIVE_INFINITY
  for (const [colour, [r, g, b]] of ACCENTS) {
    const distance = (r - rgb[0]) ** 2 + (g - rgb[1]) ** 2 + (b - rgb[2]) ** 2
    if (distance >= least) continue
    least = distance
    nearest = colour
  }
  return nearest
}

type Rgb = readonly [number, number, number]

const ACCENTS: readonly (readonly [Colour, Rgb])[] = [
  ['cyan', [0, 150, 150]],
  ['yellow', [190, 140, 0]],
  ['magenta', [150, 0, 150]],
  ['green', [0, 140, 0]],
  ['blue', [0, 60, 200]],
  ['red', [190, 20, 20]],
  ['brightCyan', [60, 220, 220]],
  ['brightMagenta', [230, 90, 230]],
  ['brightGreen', [80, 220, 80]],
  ['brightBlue', [90, 130, 255]],
]

function rgbOf(hex: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  const parts = long?.slice(1) ?? short?.slice(1).map(digit => digit + digit)
  if (parts === undefined) return undefined
  const [r = 0, g = 0, b = 0] = parts.map(part => Number.parseInt(part, 16))
  return [r, g, b]
}
