#!/usr/bin/env node
import {makeWriter} from './ui/terminal/writer.ts'

declare const __VERSION__: string

const argv = process.argv.slice(2)

// Answered before anything heavy loads.
if (argv.includes('--version') || argv[0] === '-v') makeWriter({frames: 1, out: 1, error: 2}).print(`${__VERSION__}\n`)
else {
  const {main} = await import('./main.ts')
  await main(argv, __VERSION__)
}
