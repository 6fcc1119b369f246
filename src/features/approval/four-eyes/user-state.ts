import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import { resolveScope } from '../../../core/data-scope/resolve-scope.ts'
import { createAccountStore } from '../../../core/user/account.store.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { createUserLinkStore } from '../../../core/user/user-link.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createPasskeyStore } from '../../login/passkeys/passkey.store.ts'
import type { RightsState, RoleStates } from './role-state.ts'
import { type ScopeState, scopeState } from './scope-state.ts'

/** A user at one moment: what the user may do and see, and how somebody logs in as the user. */
export interface UserState {
  readonly username: string
  /** Whether the user and the role are enabled. */
  readonly enabled: boolean
  readonly role: RightsState | null
  /** The role that returns when the role ends. */
  readonly returningRole: RightsState | null
  readonly scope: ScopeState
  readonly email: string
  readonly phone: string
  /** The login methods that the user may use; empty for all enabled ones. */
  readonly loginMethods: readonly string[]
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly passkeys: number
  readonly links: readonly { readonly issuer: string; readonly subject: string }[]
}

/** Creates the function that reads users at one moment. */
export function createUserStates(
  database: Database,
  roles: RoleStates,
  departments: () => Promise<DepartmentIndex>,
) {
  return async (userId: number): Promise<UserState | undefined> => {
    const user = await createUserStore(database).find(userId)
    const account = await createAccountStore(database).find(userId)
    if (!user || !account) return undefined
    const { roleId, roleKey, dataScope, deptId, formerRoleId } = account
    const subject = { userId, roleId, roleKey, dataScope, deptId }
    const links = await createUserLinkStore(database).ofUser(userId)
    return {
      username: user.username,
      enabled: account.enabled,
      role: (await roles.rights(roleId)) ?? null,
      returningRole: (formerRoleId === 0 ? undefined : await roles.rights(formerRoleId)) ?? null,
      scope: await scopeState(database, [resolveScope(subject, await departments())]),
      email: user.email,
      phone: user.phone,
      loginMethods: user.loginMethods,
      hasPassword: account.passwordHash !== '',
      hasSecondFactor: account.secondFactorEnabled,
      passkeys: (await createPasskeyStore(database).ofUser(userId)).length,
      links: links.map(({ issuer, subject: name }) => ({ issuer, subject: name })),
    }
  }
}
