/** A role that a setting names. */
export interface NamedRole {
  /** The setting, with the provider if there are several. */
  readonly key: string
  readonly roleKey: string
}

/** Stands for every role in `login.secondFactor.requiredRoles`. */
const ALL_ROLES = '*'

interface Mapping {
  readonly role: string
}

interface SettingsWithRoles {
  readonly login: {
    readonly methods: readonly string[]
    readonly secondFactor: { readonly requiredRoles: readonly string[] }
    readonly ldap: { readonly roles: readonly Mapping[] }
    readonly oidc: { readonly providers: readonly ProviderWithRoles[] }
  }
  readonly administration: { readonly requests: readonly string[] }
}

interface ProviderWithRoles {
  readonly name: string
  readonly roles: readonly Mapping[]
  readonly defaultRole: string
}

/** Returns the roles that settings name, each once per setting. Methods that are not enabled do not count. */
export function namedRolesOf({ login, administration }: SettingsWithRoles): readonly NamedRole[] {
  const { methods, secondFactor, ldap, oidc } = login
  const providers = methods.includes('oidc') ? oidc.providers : []
  return [
    ...named(
      'login.secondFactor.requiredRoles',
      secondFactor.requiredRoles.filter((roleKey) => roleKey !== ALL_ROLES),
    ),
    ...(methods.includes('ldap')
      ? named(
          'login.ldap.roles',
          ldap.roles.map(({ role }) => role),
        )
      : []),
    ...providers.flatMap(({ name, roles, defaultRole }) => [
      ...named(
        `login.oidc.providers (${name}) roles`,
        roles.map(({ role }) => role),
      ),
      ...named(`login.oidc.providers (${name}) defaultRole`, defaultRole === '' ? [] : [defaultRole]),
    ]),
    ...named('administration.requests', administration.requests),
  ]
}

/** Returns the keys of all roles that a setting names, also for methods that are not enabled now. */
export function roleKeysInSettings({ login, administration }: SettingsWithRoles): ReadonlySet<string> {
  const named = namedRolesOf({ login: { ...login, methods: ['ldap', 'oidc'] }, administration })
  return new Set(named.map(({ roleKey }) => roleKey))
}

function named(key: string, roleKeys: readonly string[]): readonly NamedRole[] {
  return [...new Set(roleKeys)].map((roleKey) => ({ key, roleKey }))
}

/** Describes a role that does not exist, and what to do. */
export function describeMissingRole({ key, roleKey }: NamedRole) {
  const shown = JSON.stringify(roleKey)
  return {
    found: `${key} names the role ${shown}, which does not exist: the entry has no effect`,
    fix: 'Correct the role key ("castellan role list" shows all), or add the role with "castellan role add"',
  }
}
