import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createPolicyStore } from '../../src/core/permission/policy.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { type DatabaseHandle, openDatabase } from '../../src/platform/database/database.ts'
import { isUniqueViolation } from '../../src/platform/database/database-error.ts'
import { engineOf } from '../../src/platform/database/engines.ts'
import { migrate, migrations, readMigrationState } from '../../src/platform/database/migrate.ts'
import type { Migration, NamedMigration } from '../../src/platform/database/migrations/context.ts'
import { createIndex, createTable } from '../../src/platform/database/migrations/create-table.ts'
import { text } from '../../src/platform/database/migrations/table.ts'
import type { FreshDatabase } from '../support/servers/fresh-database.ts'
import { GENEROUS_LIMITS, onEveryDatabase } from './stores.ts'
import { addUser } from './stores-data.ts'

const NODES = 4
const names = migrations.map(([name]) => name)

onEveryDatabase((place) => {
  let fresh: FreshDatabase
  const opened: DatabaseHandle[] = []
  beforeEach(async () => {
    fresh = await place.fresh()
  })
  afterEach(async () => {
    for (const handle of opened.splice(0)) await handle.close()
    await fresh.drop()
  })

  async function open(options: { migrate?: boolean } = {}): Promise<DatabaseHandle> {
    const handle = await openDatabase(fresh.url, { ...options, limits: GENEROUS_LIMITS })
    opened.push(handle)
    return handle
  }

  test('several nodes that start at the same time migrate once', async () => {
    const nodes = await Promise.all(Array.from({ length: NODES }, startNode))
    const migrated = await Promise.all(nodes.map((open) => open(fresh.url)))
    expect(migrated.toSorted((a, b) => b.length - a.length)).toEqual([names, ...Array(NODES - 1).fill([])])
    const { database } = await open()
    const roles = await database.selectFrom('roles').select('role_key').execute()
    expect(roles).toEqual([{ role_key: 'admin' }])
  })

  test('missing migrations are applied once and in order', async () => {
    const { database } = await open()
    const id = await addUser(database, 'alice')
    await createPolicyStore(database).insert([{ roleKey: 'admin', path: '/x', method: 'GET' }])

    const ran: string[] = []
    const towers: Migration = async (context) => {
      ran.push('towers')
      await createTable(context, 'towers', {
        columns: { id: 'id', name: text(64) },
        unique: { towers_name: ['name'] },
      })
      await createIndex(context, 'users_by_nick_name', 'users', ['nick_name'])
    }
    const known: readonly NamedMigration[] = [
      ...migrations,
      ['9001-towers', towers],
      ['9002-named', async () => void ran.push('named')],
    ]
    expect(await migrate(engineOf(database), database, known)).toEqual(['9001-towers', '9002-named'])
    expect(await migrate(engineOf(database), database, known)).toEqual([])
    expect(ran).toEqual(['towers', 'named'])
    expect(await createUserStore(database).find(id)).toMatchObject({ username: 'alice' })
    expect(await createPolicyStore(database).all()).toHaveLength(1)

    await sql`insert into towers (name) values ('keep'), ('Keep')`.execute(database)
    const again = sql`insert into towers (name) values ('keep')`.execute(database)
    expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true)
  })

  test('the state of the migrations is read without a change', async () => {
    const { database } = await open({ migrate: false })
    expect(await readMigrationState(database)).toEqual({ isEmpty: true, missing: names, unknown: [] })
    expect(await readMigrationState(database)).toMatchObject({ isEmpty: true })
    await migrate(engineOf(database), database)
    expect(await readMigrationState(database)).toEqual({ isEmpty: false, missing: [], unknown: [] })
    const other: NamedMigration = ['9001-other', async () => undefined]
    expect(await readMigrationState(database, [...migrations, other])).toMatchObject({
      missing: ['9001-other'],
      unknown: [],
    })
    expect(await readMigrationState(database, [other])).toMatchObject({
      missing: ['9001-other'],
      unknown: names,
    })
  })

  test('the server says what it is, in which version, and its time', async () => {
    const before = Date.now()
    const { product, version, timeMs } = await engineOf(place.database).readServer(place.database)
    expect(product).toMatch(/^(SQLite|PostgreSQL|MySQL|MariaDB)$/)
    expect(version).toMatch(/^\d+\.[\d.]+$/)
    if (place.dialect === 'sqlite') expect(timeMs).toBeUndefined()
    else {
      // Enough to notice a wrong unit or time zone.
      expect(timeMs).toBeGreaterThan(before - 60_000)
      expect(timeMs).toBeLessThan(Date.now() + 60_000)
    }
  })

  test('a failed migration is retried from the state of the database', async () => {
    const { database } = await open()
    let tries = 0
    const flaky: Migration = async (context) => {
      await createTable(context, 'towers', { columns: { id: 'id', name: text(64) } })
      await createIndex(context, 'towers_name', 'towers', ['name'])
      if (++tries === 1) throw new Error('the power is gone')
      await sql`insert into towers (name) values ('keep')`.execute(context.database)
    }
    const known = [...migrations, ['9999-flaky', flaky] as const]
    await expect(migrate(engineOf(database), database, known)).rejects.toThrow('the power is gone')
    expect(await migrate(engineOf(database), database, known)).toEqual(['9999-flaky'])
    const { rows } = await sql`select name from towers`.execute(database)
    expect(rows).toEqual([{ name: 'keep' }])
  })

  test('a migration can be interrupted after any statement and retried', async () => {
    const { database } = await open({ migrate: false })
    let interruptions = 0
    // A server takes much longer for the statements that every retry repeats.
    const step = place.dialect === 'sqlite' ? 1 : 4
    for (let after = 1; ; after += step) {
      const outcome = await migrate(engineOf(database), database.withPlugin(interruptionAfter(after))).catch(
        String,
      )
      if (Array.isArray(outcome)) break
      expect(outcome).toContain('interrupted')
      interruptions++
    }
    expect(interruptions).toBeGreaterThan(20 / step)
    expect(await database.selectFrom('roles').select('role_key').execute()).toEqual([{ role_key: 'admin' }])
    expect(await database.selectFrom('change_head').selectAll().execute()).toEqual([{ id: 1, version: 0 }])
    const eventHead = { id: 1, last_id: 0, reported_keys: '' }
    expect(await database.selectFrom('event_head').selectAll().execute()).toEqual([eventHead])
    expect(await database.selectFrom('counters').selectAll().execute()).toEqual([{ id: 'users', value: 0 }])
    const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
    const chains = await database.selectFrom('log_chains').selectAll().orderBy('id').execute()
    expect(chains).toEqual([
      { id: 'audit_log', ...empty },
      { id: 'login_log', ...empty },
    ])
    const rule = { roleKey: 'ops', path: '/x', method: 'GET' }
    expect(await createPolicyStore(database).insert([rule])).toBe(1)
    expect(await createPolicyStore(database).insert([rule])).toBe(0)
  })

  // SQLite has no other way to compare.
  if (place.dialect !== 'sqlite') {
    test('every text column is compared by bytes', async () => {
      const { rows } = await sql<{ collation: string }>`
      select distinct collation_name as collation from information_schema.columns
      where collation_name is not null and table_name in ('users', 'roles', 'policy_rules', 'login_log', 'migrations')
        and table_schema = ${place.dialect === 'mysql' ? sql`database()` : 'public'}`.execute(place.database)
      expect(rows).toHaveLength(1)
      expect(rows[0]?.collation).toMatch(/^(C|utf8mb4_nopad_bin|utf8mb4_0900_bin)$/)
    })
  }

  test.each([
    ['a newer version', '9999-from-the-future'],
    ['a version that was never released', '0001-first-tables'],
  ])('a database of %s is refused and not changed', async (_, name) => {
    const { database } = await open({ migrate: false })
    await migrate(engineOf(database), database, [[name, async () => undefined]])
    await expect(open()).rejects.toThrow(`this version does not know its migration ${name}. Fix: `)
    const tables = await database.introspection.getTables()
    expect(tables.map((table) => table.name)).toEqual(['migrations'])
  })
})

/** Fails once, when so many statements are done. */
function interruptionAfter(statements: number): KyselyPlugin {
  let done = 0
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++done === statements) throw new Error('interrupted')
      return result
    },
  }
}

/** A node that is about to open its database. */
async function startNode(): Promise<(url: string) => Promise<string[]>> {
  const script = new URL('./stores-node.ts', import.meta.url).pathname
  const node = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void node.kill('SIGKILL'))
  const lines = createInterface({ input: node.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  return async (url) => {
    node.stdin.write(`${url}\n`)
    return JSON.parse(String((await lines.next()).value))
  }
}
