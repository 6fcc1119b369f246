import type { ExternalAccount } from '../../accounts/user/external-account.ts'
import { problemOfDetails } from '../../accounts/user/user.ts'
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
