// Collects the licences of everything that is bundled into dist/, so that they travel with it.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

const folders = new Set()
for (const map of readdirSync('dist').filter(name => name.endsWith('.js.map'))) {
  for (const source of JSON.parse(readFileSync(join('dist', map), 'utf8')).sources) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(source)
    if (match) folders.add(source.slice(0, match.index + match[0].length - 1).replace(/^(\.\.\/)+/, ''))
  }
}
const parts = [...folders].sort().map(folder => {
  const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^(licen[cs]e|copying)/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '(the package carries no licence file)'
  return `${name} ${version} (${license})\n\n${text}\n`
})
writeFileSync('dist/THIRD-PARTY-LICENCES.txt', parts.join(`\n${'-'.repeat(80)}\n\n`))
