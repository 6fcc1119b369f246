import type { Account } from '../../../core/user/account.store.ts'
import type { LoginMethodName } from '../../login-methods.ts'

/** The issuer of all links to the directory. Ids of entries are unique worldwide, so it does not name the directory. */
export const LDAP_ISSUER = 'ldap'

/** What a directory or an identity provider says about a user whom it has authenticated. */
export interface ExternalAccount {
  readonly method: LoginMethodName
  readonly issuer: string
  /** The permanent identifier at the issuer. Names and e-mail addresses can be given to somebody else later. */
  readonly subject: string
  readonly username: string
  /** Undefined fields stay as they are. */
  readonly nickName?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** The role by the mapping of the settings; undefined if the user has none, and then may not log in. */
  readonly roleKey: string | undefined
  /** The department by the mapping of the settings, 0 for none; undefined: it stays as it is. */
  readonly deptId?: number | undefined
}

export interface ExternalLoginOptions {
  /** Whether an unknown user gets an account. */
  readonly createUser: boolean
  /** Whether a local account with the same username is linked. Only for issuers that decide about all usernames. */
  readonly linkExisting: boolean
}

export interface ExternalAccounts {
  /**
   * Returns the account for a login, after creating it or bringing it up to date. Returns undefined if the user may not log
   * in, and then changes nothing, but ends the sessions of a user without a role. A role that does not exist counts as none.
   * The service accounts of a user without a role are refused until the user has one again.
   */
  login(external: ExternalAccount, options: ExternalLoginOptions): Promise<Account | undefined>
  /** Brings a linked account up to date, or ends its sessions if it has no role. Ignores accounts without a link. */
  refresh(external: ExternalAccount): Promise<void>
  /**
   * Ends the sessions and the unfinished logins of a linked account that its issuer no longer has or has disabled. The service
   * accounts of its user are refused until the user has access again.
   */
  endSessions(issuer: string, subject: string): Promise<void>
}
