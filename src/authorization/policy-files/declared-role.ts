import type { DataScope } from '../../accounts/role/role.ts'
import type { Status } from '../../accounts/status.ts'
import type { Endpoint } from '../permission/exclusion-list.ts'

/** A role with its rules, as files describe it. Everything that the service stores about a role is in it. */
export interface DeclaredRole {
  readonly roleKey: string
  readonly roleName: string
  readonly dataScope: DataScope
  /** The departments of data scope 2, in ascending order. */
  readonly deptIds: readonly number[]
  readonly status: Status
  readonly remark: string
  readonly rules: readonly Endpoint[]
}
