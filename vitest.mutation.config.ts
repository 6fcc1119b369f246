import { defineConfig } from 'vitest/config'

/** For `npm run test:mutation`: the tests beside the files, and whatever tests them without a server or a process. */
export default defineConfig({
  test: {
    include: [
      'src/{token,permission,login,captcha,http}/*.test.ts',
      'test/contract/{login-throttle,outdated-hashes}.test.ts',
    ],
    // What it compares with Casbin, other tests compare with a plain reading of the patterns, in a tenth of the time.
    exclude: ['src/permission/casbin.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // No servers: of the databases, SQLite alone.
    provide: { servers: {} },
  },
})
