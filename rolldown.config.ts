import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {defineConfig, type Plugin} from 'rolldown'

const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string}

const widthOfOurs = resolve('source/core/string-width.ts')

/** Every copy of string-width that a library brings is ours: quicker, and all widths agree. */
const oneStringWidth: Plugin = {
  name: 'one-string-width',
  resolveId: (source, importer) => (source === 'string-width' && importer !== widthOfOurs ? widthOfOurs : undefined),
}

/** Places of a library that cost a start too much, rewritten; a place that is not found any more fails the build. */
const rewritten = (id: RegExp, from: string, to: string): Plugin => ({
  name: `rewritten-${id.source}`,
  transform: {
    filter: {id},
    handler(code) {
      if (!code.includes(from)) throw new Error(`not found in ${id.source}: ${from}`)
      return {code: code.replaceAll(from, to), map: null}
    },
  },
})

const rewrites: readonly Plugin[] = [
  // Yoga fetches the WebAssembly that it holds as text, and `fetch` loads all of undici; it can decode the text itself.
  rewritten(/yoga-wasm-base64/, '"function"!=typeof fetch', 'true'),
  // Asked for every cell of every frame of Ink, and nearly always about two cells that look alike.
  rewritten(
    /ansi-tokenize\/build\/diff\.js$/,
    'function diffAnsiCodes(from, to) {',
    `function diffAnsiCodes(from, to) {
    if (from.length === to.length && from.every((code, at) => code.code === to[at].code)) return [];`,
  ),
  rewritten(
    /ansi-tokenize\/build\/ansiCodes\.js$/,
    'function ansiCodesToString(codes) {',
    `function ansiCodesToString(codes) {
    if (codes.length === 0) return '';`,
  ),
  // The devtools are for Ink's own makers.
  rewritten(/ink\/build\/reconciler\.js$/, 'if (isDev())', 'if (false)'),
]

/** What `roundtable` runs: see there why it is no module. */
const front: Plugin = {
  name: 'front',
  generateBundle() {
    const source = readFileSync('source/front.cjs', 'utf8').replace('__VERSION__', version)
    this.emitFile({type: 'asset', fileName: 'cli.cjs', source})
  },
}

export default defineConfig({
  input: {cli: 'source/cli.tsx'},
  platform: 'node',
  plugins: [oneStringWidth, ...rewrites, front],
  transform: {
    define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', __VERSION__: JSON.stringify(version)},
  },
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    cleanDir: true,
    chunkFileNames: '[name].js',
    // A file costs a start about as much as fifty kilobytes do: what is always needed together is one file.
    codeSplitting: {
      groups: [
        {name: 'writer', test: /source\/ui\/terminal\/writer\.ts$/, priority: 4},
        {name: 'main', test: /source\/main\.ts$/, priority: 3},
        {name: 'room', test: /source\/commands\/room\.ts$/, priority: 2},
        {name: 'meeting', test: /source\/commands\/(?:at-home|meet|resume)\.ts$/, priority: 1},
      ],
    },
  },
})
