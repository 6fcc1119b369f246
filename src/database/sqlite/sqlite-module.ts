import { createRequire } from 'node:module'

type SqliteModule = typeof import('@photostructure/sqlite')

const require = createRequire(import.meta.url)
/** The first major version in which `node:sqlite` is not experimental. Before, Node prints a warning or does not have it. */
const FIRST_NODE_WITH_STABLE_SQLITE = 24

/** Loads `node:sqlite`, or on older versions of Node the package with the same interface. */
export function loadSqlite(): SqliteModule {
  const [major = ''] = process.versions.node.split('.')
  return require(Number(major) >= FIRST_NODE_WITH_STABLE_SQLITE ? 'node:sqlite' : '@photostructure/sqlite')
}
