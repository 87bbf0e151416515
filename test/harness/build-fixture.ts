import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {rolldown} from 'rolldown'

export type BuiltFixture = {readonly file: string; remove(): void}

/** Bundles a TypeScript program of the tests into a temporary folder, as the product is bundled, to be run by plain node. */
export async function buildFixture(source: string): Promise<BuiltFixture> {
  const dir = mkdtempSync(join(tmpdir(), 'roundtable-fixture-'))
  const bundle = await rolldown({
    input: {fixture: source},
    platform: 'node',
    external: ['react-devtools-core'],
    transform: {define: {'process.env.NODE_ENV': '"production"', __VERSION__: '"0.0.0-test"'}},
    logLevel: 'silent',
  })
  await bundle.write({dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs'})
  await bundle.close()
  return {file: join(dir, 'fixture.mjs'), remove: () => rmSync(dir, {recursive: true, force: true})}
}
