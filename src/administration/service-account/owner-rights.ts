import { ADMIN_ROLE_KEY } from '../../accounts/role/role.ts'
import { createServiceAccountStore } from '../../accounts/service-account/service-account.store.ts'
import { isServiceAccount } from '../../accounts/service-account/service-account.ts'
import { DISABLED } from '../../accounts/status.ts'
import { createAccountStore, type StoredAccount } from '../../accounts/user/account.store.ts'
import { createUserStore } from '../../accounts/user/user.store.ts'
import type { UserData } from '../../accounts/user/user-batch.store.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Authority } from '../authority.ts'
import type { Operation } from '../operations.ts'
import { endTokens } from '../user-operation.ts'

/** Throws unless the owner of an account of a program is an enabled person who may grant what the account has. */
export async function refuseOwner(operation: Operation, ownerId: number, account: UserData): Promise<void> {
  const owner = await createAccountStore(operation.transaction).find(ownerId)
  if (!owner || !(await answersFor(owner, account, operation.authorityOf(owner))))
    throw new Refusal('service-account-owner')
}

/**
 * Disables the accounts of programs whose owners were disabled or deleted, or may no longer grant what the account has. It runs
 * in the transaction of every change of users, roles, rules or departments.
 */
export async function disableWithoutOwner(operation: Operation): Promise<void> {
  const { transaction, at } = operation
  const owners = new Map<number, { owner: StoredAccount; authority: Authority } | undefined>()
  for (const account of await createServiceAccountStore(transaction).enabledByOwner()) {
    const { userId, username, ownerId } = account
    if (!owners.has(ownerId)) {
      const owner = await createAccountStore(transaction).find(ownerId)
      owners.set(ownerId, owner && { owner, authority: operation.authorityOf(owner) })
    }
    const known = owners.get(ownerId)
    if (known && (await answersFor(known.owner, account, known.authority))) continue
    const users = createUserStore(transaction)
    await users.lock(userId)
    await users.change(userId, { status: DISABLED }, at)
    await endTokens(operation, userId, 'ended-by-operator')
    await operation.note({
      action: 'user.service-disable',
      targetId: userId,
      target: username,
      after: { status: DISABLED, ownerId },
    })
  }
}

async function answersFor(owner: StoredAccount, account: UserData, authority: Authority): Promise<boolean> {
  if (!owner.enabled || isServiceAccount(owner)) return false
  if (owner.roleKey === ADMIN_ROLE_KEY) return true
  try {
    await authority.refuseUser(account)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
