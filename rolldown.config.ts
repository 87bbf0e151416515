import {readFileSync} from 'node:fs'
import {defineConfig} from 'rolldown'

const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {version: string}

export default defineConfig({
  input: {cli: 'source/cli.tsx'},
  platform: 'node',
  // Ink asks for it in development only.
  external: ['react-devtools-core'],
  transform: {
    define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', __VERSION__: JSON.stringify(version)},
  },
  output: {dir: 'dist', format: 'esm', sourcemap: true, cleanDir: true, chunkFileNames: '[name].js'},
})
