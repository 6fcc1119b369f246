import { createRequire } from 'node:module'

type SqliteModule = typeof import('@photostructure/sqlite')

const NAMES = ['node:sqlite', '@photostructure/sqlite'] as const
export type SqliteModuleName = (typeof NAMES)[number]

/** Newer Node brings SQLite itself; Node 20 takes the same interface from a package. */
export function findSqlite(): { name: SqliteModuleName; module: SqliteModule } {
  const [own, packaged] = NAMES
  try {
    return { name: own, module: loadSqlite(own) }
  } catch {
    return { name: packaged, module: loadSqlite(packaged) }
  }
}

export function loadSqlite(name: SqliteModuleName): SqliteModule {
  return createRequire(import.meta.url)(name)
}

/** Whether a version such as `3.53.0` is this one or a later one. */
export function isVersionFrom(version: string, first: readonly number[]): boolean {
  const given = version.split('.').map(Number)
  const differing = first.findIndex((part, at) => part !== given[at])
  return differing === -1 || (given[differing] ?? 0) > (first[differing] ?? 0)
}
