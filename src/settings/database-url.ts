import { join } from 'node:path'
import type { Outcome } from './setting.ts'

/** A database, as its URL names it. */
export interface DatabaseAddress {
  readonly dialect: 'sqlite'
  /** A file, relative to the current folder where it is relative, or `:memory:`. */
  readonly path: string
}

const supported =
  'sqlite:PATH is supported (sqlite:data/castellan.db, sqlite:///var/lib/castellan.db, sqlite::memory:)'

/**
 * Reads `database.url`. What is written in it is never quoted: it may hold a password.
 *
 * @example
 * ```ts
 * readDatabaseUrl('sqlite:data/castellan.db') // { value: { dialect: 'sqlite', path: 'data/castellan.db' } }
 * ```
 */
export function readDatabaseUrl(url: string): Outcome<DatabaseAddress> {
  const path = /^sqlite:(?:\/\/)?(.*)$/s.exec(url)?.[1]
  if (path === undefined) return { problem: `names no supported database; only ${supported}` }
  if (path === '' || path.endsWith('/')) return { problem: `names no file; only ${supported}` }
  if (/[?#]/.test(path)) return { problem: 'must not carry options after "?" or "#"; write the path alone' }
  if (/\p{Cc}/u.test(path)) return { problem: 'must not contain control characters' }
  return { value: { dialect: 'sqlite', path } }
}

/** The database of the settings: the configured one, or the embedded one in the data folder. */
export function databaseUrlOf(settings: {
  readonly database: { readonly url: string }
  readonly application: { readonly dataDir: string }
}): string {
  return settings.database.url || `sqlite:${join(settings.application.dataDir, 'castellan.db')}`
}
