import { LDAP_ISSUER } from './external-account.ts'
import type { IssuerGrants } from './user-links.ts'

interface Mappings {
  readonly roles: readonly { readonly role: string }[]
  readonly departments: readonly { readonly department: number }[]
}

interface ProviderMappings extends Mappings {
  readonly issuer: string
  readonly defaultRole: string
}

interface MappingSettings {
  readonly ldap?: Mappings
  readonly oidc?: { readonly providers: readonly ProviderMappings[] }
}

/**
 * Returns the roles and departments that the settings give users of an issuer, by any entry or by default. A method that is not
 * enabled counts: its links work as soon as it is.
 */
export function grantsOfIssuer({ ldap, oidc }: MappingSettings, issuer: string): IssuerGrants {
  const mappings = [
    ...(issuer === LDAP_ISSUER && ldap ? [{ ...ldap, defaultRole: '' }] : []),
    ...(oidc?.providers ?? []).filter((provider) => mayBeIssuerOf(provider.issuer, issuer)),
  ]
  return {
    roleKeys: mappings.flatMap(({ roles, defaultRole }) => [
      ...roles.map(({ role }) => role),
      ...(defaultRole === '' ? [] : [defaultRole]),
    ]),
    deptIds: mappings.flatMap(({ departments }) => departments.map(({ department }) => department)),
  }
}

/**
 * Returns whether a provider may identify its users with this issuer. It need not be the one of the setting, but is on the same host:
 * Entra ID and Azure AD B2C have the number of the tenant in it, where the setting may have its name.
 */
function mayBeIssuerOf(setting: string, issuer: string): boolean {
  if (setting === issuer) return true
  return URL.canParse(setting) && URL.canParse(issuer) && new URL(setting).origin === new URL(issuer).origin
}
