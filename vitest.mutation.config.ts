import { defineConfig } from 'vitest/config'
import { PARTS } from './scripts/mutation-parts.mjs'

/** For `npm run test:mutation`: the tests of one part, without a server or a process. */
export default defineConfig({
  test: {
    include: PARTS[process.env.MUTATION_PART ?? 'checks']?.tests ?? [],
    // Left out is what takes long and finds nothing that others do not find: processes, big policies, comparisons at random.
    exclude: [
      'src/captcha/captcha-image.test.ts',
      'src/permission/{casbin,casbin-csv-casbin}.test.ts',
      'src/permission/*-{at-scale,model}.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // No servers: of the databases, SQLite alone.
    provide: { servers: {} },
  },
})
