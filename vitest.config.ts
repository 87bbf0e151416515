import {availableParallelism} from 'node:os'
import {defineConfig} from 'vitest/config'

export default defineConfig({
  define: {__VERSION__: '"0.0.0-test"'},
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    // Much of the suite waits for terminals and children: two side by side do well even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    coverage: {provider: 'v8', include: ['source/**'], reporter: ['text-summary', 'json-summary']},
  },
})
