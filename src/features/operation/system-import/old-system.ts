import type { DataScope } from '../../../core/role/role.ts'
import type { Status } from '../../../core/user/status.ts'
import type { Report } from './import-report.ts'
import type { OldDatabase, OldRow } from './old-database.store.ts'

/** A department of another system. Ids are texts: some do not fit into a number. */
export interface OldDepartment {
  readonly id: string
  /** Empty at the top. */
  readonly parentId: string
  readonly deptName: string
  readonly sort: number
  readonly leader: string
  readonly phone: string
  readonly email: string
  readonly status: Status
}

export interface OldRole {
  readonly id: string
  readonly roleKey: string
  readonly roleName: string
  readonly dataScope: DataScope
  /** The departments of data scope 2. Other scopes have none. */
  readonly deptIds: readonly string[]
  readonly status: Status
  readonly remark: string
}

/** A rule as the other system stores it. Its subject is the key of a role. */
export interface OldRule {
  readonly subject: string
  readonly path: string
  readonly method: string
}

export interface OldUser {
  readonly id: string
  readonly username: string
  readonly passwordHash: string
  readonly nickName: string
  readonly email: string
  readonly phone: string
  readonly remark: string
  /** The one role that is in force, or all of them if the other system has no such role. */
  readonly roleIds: readonly string[]
  /** Further roles of the user, which are not in force. */
  readonly otherRoleIds: readonly string[]
  /** Empty: none. */
  readonly deptId: string
  readonly status: Status
  /** Whether the other system permits this user everything. */
  readonly isAdmin: boolean
}

/** An entry of the navigation, with the roles that see it. */
export interface OldMenu {
  readonly id: string
  readonly parentId: string
  /** What the front end needs of it. */
  readonly record: { readonly [name: string]: string | number | boolean }
  readonly sort: number
  readonly roleIds: readonly string[]
  readonly endpoints: readonly { readonly path: string; readonly method: string }[]
}

export interface OldLogin {
  readonly id: string
  readonly username: string
  /** Empty if it is not known. */
  readonly status: string
  readonly ipaddr: string
  readonly browser: string
  readonly os: string
  readonly loginTime: string
  readonly msg: string
  readonly remark: string
}

/** What does not grow with the number of users. */
export interface OldStructure {
  readonly departments: readonly OldDepartment[]
  readonly roles: readonly OldRole[]
  readonly rules: readonly OldRule[]
  readonly menus: readonly OldMenu[]
}

/** The database of another system that has been recognised. What it does not take is reported. */
export interface OldSystem {
  readStructure(report: Report): Promise<OldStructure>
  countUsers(): Promise<number>
  /** Yields the users that are not deleted, in batches. The roles are needed to find those with all rights. */
  users(report: Report): AsyncIterable<readonly OldUser[]>
  logins(): AsyncIterable<readonly OldLogin[]>
}

/** Thrown if a database is not one of the system, with what is missing. */
export class NotRecognised extends Error {}

/** Returns the text of a column; empty for null. */
export function textOf<Column extends string>(row: OldRow<Column>, column: Column): string {
  return row[column] ?? ''
}

/** Returns the id in a column. 0 and null stand for none, which is empty. */
export function idOf<Column extends string>(row: OldRow<Column>, column: Column): string {
  const text = textOf(row, column).trim()
  return text === '0' ? '' : text
}

/** Returns the place among others; 0 for what is not a place here. */
export function sortOf<Column extends string>(row: OldRow<Column>, column: Column): number {
  const value = Number(textOf(row, column))
  return Number.isSafeInteger(value) && value >= 0 && value <= 1_000_000 ? value : 0
}

/** Throws unless the tables have these columns: a system is recognised by them, never by its version. */
export function requireColumns(
  old: Pick<OldDatabase, 'hasTable' | 'kindOf'>,
  tables: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [table, columns] of Object.entries(tables)) {
    if (!old.hasTable(table)) throw new NotRecognised(`there is no table ${table}`)
    const missing = columns.find((column) => old.kindOf(table, column) === undefined)
    if (missing !== undefined) throw new NotRecognised(`the table ${table} has no column ${missing}`)
  }
}
