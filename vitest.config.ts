import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Half of the time is spent waiting for processes and servers: one worker fewer than cores would leave a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: 'test/support/servers/global-setup.ts',
  },
})
