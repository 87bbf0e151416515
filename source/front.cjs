#!/usr/bin/env node
// The bin: a script of the older kind, since node takes a third longer to set up the loader of the newer one than to start.
const argv = process.argv.slice(2)
if (argv.includes('--version') || argv[0] === '-v') {
  try {
    require('node:fs').writeSync(1, '__VERSION__\n')
  } catch {
    // Whoever asked does not listen any more.
  }
} else import('./cli.js')
