/** A role that a setting names. */
export interface NamedRole {
  /** The setting, with the provider if there are several. */
  readonly key: string
  readonly roleKey: string
}

/** Returns the roles that a setting names, each once. */
export function namedRoles(key: string, roleKeys: readonly string[]): readonly NamedRole[] {
  return [...new Set(roleKeys)].map((roleKey) => ({ key, roleKey }))
}
