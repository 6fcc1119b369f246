// Mutation testing: every small change that Stryker makes to these files has to make a test fail. One part at a time, as
// `scripts/mutation.mjs` asks for it; `docs/mutation.md` lists what no test can tell from the original.
import { PARTS } from './scripts/mutation-parts.mjs'

const part = process.env.MUTATION_PART ?? 'checks'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...PARTS[part].mutate, '!src/**/*.test.ts'],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long enough for a busy machine: what takes longer does not end at all.
  timeoutMS: 15_000,
  timeoutFactor: 3,
  incremental: true,
  incrementalFile: `coverage/mutation/${part}.incremental.json`,
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `coverage/mutation/${part}.json` },
  htmlReporter: { fileName: `coverage/mutation/${part}.html` },
  tempDirName: `coverage/mutation/sandbox-${part}`,
  ignorePatterns: ['/coverage', '/dist', '/bench', '/docs', '/deploy', '/data'],
  // Stryker would rewrite the project's own with a TypeScript that it knows. Ours is newer, and needs no rewriting.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  allowConsoleColors: false,
}
