import {execFile} from 'node:child_process'
import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {expect, it} from 'vitest'
import {PROGRAM} from '../support/build.ts'
import {cleanEnv, ledgerOf, makePlace, meetingsIn, root, runCli} from '../support/cli.ts'

const run = promisify(execFile)

it('the packed program, installed in an empty folder elsewhere, brings all it needs and holds a meeting', async () => {
  const place = makePlace()
  const env = cleanEnv(place, {npm_config_cache: join(place.home, 'npm'), npm_config_update_notifier: 'false'})
  const source = join(place.home, 'source')
  mkdirSync(source, {recursive: true})
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    files: string[]
    dependencies?: object
    version: string
  }
  // What the manifest ships, with the bundle of these tests as its dist.
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
  for (const name of ['LICENSE', ...manifest.files.filter(file => !file.includes('*'))])
    cpSync(join(root, name), join(source, name), {recursive: true})
  cpSync(join(root, PROGRAM), join(source, 'dist'), {recursive: true})
  expect(manifest.dependencies ?? {}).toEqual({})

  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place.cwd], {cwd: source, env})
  const [{files, filename}] = JSON.parse(packed.stdout) as [{files: {path: string}[]; filename: string}]
  const paths = files.map(file => file.path)
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'dist/cli.js', 'dist/main.js', 'prompts/roundtable.zh.md', 'personas/figures/marx.md']),
  )
  expect(paths.filter(path => /\.map$|\.tsx?$|node_modules|^test\//.test(path))).toEqual([])

  const away = join(place.home, 'away')
  mkdirSync(away)
  writeFileSync(join(away, 'package.json'), '{"private": true}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(place.cwd, filename)], {cwd: away, env})
  const bin = join(away, 'node_modules', '.bin', 'roundtable')
  expect((await run(bin, ['--version'], {cwd: away, env})).stdout).toBe(`${manifest.version}\n`)
  const said = [
    'meet',
    '--topic',
    '人工智能会不会取代程序员',
    '--with',
    '马克思,毛泽东',
    '--rounds',
    '1',
    '--provider',
    'rehearsal',
    '--auto',
  ]
  const installed = join(away, 'node_modules', 'roundtable', 'dist', 'cli.js')
  const ran = await runCli(said, {place, program: installed})
  expect(ran.code, ran.stderr).toBe(0)
  const [folder = ''] = meetingsIn(place)
  expect(ledgerOf(folder).at(-1)).toMatchObject({type: 'meeting.closed', outcome: {how: 'complete', rounds: 1}})
  expect(readdirSync(folder).sort()).toEqual(['meeting.jsonl', 'outline.md', 'summary.md', 'transcript.md'])
  place.remove()
}, 60_000)
