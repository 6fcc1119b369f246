import { describeMissingRole, type NamedRole } from '../../settings/named-roles.ts'
import { type Finding, warning } from './finding.ts'

/** Reports the roles that settings name and that do not exist. */
export function checkNamedRoles(missing: readonly NamedRole[]): readonly Finding[] {
  return missing.map((role) => {
    const { found, fix } = describeMissingRole(role)
    return warning(found, fix)
  })
}
