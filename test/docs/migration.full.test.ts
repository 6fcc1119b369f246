import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DatabaseSync } from '@photostructure/sqlite'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { parseCasbinCsv } from '../../src/core/permission/rules/casbin-csv.ts'
import { readUserCsv } from '../../src/features/policy/user-import/user-csv.ts'
import { csvLine } from '../../src/platform/csv/csv-writer.ts'
import { freshMysqlDatabase, freshPostgresDatabase } from '../support/servers/fresh-database.ts'

const page = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'how-to', 'migrate-from-go-admin.md'),
  'utf8',
)
const [roleQuery = '', userQuery = '', ruleQuery = ''] = [...page.matchAll(/```sql\n(.*?)```/gs)].map(
  ([, sql = '']) => sql,
)

const BCRYPT = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'

type Row = Record<string, unknown>
type Query = (sql: string) => Promise<Row[]>

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openSqlite(): Promise<Query> {
  const database = new DatabaseSync(':memory:')
  closers.push(() => database.close())
  return async (sql) => database.prepare(sql).all() as Row[]
}

async function openPostgres(serverUrl: string): Promise<Query> {
  const { url, drop } = await freshPostgresDatabase(serverUrl)
  const client = new Client({ connectionString: url })
  await client.connect()
  closers.push(drop, () => client.end())
  return async (sql) => (await client.query(sql)).rows
}

async function openMysql(serverUrl: string): Promise<Query> {
  const { url, drop } = await freshMysqlDatabase(serverUrl)
  const connection = await createConnection(url)
  closers.push(drop, () => connection.end())
  return async (sql) => (await connection.query(sql))[0] as Row[]
}

const { postgres, mysql } = inject('servers')
const databases: readonly [string, string, (() => Promise<Query>) | undefined][] = [
  ['SQLite', 'datetime', openSqlite],
  ['PostgreSQL', 'timestamptz', postgres === undefined ? undefined : () => openPostgres(postgres)],
  ['MariaDB', 'datetime(3)', mysql === undefined ? undefined : () => openMysql(mysql)],
]

const csvOf = (row: Row) => csvLine(Object.values(row).map((value) => String(value ?? '')))

/** Creates go-admin's tables with a user, a role and a rule that exist, and others that are deleted. */
async function createTables(query: Query, type: string, exists: string, deleted: string): Promise<void> {
  for (const statement of [
    `create table sys_role (role_id int primary key, role_name varchar(128), status varchar(4), role_key varchar(128),
      data_scope varchar(128), deleted_at ${type})`,
    `create table sys_user (user_id int primary key, username varchar(64), password varchar(128), nick_name varchar(128),
      phone varchar(11), role_id int, email varchar(128), status varchar(4), deleted_at ${type})`,
    `create table casbin_rule (id int primary key, ptype varchar(100), v0 varchar(100), v1 varchar(100), v2 varchar(100))`,
    `insert into sys_role values (1, 'Auditor', '2', 'auditor', '1', ${exists}), (2, 'Gone', '2', 'gone', '5', ${deleted})`,
    `insert into sys_user values (1, 'alice', '${BCRYPT}', 'Alice', '1', 1, 'a@example.com', '2', ${exists}),
      (2, 'bob', '${BCRYPT}', 'Bob', '2', 1, 'b@example.com', '1', ${exists}),
      (3, 'gone', '${BCRYPT}', 'Gone', '3', 1, 'c@example.com', '2', ${deleted})`,
    `insert into casbin_rule values (1, 'p', 'auditor', '/api/v1/sys-user/:id', 'GET'), (2, 'p', 'gone', '/api/v1/role', 'GET'),
      (3, 'g', 'auditor', 'gone', '')`,
  ])
    await query(statement)
}

async function importedUsers(csv: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of readUserCsv(Readable.from([Buffer.from(csv)]))) rows.push(row)
  return rows
}

describe.each(databases)('docs/how-to/migrate-from-go-admin.md: the queries on %s', (_, time, open) => {
  test.skipIf(open === undefined).each([
    ['a time', time, 'null', "'2026-01-02 03:04:05'"],
    ['a number', 'bigint not null', '0', '1767323045000'],
  ])('find what is not deleted, marked by %s', async (_mark, type, exists, deleted) => {
    if (open === undefined) throw new Error('there is no server')
    const query = await open()
    await createTables(query, type, exists, deleted)

    expect(await query(roleQuery)).toEqual([
      { role_key: 'auditor', role_name: 'Auditor', data_scope: '1', status: '2' },
    ])
    const users = await query(`${userQuery.trim().replace(/;$/, '')} order by username`)
    expect(
      await importedUsers([csvLine(Object.keys(users[0] ?? {})), ...users.map(csvOf)].join('')),
    ).toMatchObject([
      {
        user: {
          username: 'alice',
          roleKey: 'auditor',
          nickName: 'Alice',
          email: 'a@example.com',
          status: '2',
        },
      },
      { user: { username: 'bob', roleKey: 'auditor', phone: '2', status: '1' } },
    ])
    const { rules, problems } = await parseCasbinCsv((await query(ruleQuery)).map(csvOf), { maxRules: 10 })
    expect(problems).toEqual([])
    expect(rules).toEqual([{ roleKey: 'auditor', path: '/api/v1/sys-user/:id', method: 'GET' }])
  })
})
