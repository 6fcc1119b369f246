import type { Identity } from '../../platform/http/call/identity.ts'
import { type LocalizedText, Refusal } from '../../platform/refusal/refusal.ts'
import { quoted } from '../../platform/text/quoted.ts'
import type { Departments } from './departments.ts'
import { NO_SCOPE_TEXTS } from './no-scope-texts.ts'
import type { ResolvedScope } from './resolve-scope.ts'
import { assertColumns, propertyOf, type ScopeColumns } from './scope-columns.ts'
import type { ScopeOf } from './scope-of.ts'
import {
  type DrizzleSql,
  drizzleFilter,
  type KyselyBuilder,
  kyselyFilter,
  type SqlFilter,
  type SqlFilterOptions,
  sqlFilter,
} from './sql-filter.ts'

type MaybeIdentity = Identity | null | undefined

/** The rows of one table of the app. Every function applies the data scope of the caller, and shows nothing in case of doubt. */
export interface DataScope {
  /**
   * Returns a condition for Kysely.
   *
   * @example
   * db.selectFrom('orders').selectAll().where(orders.kysely(request.identity))
   */
  kysely(identity: MaybeIdentity): <Condition>(builder: KyselyBuilder<Condition>) => Condition
  /**
   * Returns a condition for Drizzle, made with its `sql`.
   *
   * @example
   * import { sql } from 'drizzle-orm'
   * db.select().from(orders).where(ordersScope.drizzle(request.identity, sql))
   */
  drizzle<Condition>(identity: MaybeIdentity, sql: DrizzleSql<Condition>): Condition
  /**
   * Returns a condition as SQL. The departments are one parameter, however many there are.
   *
   * @example
   * const { sql, parameters } = orders.sql(request.identity, { dialect: 'postgres', firstParameter: 2 })
   * await pool.query(`select * from orders where status = $1 and ${sql}`, ['open', ...parameters])
   */
  sql(identity: MaybeIdentity, options: SqlFilterOptions): SqlFilter
  /**
   * Returns whether the caller may see, change or delete a row. The row has the columns of the table as properties.
   *
   * @example
   * if (!orders.includes(request.identity, row)) return notFound()
   */
  includes(identity: MaybeIdentity, row: object): boolean
  /**
   * Returns the department and the owner of a new row, by the names of the columns. Without a department, it is that of the
   * caller, or null if the caller is in none. Throws a refusal for a department outside the caller's scope. An id may be a number, or
   * a bigint or a text as drivers return large integers.
   *
   * @example
   * await db.insertInto('orders').values({ ...body, ...orders.stamp(request.identity, body.deptId) }).execute()
   */
  stamp(identity: MaybeIdentity, department?: DepartmentId | null): Readonly<Record<string, number | null>>
}

type DepartmentId = number | bigint | string

interface DataScopeOptions {
  readonly scopeOf: ScopeOf
  readonly departments: Pick<Departments, 'current' | 'ofUser'>
}

/** Creates the function behind `service.dataScope`. */
export function createDataScopes(options: DataScopeOptions): (columns: ScopeColumns) => DataScope {
  const { scopeOf, departments } = options
  return (given) => {
    assertColumns(given)
    const columns: ScopeColumns = { department: given.department, owner: given.owner }

    function stamp(
      identity: MaybeIdentity,
      given?: DepartmentId | null,
    ): Readonly<Record<string, number | null>> {
      const scope = scopeOf(identity)
      if (!identity) throw foreign(NO_SCOPE_TEXTS['identity-invalid'])
      if (scope.kind === 'none') throw foreign(NO_SCOPE_TEXTS[scope.reason])
      const own = departments.ofUser(identity.userId) || null
      const department = given === undefined || given === null ? own : idOf(given)
      if (department === undefined) throw foreign(notAnId(given))
      if (scope.kind === 'all' && !isKnown(department)) throw foreign(unknown(department))
      // Whoever may see only rows of their own may still not put them into another department.
      if (scope.kind === 'some' && !isWithin(scope.departments, department, own))
        throw foreign(outside(department))
      return {
        [propertyOf(columns.department)]: department,
        [propertyOf(columns.owner)]: identity.userId,
      }
    }

    function isKnown(department: number | null): boolean {
      return department === null || departments.current().tree.find(department) !== undefined
    }

    return {
      kysely: (identity) => (builder) => kyselyFilter(scopeOf(identity), columns, builder),
      drizzle: (identity, sql) => drizzleFilter(scopeOf(identity), columns, sql),
      sql: (identity, options) => sqlFilter(scopeOf(identity), columns, options),
      includes: (identity, row) => includesRow(scopeOf(identity), columns, row),
      stamp,
    }
  }
}

function isWithin(scope: readonly number[], department: number | null, own: number | null): boolean {
  if (scope.length === 0) return department === own
  return department !== null && scope.includes(department)
}

function foreign(problem: LocalizedText): Refusal {
  return new Refusal('department-foreign', { problem })
}

function notAnId(given: unknown): LocalizedText {
  const value = quoted(String(given))
  return { en: `${value} is not the ID of a department`, zh: `${value} 不是部门 ID` }
}

function unknown(department: number | null): LocalizedText {
  return { en: `department ${department} does not exist`, zh: `部门 ${department} 不存在` }
}

function outside(department: number | null): LocalizedText {
  return department === null
    ? { en: 'you are in no department, so one must be given', zh: '您不属于任何部门，必须指定一个部门' }
    : {
        en: `department ${department} is outside your data scope`,
        zh: `部门 ${department} 不在您的数据范围内`,
      }
}

/** Returns whether a row is in the scope. Throws if the row does not have both columns: a forgotten one must be noticed. */
function includesRow(scope: ResolvedScope, columns: ScopeColumns, row: object): boolean {
  const department = idIn(row, columns.department)
  const owner = idIn(row, columns.owner)
  if (scope.kind !== 'some') return scope.kind === 'all'
  if (department !== undefined && scope.departments.includes(department)) return true
  return owner !== undefined && owner === scope.userId
}

/** Returns the id in a column, or undefined for everything that is not one. */
function idIn(row: object, column: string): number | undefined {
  const property = propertyOf(column)
  const value: unknown = new Map(Object.entries(row)).get(property)
  if (value === undefined) throw new TypeError(`dataScope: the row has no ${property}`)
  return idOf(value)
}

/** Returns an id, or undefined for everything that is not one. Drivers return large integers in three forms. */
function idOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)
  if (!isText && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
