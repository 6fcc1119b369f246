import { createRequire } from 'node:module'

type SqliteModule = typeof import('@photostructure/sqlite')

const require = createRequire(import.meta.url)

/** Loads `node:sqlite`, or on Node 20 the package with the same interface. */
export function loadSqlite(): SqliteModule {
  try {
    return require('node:sqlite')
  } catch {
    return require('@photostructure/sqlite')
  }
}
