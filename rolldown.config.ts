import {readFileSync} from 'node:fs'
import {defineConfig} from 'rolldown'

const {version} = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {version: string}

export default defineConfig({
  input: {cli: 'source/cli.tsx'},
  platform: 'node',
  external: ['react-devtools-core'],
  transform: {define: {'process.env.NODE_ENV': '"production"', __VERSION__: JSON.stringify(version)}},
  output: {dir: 'dist', format: 'esm', minify: false, cleanDir: true, chunkFileNames: '[name].js'},
})
