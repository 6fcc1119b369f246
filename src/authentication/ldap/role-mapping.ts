import { dnKey } from '../../foundation/text/distinguished-name.ts'
import type { LdapRoleSetting } from '../../settings/ldap.ts'

export const EVERY_USER = '*'

/** Returns the role key of the first entry with one of these groups, or undefined if there is none. */
export function mappedRole(
  mappings: readonly LdapRoleSetting[],
  groups: readonly string[],
): string | undefined {
  const keys = new Set(groups.map(dnKey))
  keys.delete(undefined)
  return mappings.find(({ group }) => group === EVERY_USER || keys.has(dnKey(group)))?.role
}
