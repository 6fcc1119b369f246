import type { ExternalAccount } from '../../accounts/user/external-account.ts'
import { problemOfDetails } from '../../accounts/user/user.ts'
import { dnKey } from '../../foundation/text/distinguished-name.ts'
import type { LdapRoleSetting } from '../../settings/ldap.ts'
import type { DirectoryUser } from './directory.ts'
import type { LdapSettings } from './open-directory.ts'

/** The issuer of all links to the directory. Ids of entries are unique worldwide, so it does not name the directory. */
export const LDAP_ISSUER = 'ldap'

type AttributeSettings = Pick<LdapSettings, 'nickNameAttribute' | 'emailAttribute' | 'phoneAttribute'>

/** Returns what the directory says about a user. Without a role key, the user is in no group with a role. */
export function accountOf(
  user: DirectoryUser,
  roleKey: string | undefined,
  settings: AttributeSettings,
): ExternalAccount {
  const { subject, username, nickName, email, phone } = user
  // A value that no account can have must not prevent the login.
  const taken = (attribute: string, field: 'nickName' | 'email' | 'phone', value: string) =>
    attribute === '' || problemOfDetails({ [field]: value }) ? undefined : value
  return {
    method: 'ldap',
    issuer: LDAP_ISSUER,
    subject,
    username,
    nickName: taken(settings.nickNameAttribute, 'nickName', nickName),
    email: taken(settings.emailAttribute, 'email', email),
    phone: taken(settings.phoneAttribute, 'phone', phone),
    roleKey,
  }
}

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
