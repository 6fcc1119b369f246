import type { Operator } from '../../../core/audit-log/operator.ts'
import { requireRecentLogin } from '../../../core/login/recent-login.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import { createAccountStore } from '../../../core/user/account.store.ts'
import { createUserBatchStore } from '../../../core/user/list/user-batch.store.ts'
import { DISABLED, ENABLED } from '../../../core/user/status.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import type { Suspension, User } from '../../../core/user/user.ts'
import { changeableUser, endTokens, existingUser, noteUser } from '../../../core/user/user-operation.ts'
import { type LocalizedText, Refusal } from '../../../platform/refusal/refusal.ts'
import { createConfirmationStore } from './confirmation.store.ts'
import { requireConfirmers } from './removed-confirmers.ts'
import { createSuspensionStore } from './suspension.store.ts'

export type SuspensionDecision = 'restore' | 'keep'

const PROBLEMS = {
  off: {
    en: 'no change needs a confirmation here (administration.fourEyes.operations). Disable the user.',
    zh: '此处的更改无须确认（administration.fourEyes.operations）。请直接停用该用户。',
  },
  own: {
    en: 'this is your own account.',
    zh: '这是您本人。',
  },
  other: {
    en: 'only enabled users with the role admin, or who get it back, are suspended. Disable the user.',
    zh: '只能暂停已启用且拥有（或将恢复）角色 admin 的用户。请直接停用该用户。',
  },
  nobody: {
    en: 'you would both be disabled, and there is no third enabled administrator, with a role without an end, who could decide. On the machine of the service, run: castellan user disable NAME.',
    zh: '你们二人都将被停用，而没有第三位已启用且角色无期限的管理员可以处理。请在服务所在的机器上执行：castellan user disable NAME。',
  },
} as const satisfies Record<string, LocalizedText>

export type SuspensionAdministration = ReturnType<typeof createSuspensionAdministration>

/**
 * The exit for an administrator who must stop another one at once, without a confirmation. It costs both accounts, so that one stolen
 * session stops at most one administrator.
 */
export function createSuspensionAdministration(
  operations: Operations,
  { hasFourEyes }: { readonly hasFourEyes: boolean },
) {
  return {
    /** Disables the operator and another administrator, until somebody else decides about each. */
    async suspend(operator: Operator, userId: number) {
      return operations.run(operator, async (operation) => {
        const { transaction, databaseTime } = operation
        const { userId: ownId } = operator
        if (!hasFourEyes) throw impossible('off')
        if (userId === ownId) throw impossible('own')
        // In one order, so that two nodes do not wait for each other.
        await createUserBatchStore(transaction).lock([ownId, userId])
        const user = await changeableUser(operation, userId, (await operation.authority()).current)
        const own = await requireAdmin(operation)
        if (!(await isAdministrator(operation, user))) throw impossible('other')
        const others = (await createRoleHolderStore(transaction).lockEnabledAdmins()).filter(
          (id) => id !== ownId && id !== userId,
        )
        if (others.length === 0) throw impossible('nobody')
        await createConfirmationStore(transaction).withdrawAllOf([ownId, userId], databaseTime)
        await disable(operation, user, { withUserId: ownId, byUserId: ownId }, own.username)
        await disable(operation, own, { withUserId: userId, byUserId: ownId }, user.username)
        const fields = { username: user.username, userId, ...operatorFields(operator) }
        await operation.emit({ kind: 'admin.suspended', fields })
        return existingUser(operation, userId)
      })
    },

    /** Enables a suspended user again, or leaves the user disabled. By another administrator alone, or a command. */
    async decide(operator: Operator, userId: number, decision: SuspensionDecision) {
      return operations.run(operator, async (operation) => {
        const { transaction, at } = operation
        const users = createUserStore(transaction)
        await users.lock(userId)
        const own = await operation.authority()
        const user = await changeableUser(operation, userId, decision === 'restore' ? own : own.current)
        const { username, suspension } = user
        if (!suspension) throw new Refusal('not-suspended', { name: username })
        if (operator.source !== 'command') await assertMayDecide(operation, user, suspension)
        await createSuspensionStore(transaction).remove(userId)
        if (decision === 'restore') {
          await users.change(userId, { status: ENABLED }, at)
          await noteUser(operation, 'user.restore', user, states(DISABLED, ENABLED))
        } else {
          await users.change(userId, {}, at)
          if (hasFourEyes && operator.source !== 'command') await requireConfirmers(operation)
          await noteUser(operation, 'user.keep-disabled', user)
        }
        const change = decision === 'restore' ? 'restored' : 'kept-disabled'
        const fields = { username, userId, change, ...operatorFields(operator) }
        await operation.emit({ kind: 'admin.suspension-decided', fields })
        return existingUser(operation, userId)
      })
    },
  }
}

/** Returns whether the user is an enabled admin, or becomes one again when a role ends. */
async function isAdministrator({ transaction }: Operation, { userId, status }: User): Promise<boolean> {
  const admins = await createRoleHolderStore(transaction).adminsAmong([userId])
  return status === ENABLED && admins.includes(userId)
}

/** Returns the operator. Throws unless it is an enabled user with the role `admin`. */
async function requireAdmin(operation: Operation): Promise<User> {
  const { transaction, operator } = operation
  const account = await createAccountStore(transaction).find(operator.userId)
  if (!account?.enabled || account.roleKey !== ADMIN_ROLE_KEY) throw new Refusal('admin-only')
  return existingUser(operation, operator.userId)
}

/** Throws unless the operator may decide about a suspension: neither of the two does, not even after having been restored. */
async function assertMayDecide(
  operation: Operation,
  { username }: User,
  suspension: Suspension,
): Promise<void> {
  const { operator, at } = operation
  await requireAdmin(operation)
  if (suspension.withUserId === operator.userId) throw new Refusal('own-suspension', { name: username })
  // The session may be stolen.
  requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
}

async function disable(
  operation: Operation,
  user: User,
  suspension: Suspension,
  suspendedWith: string,
): Promise<void> {
  const { transaction, at } = operation
  const { userId } = user
  // This also makes logins in progress, links and codes void.
  await createUserStore(transaction).change(userId, { status: DISABLED }, at)
  await createSuspensionStore(transaction).set(userId, suspension)
  await endTokens(operation, userId)
  const { before, after } = states(ENABLED, DISABLED)
  await noteUser(operation, 'user.suspend', user, { before, after: { ...after, suspendedWith } })
}

function states(before: string, after: string) {
  return { before: { status: before }, after: { status: after } }
}

function impossible(problem: keyof typeof PROBLEMS): Refusal {
  return new Refusal('suspension-impossible', { problem: PROBLEMS[problem] })
}
