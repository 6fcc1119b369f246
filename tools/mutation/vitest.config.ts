import { defineConfig } from 'vitest/config'
import { PARTS } from './parts.mjs'

/** Runs the unit tests of one part for `tools/mutation/run.mjs`. */
export default defineConfig({
  test: {
    include: PARTS[process.env.MUTATION_PART ?? 'checks']?.tests ?? [],
    // Slow tests that detect no additional mutants: comparisons with Casbin, random models, large policies.
    exclude: ['src/core/permission/**/*-{compatibility,scale,model}.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Only SQLite: no database servers are started.
    provide: { servers: {} },
  },
})
