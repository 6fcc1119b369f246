import type { Authority, AuthorityChecks } from '../../../core/operations/authority.ts'
import type { Operation } from '../../../core/operations/operations.ts'
import { createOwnerAccessStore } from '../../../core/operations/owner-access.store.ts'
import { createAccountStore, type StoredAccount } from '../../../core/user/account.store.ts'
import { keyOfData, type UserData } from '../../../core/user/list/user-batch.store.ts'
import { isServiceAccount, type ServiceDetails } from '../../../core/user/service-account.ts'
import { DISABLED } from '../../../core/user/status.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { endTokens, noteUser } from '../../../core/user/user-operation.ts'
import { isAccepted, Refusal } from '../../../platform/refusal/refusal.ts'
import { createServiceAccountStore } from './service-account.store.ts'

/** What decides about the rights of an account, and when it expires; 0 for never. */
type AccountData = UserData & Pick<ServiceDetails, 'expiresAt'>

/** Returns the authority over an account of a program, which may expire. */
export function authorityUntil(authority: Authority, expiresAt: number): AuthorityChecks {
  return expiresAt === 0 ? authority : authority.until(expiresAt)
}

/**
 * Throws if the owner of an account of a program may not grant what it has, for as long as the account has it. Nobody logs in with the
 * account of an owner who was deleted, so everything can be changed before it is handed over.
 */
export async function assertOwnerMayGrant(
  operation: Operation,
  ownerId: number,
  account: AccountData,
): Promise<void> {
  const owner = await createAccountStore(operation.transaction).find(ownerId)
  if (owner && !(await createOwnerCheck(operation)(owner, account)))
    throw new Refusal('service-account-owner')
}

/** Throws unless a user may become the owner of an account: one without access could not answer for it. */
export async function assertMayBecomeOwner(
  operation: Operation,
  ownerId: number,
  account: AccountData,
): Promise<void> {
  if (!(await createOwnerAccessStore(operation.transaction).hasAccess(ownerId)))
    throw new Refusal('service-account-owner')
  await assertOwnerMayGrant(operation, ownerId, account)
}

/**
 * Makes the accounts of programs follow their owners: ends the sessions of those whose owners have no access, and disables those whose
 * owners may no longer grant what the account has. It runs in the transaction of every change of users, roles, rules or departments.
 * See docs/decisions/0071-service-accounts.md.
 */
export async function followOwners(operation: Operation): Promise<void> {
  for (const userId of await createOwnerAccessStore(operation.transaction).withSessions())
    await endTokens(operation, userId)
  await disableBeyondOwner(operation)
}

async function disableBeyondOwner(operation: Operation): Promise<void> {
  const { transaction, at } = operation
  const serviceAccounts = createServiceAccountStore(transaction)
  const accounts = await serviceAccounts.enabledByOwner()
  if (accounts.length === 0) return
  const owners = new Map((await serviceAccounts.owners()).map((owner) => [owner.userId, owner]))
  const answersFor = createOwnerCheck(operation)
  for (const account of accounts) {
    const { userId, ownerId } = account
    const owner = owners.get(ownerId)
    // Nobody logs in with the account of an owner who was deleted.
    if (!owner || (await answersFor(owner, account))) continue
    const users = createUserStore(transaction)
    await users.lock(userId)
    await users.change(userId, { status: DISABLED }, at)
    await endTokens(operation, userId, 'ended-by-operator')
    const after = { status: DISABLED, ownerId }
    await noteUser(operation, 'user.service-disable', account, { after })
  }
}

/**
 * Creates a function that returns whether a user may be the owner of an account. Owners with the same data have the same rights, so
 * one check decides about all their accounts with the same data.
 */
function createOwnerCheck({ authorityOf }: Pick<Operation, 'authorityOf'>) {
  const authorities = new Map<string, Authority>()
  const decisions = new Map<string, boolean>()
  return async (owner: StoredAccount, account: AccountData): Promise<boolean> => {
    if (isServiceAccount(owner)) return false
    // A role that ends grants less.
    const ofOwner = owner.roleUntil === undefined ? keyOfData(owner) : `user ${owner.userId}`
    const authority = authorities.get(ofOwner) ?? authorityOf(owner)
    authorities.set(ofOwner, authority)
    const ofBoth = `${ofOwner}, ${keyOfData(account)}, ${owner.roleUntil === undefined ? 0 : account.expiresAt}`
    const decision = decisions.get(ofBoth) ?? (await isAccepted(assertWithin(authority, account)))
    decisions.set(ofBoth, decision)
    return decision
  }
}

/** Throws if an owner with this authority could not grant what an account has, for as long as it has it. */
async function assertWithin(authority: Authority, account: AccountData): Promise<void> {
  await authorityUntil(authority, account.expiresAt).assertMayManageUser(account)
}
