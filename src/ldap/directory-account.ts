import type { LoginMethodName } from '../settings/login-methods.ts'
import type { Account } from '../user/account.store.ts'
import { problemOfDetails } from '../user/user.ts'
import type { DirectoryUser } from './directory.ts'
import type { LdapSettings } from './open-directory.ts'

/** The issuer of all links to the directory. Ids of entries are unique worldwide, so it does not name the directory. */
export const LDAP_ISSUER = 'ldap'

/** What the directory says about a user. Undefined fields stay as they are. */
export interface DirectoryAccount {
  readonly method: LoginMethodName
  readonly issuer: string
  readonly subject: string
  readonly username: string
  readonly nickName: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  /** Undefined: the user is in no group with a role. */
  readonly roleKey: string | undefined
}

/** Stores what the directory says about users. */
export interface DirectoryAccounts {
  login(
    account: DirectoryAccount,
    options: { readonly createUser: boolean; readonly linkExisting: boolean },
  ): Promise<Account | undefined>
  refresh(account: DirectoryAccount): Promise<void>
  endSessions(issuer: string, subject: string): Promise<void>
}

type AttributeSettings = Pick<LdapSettings, 'nickNameAttribute' | 'emailAttribute' | 'phoneAttribute'>

export function accountOf(
  user: DirectoryUser,
  roleKey: string | undefined,
  settings: AttributeSettings,
): DirectoryAccount {
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
