import type { RootDatabase } from '../../platform/database/database.ts'
import { SCHEDULE } from '../audit-log/operator.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { createRoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { DISABLED, ENABLED } from './status.ts'
import { createUserStore } from './user.store.ts'
import type { User } from './user.ts'
import { emitAdminGranted, endTokens, noteUser, roleOf, withRoleKey } from './user-operation.ts'

/**
 * Gives users their former roles back whose roles have ended, and announces the ends to come. It runs in the transaction of every
 * change, so that no change is decided by a role that has ended, and whoever comes first records an end, once.
 */
export async function recordRoleEnds(operation: Operation): Promise<void> {
  const { transaction, databaseTime } = operation
  for (const user of await createUserStore(transaction).withDueRoleEnd(databaseTime)) {
    if (Date.parse(user.roleUntil ?? '') <= databaseTime) await recordEnd(operation, user)
    else await announceEnd(operation, user)
  }
}

async function recordEnd(operation: Operation, user: User): Promise<void> {
  const { userId, formerRoleId } = user
  const users = createUserStore(operation.transaction)
  const former = await createRoleStore(operation.transaction).find(formerRoleId)
  const { roleKey, roleUntil } = await withRoleKey(operation, user)
  const permanent = { roleUntil: null, formerRoleId: 0 }
  await users.lock(userId)
  // A role that users get back cannot be deleted. If its row is missing all the same, the user must not keep the other role.
  await users.change(
    userId,
    former ? { ...permanent, roleId: formerRoleId } : { ...permanent, status: DISABLED },
    operation.at,
  )
  await endTokens(operation, userId, 'role-ended')
  const after = former
    ? { roleId: formerRoleId, roleKey: former.roleKey }
    : { formerRoleId, status: DISABLED }
  await noteUser(operation, 'user.role-end', user, {
    before: { roleId: user.roleId, roleKey, roleUntil },
    // Whoever has a disabled role cannot log in, which nobody would look for here otherwise.
    after: former && former.status !== ENABLED ? { ...after, roleStatus: former.status } : after,
  })
  if (former?.roleKey === ADMIN_ROLE_KEY)
    await emitAdminGranted(operation, { ...user, roleUntil: null }, 'role-changed')
}

async function announceEnd(operation: Operation, user: User): Promise<void> {
  const { userId, username, roleUntil, formerRoleId } = user
  await createUserStore(operation.transaction).removeReminder(userId)
  const { roleKey } = await roleOf(operation, user.roleId)
  const former = await createRoleStore(operation.transaction).find(formerRoleId)
  const fields = { username, userId, roleKey, until: roleUntil ?? '', formerRoleKey: former?.roleKey ?? '' }
  await operation.emit({ kind: 'role.ending', fields })
}

/** Returns a function that records the ends of roles that are due, if no change has. Any number of nodes may call it. */
export function createRoleEnds(options: {
  readonly database: RootDatabase
  readonly operations: Operations
  readonly databaseNow: () => number
}): () => Promise<void> {
  const { database, operations, databaseNow } = options
  const users = createUserStore(database)
  return async () => {
    while (await users.isRoleEndDue(databaseNow())) await operations.run(SCHEDULE, async () => ({}))
  }
}
