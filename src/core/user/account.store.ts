import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { isStorable, parseList } from '../../platform/database/query/stored-text.ts'
import type { TokenPayload } from '../../platform/http/call/identity.ts'
import { ENABLED } from './status.ts'

/** A user and its role, with the fields of the token payload. */
export interface Account extends TokenPayload {
  /** The version of the credentials that were verified. A login with an outdated version is refused. */
  readonly credentialVersion?: number
  /** Whether the user has a second factor; missing if it was not read. */
  readonly secondFactorEnabled?: boolean
  /** The login methods that the user may use; empty or missing for all enabled ones. */
  readonly loginMethods?: readonly string[]
  /** The link by which a directory or an identity provider identified the user. A session records its last login. */
  readonly linkId?: number
  /** Replaces the usual lifetime of a token. */
  readonly tokenLifetimeSeconds?: number
}

/** An account with its password hash, and whether it may log in. */
export interface StoredAccount extends Account {
  readonly credentialVersion: number
  readonly secondFactorEnabled: boolean
  readonly passwordHash: string
  /** 0: the user is in no department. */
  readonly deptId: number
  /** The role that returns when the role ends; 0 if the role has no end. */
  readonly formerRoleId: number
  readonly enabled: boolean
}

/** Returns only the fields of an account: not the password hash, nor what else a credential verifier returned. */
export function pickAccount(account: Account): Account {
  const { userId, roleId, roleKey, username, dataScope } = account
  const { pwdChangeDue, secondFactorDue, credentialVersion, secondFactorEnabled, loginMethods } = account
  const { linkId, tokenLifetimeSeconds } = account
  return {
    userId,
    roleId,
    roleKey,
    username,
    dataScope,
    ...(pwdChangeDue === undefined ? {} : { pwdChangeDue }),
    ...(secondFactorDue === undefined ? {} : { secondFactorDue }),
    ...(credentialVersion === undefined ? {} : { credentialVersion }),
    ...(secondFactorEnabled === undefined ? {} : { secondFactorEnabled }),
    ...(loginMethods === undefined ? {} : { loginMethods }),
    ...(linkId === undefined ? {} : { linkId }),
    ...(tokenLifetimeSeconds === undefined ? {} : { tokenLifetimeSeconds }),
  }
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Selects users with their roles in one query. */
export function selectAccounts(database: Database) {
  return database
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select((of) => [
      'users.id as userId',
      'users.username',
      'users.password_hash as passwordHash',
      'users.credential_version as credentialVersion',
      'users.status as userStatus',
      'users.password_change_due as changeDue',
      'users.login_methods as methods',
      'roles.id as roleId',
      'roles.role_key as roleKey',
      'users.role_until as roleEnd',
      'users.former_role_id as formerRoleId',
      'users.dept_id as deptId',
      sql<string>`case when users.data_scope = '' then roles.data_scope else users.data_scope end`.as(
        'dataScope',
      ),
      'roles.status as roleStatus',
      of
        .selectFrom('second_factors')
        .select('confirmed_at')
        .whereRef('second_factors.id', '=', 'users.id')
        .as('secondFactorConfirmedAt'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>>

const findByName = prepared<[username: string], Row>((database) =>
  selectAccounts(database).where('users.username', '=', ''),
)

const findById = prepared<[id: number], Row>((database) => selectAccounts(database).where('users.id', '=', 0))

export function createAccountStore(database: Database) {
  return {
    async findByName(username: string): Promise<StoredAccount | undefined> {
      if (!isStorable(username)) return undefined
      const [row] = await findByName(database, username)
      return row && accountOf(row)
    },

    async find(userId: number): Promise<StoredAccount | undefined> {
      const [row] = await findById(database, userId)
      return row && accountOf(row)
    },
  }
}

/** Returns the account of a row of `selectAccounts`. */
export function accountOf(row: Row): StoredAccount {
  const { userStatus, roleStatus, changeDue, methods, roleEnd, secondFactorConfirmedAt, ...account } = row
  return {
    ...account,
    ...(roleEnd === 0 ? {} : { roleUntil: roleEnd }),
    pwdChangeDue: changeDue !== 0,
    secondFactorEnabled: (secondFactorConfirmedAt ?? 0) > 0,
    loginMethods: parseList(methods),
    enabled: userStatus === ENABLED && roleStatus === ENABLED,
  }
}
