import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { builtPrograms } from './test/support/built-programs.ts'

export default defineConfig({
  plugins: [builtPrograms()],
  test: {
    include: ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // A good part of the time is spent waiting for processes and servers: two workers would leave two cores idle for a fifth of it.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'test/support/servers/global-setup.ts',
  },
})
