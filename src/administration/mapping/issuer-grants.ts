import { LDAP_ISSUER } from '../../authentication/ldap/directory-account.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { IssuerGrants } from '../user-links.ts'

/**
 * Returns the roles and departments that the settings give users of an issuer, by any entry or by default. A method that is not
 * enabled counts: its links work as soon as it is.
 */
export function grantsOfIssuer(
  { ldap, oidc }: Pick<Settings['login'], 'ldap' | 'oidc'>,
  issuer: string,
): IssuerGrants {
  const mappings = [
    ...(issuer === LDAP_ISSUER ? [{ ...ldap, defaultRole: '' }] : []),
    ...oidc.providers.filter((provider) => isSameIssuer(provider.issuer, issuer)),
  ]
  return {
    roleKeys: mappings.flatMap(({ roles, defaultRole }) => [
      ...roles.map(({ role }) => role),
      ...(defaultRole === '' ? [] : [defaultRole]),
    ]),
    deptIds: mappings.flatMap(({ departments }) => departments.map(({ department }) => department)),
  }
}

/** A provider may spell its issuer with a slash that the setting lacks. */
function isSameIssuer(one: string, other: string): boolean {
  if (one === other) return true
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href
}
