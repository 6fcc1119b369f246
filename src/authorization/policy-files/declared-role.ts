import type { NewRole } from '../../accounts/role/role.store.ts'
import type { Endpoint } from '../permission/exclusion-list.ts'

/** A role with its rules, as files describe it. Everything that the service stores about a role is in it. */
export interface DeclaredRole extends Required<NewRole> {
  readonly rules: readonly Endpoint[]
}
