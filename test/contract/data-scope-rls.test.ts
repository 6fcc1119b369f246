import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rowLevelSecurity } from '../../src/core/data-scope/row-level-security.ts'
import { onEveryDatabase } from './stores.ts'

const PASSWORD = 'nine-quiet-bridges'

onEveryDatabase((place) => {
  /** Creates the table of an app with an owner of its own, and secures it as its owner. `prepare` is SQL that runs before. */
  async function secureTable(prepare = '') {
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
    await asOwner.query(prepare)
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
    return { app, asOwner, superuser, owner: owner ?? '', login: login ?? '', sql }
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
      const refused = 'new row violates row-level security policy "castellan_data_scope" for table "Orders"'
      expect(await write('insert into "Orders" values (6, 7, 3)')).toBe(1)
      expect(await write('insert into "Orders" values (6, 8, 3)')).toBe(refused)
      expect(await write('update "Orders" set dept_id = 8')).toBe(refused)
      expect(await write('update "Orders" set id = 10')).toBe(1)
      expect(await write('delete from "Orders"')).toBe(1)
      await expect(app.query('insert into "Orders" values (6, 7, 3)')).rejects.toThrow(refused)
    },
  )

  test.skipIf(place.dialect !== 'postgres').each([
    ['another policy that shows every row', 'create policy open on "Orders" using (true)', [1, 3]],
    ['another policy that shows some rows', 'create policy few on "Orders" using (id > 2)', [3]],
    ['another restrictive policy', 'create policy few on "Orders" as restrictive using (id > 2)', [3]],
    ['a policy for another role', 'create policy theirs on "Orders" to pg_monitor using (true)', []],
    [
      'the permissive policy of an earlier version',
      'create policy castellan_data_scope on "Orders" using (true)',
      [1, 3],
    ],
  ])('with %s, rows need the scope too on PostgreSQL', async (_name, prepare, ids) => {
    const { app, asOwner } = await secureTable(prepare)
    for (const client of ids.length === 0 ? [app] : [app, asOwner]) {
      expect(await idsOf(client)).toEqual([])
      expect(await idsWith(client, { kind: 'none', reason: 'department-missing' })).toEqual([])
      expect(await idsWith(client, { kind: 'some', departments: [7, 9] })).toEqual(ids)
    }
  })

  test.skipIf(place.dialect !== 'postgres')(
    'a policy that is added later shows nothing outside the scope, and counts after the SQL ran again, on PostgreSQL',
    async () => {
      const { app, asOwner, sql } = await secureTable()
      await asOwner.query('create policy few on "Orders" using (id > 2)')
      expect(await idsWith(app, { kind: 'none', reason: 'unknown' })).toEqual([])
      expect(await idsWith(app, { kind: 'some', departments: [7, 9] })).toEqual([1, 3])
      await asOwner.query(sql)
      expect(await idsWith(app, { kind: 'some', departments: [7, 9] })).toEqual([3])
    },
  )

  /** What the SQL changes about the table. */
  async function stateOf(client: Client) {
    const { rows } = await client.query(
      `select relrowsecurity, relforcerowsecurity, (select count(*)::int from pg_policy where polrelid = pg_class.oid) policies
       from pg_class where oid = '"Orders"'::regclass`,
    )
    return rows
  }

  test.skipIf(place.dialect !== 'postgres')(
    'what cannot work is refused before anything changes on PostgreSQL',
    async () => {
      const { asOwner, superuser, owner, login } = await secureTable()
      await superuser.query(`create role rls_bypass_${login} bypassrls`)
      await asOwner.query(
        'drop table "Orders"; create table "Orders" (id int, dept_id text, created_by bigint)',
      )
      await asOwner.query('create view recent as select * from "Orders"')
      const unchanged = await stateOf(asOwner)
      const columns = { table: 'shop.Orders', department: 'id', owner: 'created_by', role: 'rls_new_role' }
      try {
        for (const [change, problem] of [
          [{ table: 'shop.missing' }, 'there is no table shop.missing'],
          [{ table: 'shop.recent' }, 'there is no table shop.recent'],
          [{ department: 'dept' }, 'the table shop.Orders has no column dept'],
          [{ owner: 'ctid' }, 'the table shop.Orders has no column ctid'],
          [{ department: 'dept_id' }, 'the column dept_id has the type text'],
          [{ role: 'castellan' }, 'the role castellan would bypass row-level security'],
          [{ role: `rls_bypass_${login}` }, 'would bypass row-level security'],
          [{ role: owner }, `the role ${owner} is or belongs to the owner of shop.Orders`],
        ] as const) {
          await expect(asOwner.query(rowLevelSecurity({ ...columns, ...change }))).rejects.toThrow(problem)
          await asOwner.query('rollback')
          expect(await stateOf(asOwner)).toEqual(unchanged)
        }
        const { rows } = await asOwner.query("select from pg_roles where rolname = 'rls_new_role'")
        expect(rows).toEqual([])
      } finally {
        await superuser.query(`drop role rls_bypass_${login}`)
      }
    },
  )

  test.skipIf(place.dialect !== 'postgres')(
    'a database user with BYPASSRLS sees all rows on PostgreSQL, and the owner of the table does not',
    async () => {
      const { app, asOwner, superuser, login } = await secureTable()
      expect(await idsOf(asOwner)).toEqual([])
      await superuser.query(`alter role ${login} bypassrls`)
      expect(await idsOf(app)).toEqual([1, 2, 3, 4, 5])
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
