import { NAMED_ROLES, type Settings } from '../../features/settings.ts'
import type { NamedRole } from './named-role.ts'

/** Returns the roles that settings name, each once per setting. Methods that are not enabled do not count. */
export function namedRolesOf(settings: Settings): readonly NamedRole[] {
  return NAMED_ROLES.flatMap((find) => find(settings, (method) => settings.login.methods.includes(method)))
}

/** Returns the keys of all roles that a setting names, also for methods that are not enabled now. */
export function roleKeysInSettings(settings: Settings): ReadonlySet<string> {
  return new Set(NAMED_ROLES.flatMap((find) => find(settings, () => true)).map(({ roleKey }) => roleKey))
}

/** Describes a role that does not exist, and what to do. */
export function describeMissingRole({ key, roleKey }: NamedRole) {
  const shown = JSON.stringify(roleKey)
  return {
    found: `${key} names the role ${shown}, which does not exist: the entry has no effect`,
    fix: 'Correct the role key ("castellan role list" shows all), or add the role with "castellan role add"',
  }
}
