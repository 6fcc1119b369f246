import { createRequire } from 'node:module'

/** Newer Node brings SQLite itself; Node 20 takes the same interface from a package. */
export function sqliteModule(): typeof import('@photostructure/sqlite') {
  const require = createRequire(import.meta.url)
  try {
    return require('node:sqlite')
  } catch {
    return require('@photostructure/sqlite')
  }
}
