import type { LoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import type { NewSession } from '../../src/core/session/session.store.ts'
import { createUserListStore, type UserFilter } from '../../src/core/user/list/user-list.store.ts'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { ENABLED } from '../../src/core/user/status.ts'
import { createUserStore, type NewUser } from '../../src/core/user/user.store.ts'
import type { User } from '../../src/core/user/user.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Page, PageRequest } from '../../src/platform/database/query/page.ts'

export const AT = Date.UTC(2024, 1, 29, 23, 59, 59, 999)

/** Adds a user of this name with the admin role, and answers its id. */
export async function addUser(
  database: Database,
  username: string,
  rest: Partial<NewUser> = {},
): Promise<number> {
  const role = await createRoleStore(database).findByKey('admin')
  const roleId = role?.roleId ?? 0
  return createUserStore(database).insert(
    { username, passwordHash: 'hash', roleId, status: ENABLED, ...rest },
    AT,
  )
}

/** Users in the order of their ids. */
export function listUsers(
  database: Database,
  filter: UserFilter = {},
  page: PageRequest = { pageIndex: 1, pageSize: 100 },
): Promise<Page<User>> {
  return createUserListStore(database).page(ALL_USERS, filter, { by: 'userId', descending: false }, page)
}

export async function isNameTaken(database: Database, username: string): Promise<boolean> {
  return (await createUserStore(database).holdersOf([username])).size > 0
}

export async function addRole(database: Database, roleKey: string): Promise<number> {
  return createRoleStore(database).insert({ roleKey, roleName: roleKey, dataScope: '1', status: ENABLED }, AT)
}

export function sessionOf(userId: number, rest: Partial<NewSession> = {}): NewSession {
  const client = { ipaddr: '::1', browser: 'Firefox', os: 'Linux', platform: 'desktop' }
  return {
    nonce: 'nonce',
    signer: '',
    userId,
    roleId: 1,
    ...client,
    issuedAt: AT,
    expiresAt: AT + 3_600_000,
    ...rest,
  }
}

export function logEntry(key: string, rest: Partial<LoginLogEntry> = {}): LoginLogEntry {
  return {
    key,
    username: 'alice',
    status: '2',
    ipaddr: '::1',
    loginLocation: '',
    browser: 'Firefox',
    os: 'Linux',
    platform: 'desktop',
    loginTime: new Date(AT).toISOString(),
    remark: 'user agent',
    msg: '',
    reason: 'logged-in',
    method: 'password',
    loginKey: '',
    newNetwork: false,
    ...rest,
  }
}
