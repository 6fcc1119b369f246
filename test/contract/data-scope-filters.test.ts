import { sql as drizzleSql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDataScopes } from '../../src/core/data-scope/data-scope.ts'
import { createDepartmentIndex } from '../../src/core/data-scope/department-index.ts'
import { createScopeOf } from '../../src/core/data-scope/scope-of.ts'
import type { Identity } from '../../src/platform/http/call/identity.ts'
import { scaled } from '../support/scale.ts'
import { onEveryDatabase, type Place } from './stores.ts'

interface Row {
  readonly id: number
  readonly dept_id: number | null
  readonly created_by: number | null
}

interface World {
  /** The parent of each department, from 1 on. There may be cycles and missing parents. */
  readonly parents: readonly number[]
  readonly disabled: readonly number[]
  readonly role: readonly number[]
  readonly user: {
    readonly dataScope: string
    readonly deptId: number | undefined
    readonly isAdmin: boolean
  }
}

const USER = 3
const MAX_DEPARTMENTS = 9
const id = fc.integer({ min: 0, max: MAX_DEPARTMENTS + 1 })
/** Every tenth parent is any number, the others are departments before. */
const mostlyTrees = (drawn: readonly (readonly [number, number])[]) =>
  drawn.map(([parent, chance], index) => (chance === 0 ? parent : parent % (index + 1)))
const world: fc.Arbitrary<World> = fc.record({
  parents: fc.array(fc.tuple(id, fc.nat({ max: 9 })), { maxLength: MAX_DEPARTMENTS }).map(mostlyTrees),
  disabled: fc.array(id, { maxLength: 3 }),
  role: fc.array(fc.integer({ min: -1, max: MAX_DEPARTMENTS + 1 }), { maxLength: 5 }),
  user: fc.record({
    dataScope: fc.constantFrom('1', '2', '2', '3', '3', '4', '4', '4', '5', '0', '6', '', 'x'),
    deptId: fc.oneof(
      { weight: 9, arbitrary: id },
      { weight: 1, arbitrary: fc.constantFrom(undefined, -1, 77) },
    ),
    isAdmin: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  }),
})

/** Every department, no department, and values that only a hand can store, each with an own, a foreign and no owner. */
const ROWS: readonly Row[] = [null, -7, ...Array.from({ length: MAX_DEPARTMENTS + 2 }, (_, n) => n)]
  .flatMap((dept_id) => [null, 0, -3, USER, 4].map((created_by) => ({ dept_id, created_by })))
  .map((row, index) => ({ id: index + 1, ...row }))

/** Decides about a row by walking up from its department, without anything of the tested code. */
function isVisible({ parents, disabled, role, user }: World, { dept_id, created_by }: Row): boolean {
  const { dataScope, deptId, isAdmin } = user
  const exists = (dept: number) => dept >= 1 && dept <= parents.length
  const pathOf = (dept: number): number[] | undefined => {
    const path: number[] = []
    for (let at = dept; at !== 0; at = parents[at - 1] ?? 0) {
      if (!exists(at) || path.includes(at)) return undefined
      path.push(at)
    }
    return path
  }
  const isUsable = (dept: number) => exists(dept) && !disabled.includes(dept) && pathOf(dept) !== undefined
  if (isAdmin) return true
  if (deptId === undefined || (deptId !== 0 && !isUsable(deptId))) return false
  if (dataScope === '1') return true
  if (dataScope === '5') return created_by === USER
  if (dept_id === null) return false
  if (dataScope === '2') return role.includes(dept_id) && isUsable(dept_id)
  if (deptId === 0) return false
  if (dataScope === '3') return dept_id === deptId
  return dataScope === '4' && (pathOf(dept_id)?.includes(deptId) ?? false)
}

function scopesOf({ parents, disabled, role, user }: World) {
  const departments = {
    current: () =>
      createDepartmentIndex({
        departments: parents.map((parentId, i) => ({
          deptId: i + 1,
          parentId,
          status: disabled.includes(i + 1) ? '1' : '2',
        })),
        roles: new Map([[9, role]]),
      }),
    ofUser: (userId: number) => (userId === USER ? user.deptId : undefined),
  }
  const scopeOf = createScopeOf({ departments, onNone: () => {}, onNewCause: () => {} })
  const identity: Identity = {
    userId: USER,
    roleId: 9,
    roleKey: user.isAdmin ? 'admin' : 'clerk',
    username: 'ada',
    dataScope: user.dataScope,
    sessionId: 1,
    issuedAt: 0,
    expiresAt: 0,
  }
  const orders = createDataScopes({ scopeOf, departments })({
    department: 'scope_rows.dept_id',
    owner: 'scope_rows.created_by',
  })
  return { identity, orders }
}

/** The place's database with the table of the app. */
function withRows({ database }: Place): Kysely<{ scope_rows: Row }> {
  return database as unknown as Kysely<{ scope_rows: Row }>
}

async function createRows(place: Place, rows: readonly Row[]): Promise<void> {
  const { schema } = place.database
  await schema.dropTable('scope_rows').ifExists().execute()
  await schema
    .createTable('scope_rows')
    .addColumn('id', 'bigint')
    .addColumn('dept_id', 'bigint')
    .addColumn('created_by', 'bigint')
    .execute()
  for (let from = 0; from < rows.length; from += 500)
    await withRows(place)
      .insertInto('scope_rows')
      .values(rows.slice(from, from + 500))
      .execute()
}

/** Returns the query of an app that uses Drizzle, as its driver would get it. */
function drizzleQuery(place: Place, { identity, orders }: ReturnType<typeof scopesOf>) {
  const condition = orders.drizzle(identity, drizzleSql)
  if (place.dialect === 'postgres') {
    const table = postgres.pgTable('scope_rows', { id: postgres.bigint({ mode: 'number' }) })
    return new postgres.QueryBuilder().select().from(table).where(condition).toSQL()
  }
  if (place.dialect === 'mysql') {
    const table = mysql.mysqlTable('scope_rows', { id: mysql.bigint({ mode: 'number' }) })
    return new mysql.QueryBuilder().select().from(table).where(condition).toSQL()
  }
  const table = sqlite.sqliteTable('scope_rows', { id: sqlite.integer() })
  return new sqlite.QueryBuilder().select().from(table).where(condition).toSQL()
}

/** Returns the ids of the rows that each form selects, and the number of parameters of the text. */
async function selectedBy(place: Place, { identity, orders }: ReturnType<typeof scopesOf>) {
  const database = withRows(place)
  const filter = orders.sql(identity, { dialect: place.dialect, firstParameter: 2 })
  const text = `select id from scope_rows where id > ${place.dialect === 'postgres' ? '$1' : '?'} and ${filter.sql}`
  // Run as the app would: the text as it is, with its parameters.
  const query = { ...sql.raw(text).compile(database), parameters: [0, ...filter.parameters] }
  const { rows } = await database.executeQuery<{ id: number }>(query)
  const byKysely = await database
    .selectFrom('scope_rows')
    .select('id')
    .where(orders.kysely(identity))
    .execute()
  const drizzle = drizzleQuery(place, { identity, orders })
  const compiled = { ...sql.raw(drizzle.sql).compile(database), parameters: drizzle.params }
  const { rows: byDrizzle } = await database.executeQuery<{ id: number }>(compiled)
  const sorted = (list: readonly { id: number | string }[]) =>
    list.map((row) => Number(row.id)).toSorted((one, other) => one - other)
  return {
    sql: sorted(rows),
    kysely: sorted(byKysely),
    drizzle: sorted(byDrizzle),
    parameters: filter.parameters.length,
  }
}

onEveryDatabase((place) => {
  test('includes, SQL, Kysely and Drizzle select exactly the rows that a walk up the tree allows', async () => {
    await createRows(place, ROWS)
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const scopes = scopesOf(given)
        const expected = ROWS.filter((row) => isVisible(given, row)).map((row) => row.id)
        const selected = await selectedBy(place, scopes)
        const included = ROWS.filter((row) => scopes.orders.includes(scopes.identity, row)).map(
          (row) => row.id,
        )
        expect(included).toEqual(expected)
        expect(selected.sql).toEqual(expected)
        expect(selected.kysely).toEqual(expected)
        expect(selected.drizzle).toEqual(expected)
        const kind = expected.length === 0 ? 'none' : expected.length === ROWS.length ? 'all' : 'some'
        seen.add(`${given.user.dataScope} ${kind}`)
      }),
      { numRuns: place.dialect === 'sqlite' ? scaled(100, 400) : scaled(60, 150), seed: 13 },
    )
    // The property proves nothing unless rows were visible and hidden.
    expect([...seen]).toEqual(
      expect.arrayContaining(['1 all', '2 some', '3 some', '4 some', '5 some', 'x none']),
    )
  })

  test('10,000 departments are one parameter', async () => {
    const count = 10_000
    await createRows(
      place,
      Array.from({ length: count + 2 }, (_, n) => ({ id: n + 1, dept_id: n, created_by: USER })),
    )
    const given: World = {
      parents: Array.from({ length: count }, (_, n) => (n === 0 ? 0 : 1)),
      disabled: [],
      role: [],
      user: { dataScope: '4', deptId: 1, isAdmin: false },
    }
    const selected = await selectedBy(place, scopesOf(given))
    expect([selected.sql.length, selected.kysely.length, selected.drizzle.length]).toEqual([
      count,
      count,
      count,
    ])
    expect(selected.parameters).toBe(1)
  })
})
