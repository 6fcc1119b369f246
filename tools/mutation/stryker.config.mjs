// Mutation testing of one part, which `tools/mutation/run.mjs` selects. See docs/contributing/mutation.md.
import { PARTS } from './parts.mjs'

const part = process.env.MUTATION_PART ?? 'checks'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...PARTS[part].mutate, '!src/**/*.test.ts'],
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long enough for a busy machine.
  timeoutMS: 15_000,
  timeoutFactor: 3,
  incremental: true,
  incrementalFile: `coverage/mutation/${part}.incremental.json`,
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `coverage/mutation/${part}.json` },
  htmlReporter: { fileName: `coverage/mutation/${part}.html` },
  tempDirName: `coverage/mutation/sandbox-${part}`,
  ignorePatterns: ['/coverage', '/dist', '/tools/bench', '/docs', '/deploy', '/data', '/reports'],
  // Stryker cannot rewrite tsconfig.json with the TypeScript version of this project, and does not need to.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  allowConsoleColors: false,
}
