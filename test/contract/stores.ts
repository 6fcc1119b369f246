import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { type DatabaseHandle, openDatabase, type RootDatabase } from '../../src/platform/database/database.ts'
import type { SqlDialect } from '../../src/platform/database/engine.ts'
import type { TimeLimits } from '../../src/platform/database/time-limits.ts'
import {
  type FreshDatabase,
  freshMysqlDatabase,
  freshPostgresDatabase,
} from '../support/servers/fresh-database.ts'

/** Slow machines must not time out where a test is about something else. */
export const GENEROUS_LIMITS: TimeLimits = {
  connectMilliseconds: 240_000,
  statementMilliseconds: 240_000,
  idleTransactionMilliseconds: 240_000,
}

/** Where a suite runs. Its database is empty before each test, but for the admin role. */
export interface Place {
  readonly dialect: SqlDialect['name']
  readonly database: RootDatabase
  readonly url: string
  /** A database of which nobody has seen anything. */
  fresh(): Promise<FreshDatabase>
}

type MakeFresh = () => Promise<FreshDatabase>

/** Runs a suite on SQLite, or in the full tests on every server. Without its server, it is skipped, and its title says so. */
export function onEveryDatabase(suite: (place: Place) => void): void {
  if (!inject('isOnServers')) {
    describe('SQLite', () => suite(placeOf('sqlite', freshSqliteDatabase)))
    return
  }
  const { postgres, mysql } = inject('servers')
  const servers = [
    ['PostgreSQL', 'postgres', postgres, freshPostgresDatabase],
    ['MySQL', 'mysql', mysql, freshMysqlDatabase],
  ] as const
  for (const [name, dialect, server, make] of servers) {
    const title = server ? name : `${name}: SKIPPED, there is no server to test against`
    const run = () => suite(placeOf(dialect, () => make(server ?? '')))
    describe.skipIf(!server)(title, run) // the title says why
  }
}

function placeOf(dialect: SqlDialect['name'], fresh: MakeFresh): Place {
  let made: FreshDatabase
  let handle: DatabaseHandle
  beforeAll(async () => {
    made = await fresh()
    handle = await openDatabase(made.url, { limits: GENEROUS_LIMITS })
  })
  beforeEach(() => empty(handle.database))
  afterAll(async () => {
    await handle?.close()
    await made?.drop()
  })
  return {
    dialect,
    fresh,
    get database() {
      return handle.database
    },
    get url() {
      return made.url
    },
  }
}

async function empty(database: RootDatabase): Promise<void> {
  const tables = [
    'access_requests',
    'event_reads',
    'passkeys',
    'password_links',
    'confirmations',
    'recovery_codes',
    'second_factors',
    'user_search',
    'user_logins',
    'user_networks',
    'users',
    'departments',
    'policy_rules',
    'sessions',
    'revocations',
    'login_log',
    'login_log_hours',
    'login_log_removed',
    'login_attempts',
    'audit_log',
    'audit_log_departments',
    'changes',
    'nodes',
    'refusals',
    'permission_usage',
    'events',
    'event_windows',
    'event_webhooks',
  ] as const
  for (const table of tables) await database.deleteFrom(table).execute()
  await database.deleteFrom('roles').where('role_key', '!=', 'admin').execute()
  await database.updateTable('change_head').set({ version: 0 }).execute()
  await database.updateTable('event_head').set({ last_id: 0, reported_keys: '' }).execute()
  await database.updateTable('counters').set({ value: 0 }).execute()
  const noEntries = { position: 0, hash: '', base_position: 0, base_hash: '' }
  await database.updateTable('log_chains').set(noEntries).execute()
}

export async function freshSqliteDatabase(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-test-'))
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
