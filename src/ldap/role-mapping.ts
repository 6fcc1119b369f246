import { dnKey } from '../distinguished-name.ts'

/** An entry of `login.ldap.roles`. */
export interface RoleMapping {
  /** The distinguished name of a group, or `*` for every user of the directory. */
  readonly group: string
  readonly role: string
}

export const EVERY_USER = '*'

/** Returns the role key of the first entry with one of these groups, or undefined if there is none. */
export function mappedRole(mappings: readonly RoleMapping[], groups: readonly string[]): string | undefined {
  const keys = new Set(groups.map(dnKey))
  keys.delete(undefined)
  return mappings.find(({ group }) => group === EVERY_USER || keys.has(dnKey(group)))?.role
}
