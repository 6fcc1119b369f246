import { join } from 'node:path'
import { type DatabaseAddress, readAddress } from '../database/address.ts'
import type { Outcome } from './setting.ts'

/**
 * Reads `database.url`. What is written in it is never quoted: it may hold a password.
 *
 * @example
 * ```ts
 * readDatabaseUrl('sqlite:data/castellan.db') // { value: { dialect: 'sqlite', path: 'data/castellan.db' } }
 * ```
 */
export function readDatabaseUrl(url: string): Outcome<DatabaseAddress> {
  if (/^sqlite:.*[?#]/s.test(url)) {
    return { problem: 'must not carry options after "?" or "#"; write the path alone' }
  }
  return readAddress(url)
}

/** The database of the settings: the configured one, or the embedded one in the data folder. */
export function databaseUrlOf(settings: {
  readonly database: { readonly url: string }
  readonly application: { readonly dataDir: string }
}): string {
  return settings.database.url || `sqlite:${join(settings.application.dataDir, 'castellan.db')}`
}
