import type * as HashWorkersModule from '../../../src/login/hash-workers.ts'

/** How often a password was handed over to be hashed. */
export const hashed = { count: 0 }

/** The real threads, and a count of what they get. */
export function counting(real: typeof HashWorkersModule): typeof HashWorkersModule {
  return {
    ...real,
    createHashWorkers(options) {
      const workers = real.createHashWorkers(options)
      return {
        ...workers,
        run(work) {
          hashed.count++
          return workers.run(work)
        },
      }
    },
  }
}
