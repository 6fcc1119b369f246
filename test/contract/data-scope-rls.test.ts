import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rowLevelSecurity } from '../../src/authorization/data-scope/row-level-security.ts'
import { onEveryDatabase } from './stores.ts'

const PASSWORD = 'nine-quiet-bridges'

onEveryDatabase((place) => {
  /** Creates the table of an app with an owner of its own, and secures it as its owner. */
  async function secureTable() {
    const suffix = Math.random().toString(36).slice(2, 10)
    const [owner, login, role] = ['owner', 'login', 'app'].map((name) => `rls_${name}_${suffix}`)
    const superuser = await connect(place.url)
    await superuser.query(`create role ${owner} login createrole password '${PASSWORD}'`)
    await superuser.query(`create role ${login} login password '${PASSWORD}'`)
    await superuser.query(`create schema if not exists shop authorization ${owner}`)
    const asOwner = await connect(urlOf(owner))
    await asOwner.query('set search_path to shop')
    await asOwner.query('create table "Orders" (id int, "dept_id" bigint, created_by bigint)')
    await asOwner.query(
      `insert into "Orders" values (1, 7, 3), (2, 8, 3), (3, 9, 4), (4, null, 4), (5, null, null)`,
    )
    const sql = rowLevelSecurity({
      table: 'shop.Orders',
      department: 'dept_id',
      owner: 'created_by',
      role: role ?? '',
    })
    await asOwner.query(sql)
    // It can be repeated.
    await asOwner.query(sql)
    await asOwner.query(`grant usage on schema shop to ${role}`)
    await superuser.query(`grant ${role} to ${login}`)
    const app = await connect(urlOf(login))
    await app.query('set search_path to shop')
    onTestFinished(async () => {
      await Promise.all([app.end(), asOwner.end()])
      await superuser.query('drop schema shop cascade')
      for (const name of [login, role, owner]) await superuser.query(`drop role ${name}`)
      await superuser.end()
    })
    return { app, asOwner, sql }
  }

  function urlOf(username = ''): string {
    const url = new URL(place.url)
    url.username = username
    url.password = PASSWORD
    return url.href
  }

  async function connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }

  const idsOf = async (client: Client): Promise<number[]> =>
    (await client.query<{ id: number }>('select id from "Orders" order by id')).rows.map(({ id }) => id)

  async function idsWith(client: Client, scope: unknown): Promise<number[]> {
    await client.query('begin')
    try {
      await client.query('select castellan_use_scope($1)', [JSON.stringify(scope)])
      return await idsOf(client)
    } finally {
      await client.query('rollback')
    }
  }

  test.skipIf(place.dialect !== 'postgres')(
    'PostgreSQL shows the rows of the scope, and none without one',
    async () => {
      const { app, asOwner } = await secureTable()
      for (const client of [app, asOwner]) {
        expect(await idsOf(client)).toEqual([])
        expect(await idsWith(client, { kind: 'all', version: 4 })).toEqual([1, 2, 3, 4, 5])
        // The effect ends with the transaction, also if it was committed.
        expect(await idsOf(client)).toEqual([])
        await client.query(`begin; select castellan_use_scope('{"kind":"all"}'); commit`)
        expect(await idsOf(client)).toEqual([])
        expect(await idsWith(client, { kind: 'some', departments: [7, 9] })).toEqual([1, 3])
        expect(await idsWith(client, { kind: 'some', departments: [], userId: 4 })).toEqual([3, 4])
        expect(await idsWith(client, { kind: 'some', departments: [8], userId: 4 })).toEqual([2, 3, 4])
      }
    },
  )

  test.skipIf(place.dialect !== 'postgres')(
    'everything that is not a scope shows nothing on PostgreSQL',
    async () => {
      const { app } = await secureTable()
      for (const scope of [
        null,
        'all',
        [],
        {},
        { kind: 'none', reason: 'department-missing', departments: [7], userId: 3 },
        { kind: 'fetch', departments: [7] },
        { kind: 'ALL' },
        { kind: 'some' },
        { kind: 'some', departments: [] },
      ])
        expect([scope, await idsWith(app, scope)]).toEqual([scope, []])
    },
  )

  test.skipIf(place.dialect !== 'postgres')(
    'rows outside the scope are not written on PostgreSQL',
    async () => {
      const { app } = await secureTable()
      const write = async (statement: string) => {
        await app.query('begin')
        try {
          await app.query(`select castellan_use_scope('{"kind":"some","departments":[7]}')`)
          return (await app.query(statement)).rowCount
        } catch (error) {
          return (error as Error).message
        } finally {
          await app.query('rollback')
        }
      }
      const refused = 'new row violates row-level security policy for table "Orders"'
      expect(await write('insert into "Orders" values (6, 7, 3)')).toBe(1)
      expect(await write('insert into "Orders" values (6, 8, 3)')).toBe(refused)
      expect(await write('update "Orders" set dept_id = 8')).toBe(refused)
      expect(await write('update "Orders" set id = 10')).toBe(1)
      expect(await write('delete from "Orders"')).toBe(1)
      await expect(app.query('insert into "Orders" values (6, 7, 3)')).rejects.toThrow(refused)
    },
  )

  test.skipIf(place.dialect !== 'postgres')(
    'a role that bypasses the policy is refused on PostgreSQL',
    async () => {
      const { asOwner } = await secureTable()
      const sql = rowLevelSecurity({
        table: 'shop.Orders',
        department: 'dept_id',
        owner: 'created_by',
        role: 'castellan',
      })
      await expect(asOwner.query(sql)).rejects.toThrow('would bypass row-level security')
      await asOwner.query('rollback')
    },
  )
})

test.each([
  ['orders;', 'dept_id', 'created_by', 'app'],
  ['orders"', 'dept_id', 'created_by', 'app'],
  ['a.b.c', 'dept_id', 'created_by', 'app'],
  ['', 'dept_id', 'created_by', 'app'],
  ['orders', 'dept id', 'created_by', 'app'],
  ['orders', 'orders.dept_id', 'created_by', 'app'],
  ['orders', 'dept_id', '$$', 'app'],
  ['orders', 'dept_id', 'dept_id', 'app'],
  ['orders', 'dept_id', 'created_by', "x'; drop table orders; --"],
  ['orders', 'dept_id', 'created_by', 'a'.repeat(64)],
])('the names %j, %j, %j and %j are refused', (table, department, owner, role) => {
  expect(() => rowLevelSecurity({ table, department, owner, role })).toThrow(TypeError)
})
