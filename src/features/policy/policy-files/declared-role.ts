import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import type { NewRole } from '../../../core/role/role.store.ts'

/** A role with its rules, as files describe it. Everything that the service stores about a role is in it. */
export interface DeclaredRole extends Required<NewRole> {
  /** The departments of data scope 2, in ascending order. Empty: none. */
  readonly deptIds: readonly number[]
  readonly rules: readonly Endpoint[]
}
