import {defineConfig} from 'vitest/config'

export default defineConfig({
  define: {__VERSION__: '"0.0.0-test"'},
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    coverage: {provider: 'v8', include: ['source/**'], reporter: ['text-summary', 'json-summary']},
  },
})
