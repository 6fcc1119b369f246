import fc from 'fast-check'
import type { Status } from '../../src/core/user/status.ts'
import type { Rows } from './administration-fixture.ts'

// Rows are drawn as numbers and looked up when a request is executed.

export const status = fc.constantFrom<Status>('2', '2', '1')
export const username = fc.integer({ min: 0, max: 9 }).map((n) => `user ${n}`)
export const number = fc.nat({ max: 11 })
export const numbers = fc.array(number, { minLength: 1, maxLength: 2 })

export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
export const NO_ID = 999_999

export const userAt = (rows: Rows, n: number) => at(rows.users, n)?.id ?? NO_ID
export const roleAt = (rows: Rows, n: number) => at(rows.roles, n)?.id ?? NO_ID
export const deptAt = (rows: Rows, n: number) => at(rows.departments, n)?.id ?? 0
export const keyAt = (rows: Rows, n: number) => at(rows.roles, n)?.role_key ?? 'k0'
