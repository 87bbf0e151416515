// npm run bench [-- screen|start|board]: what is measured rather than tested, each beside its limits.
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {rolldown} from 'rolldown'

const benches = ['start', 'screen', 'board']
const asked = process.argv.slice(2)
const unknown = asked.find(name => !benches.includes(name))
if (unknown !== undefined) {
  console.error(`${unknown}: no such bench; there are ${benches.join(', ')}`)
  process.exit(2)
}

// Beside node_modules, for what cannot be bundled: a pseudo-terminal, and the bundler itself.
mkdirSync('.cache', {recursive: true})
const dir = mkdtempSync(join('.cache', 'bench-'))
try {
  for (const name of asked.length > 0 ? asked : benches) {
    const bundle = await rolldown({
      input: {[name]: `bench/${name}.ts`},
      platform: 'node',
      external: [/^[^./]/],
      logLevel: 'silent',
    })
    await bundle.write({dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs'})
    await bundle.close()
    console.log(`\n${name}`)
    const {run} = await import(pathToFileURL(resolve(dir, `${name}.mjs`)).href)
    await run()
  }
} finally {
  rmSync(dir, {recursive: true, force: true})
}
