import type { Operation } from '../../../../core/operations/operations.ts'
import { createRoleHolderStore } from '../../../../core/role/role-holder.store.ts'
import { createSessionStore } from '../../../../core/session/session.store.ts'
import { createRevocationStore } from '../../../../core/token/revocation.store.ts'
import { createUserBatchStore } from '../../../../core/user/list/user-batch.store.ts'
import { DISABLED } from '../../../../core/user/status.ts'
import { createUserStore } from '../../../../core/user/user.store.ts'
import { assertMayManageUsers } from '../../../../core/user/user-operation.ts'
import { Refusal } from '../../../../platform/refusal/refusal.ts'
import type { Reports } from '../reports.ts'
import type { CleanedUp, CleanUpSelection } from './cleaned-up.ts'

/** The maximum number of users that one clean-up disables and one entry of the audit log lists. */
export const MAX_USERS_PER_CLEAN_UP = 5000

/** Disables idle users and revokes their tokens. */
export async function disableIdle(
  operation: Operation,
  reports: Reports,
  { days, selected }: { readonly days: number; readonly selected: CleanUpSelection<number> },
): Promise<CleanedUp> {
  const { transaction, operator, at } = operation
  const batches = createUserBatchStore(transaction)
  const { current } = await operation.authority()
  if (selected !== 'all' && selected.includes(operator.userId)) throw new Refusal('own-account')
  const scope = await current.scope()
  const report = () => reports.idleUsers(scope, { days, exceptUserId: operator.userId })
  const wanted =
    selected === 'all'
      ? (await report()).slice(0, MAX_USERS_PER_CLEAN_UP).map(({ userId }) => userId)
      : selected
  const candidates = [...new Set(wanted)]
  // Locked before the last logins are read (again), so that nobody is disabled who logs in at this moment.
  await batches.lock(candidates)
  const reported = await report()
  const known = new Map(reported.map((idle) => [idle.userId, idle]))
  const idle = candidates.flatMap((id) => known.get(id) ?? [])
  const ids = selected === 'all' ? idle.map(({ userId }) => userId) : candidates
  if (ids.length === 0) return { done: 0, left: reported.length }
  const outdated = ids.find((id) => !known.has(id))
  if (outdated !== undefined) throw new Refusal('report-outdated', { item: String(outdated) })
  await assertMayManageUsers(operation, ids)
  // Last: the refusal names an admin, whom the operator may not be allowed to see.
  await requireAnotherAdmin(operation, ids)
  const users = await reports.detailsOf(idle)
  await batches.setStatus(ids, DISABLED, at)
  await endSessions(operation, ids)
  await operation.note({
    action: 'user.disable',
    userIds: ids,
    target: users.map(({ username }) => username).join(', '),
    before: { users },
    after: { report: 'idle-users', days, status: DISABLED },
  })
  return { done: ids.length, left: reported.length - ids.length }
}

/** Throws unless an enabled admin is left after a change. */
async function requireAnotherAdmin({ transaction }: Operation, ids: readonly number[]): Promise<void> {
  const users = createUserStore(transaction)
  const disabled = new Set(ids)
  const admins = await createRoleHolderStore(transaction).lockEnabledAdmins()
  const [last] = admins
  if (last === undefined || admins.some((id) => !disabled.has(id))) return
  throw new Refusal('last-admin', { name: (await users.find(last))?.username ?? '' })
}

/** Most idle users have no session, so that there is nothing to revoke. */
async function endSessions({ transaction, changes }: Operation, ids: readonly number[]): Promise<void> {
  const revocations = createRevocationStore(transaction)
  for (const id of await createSessionStore(transaction).holdersAmong(ids)) {
    await revocations.endAll('user', id)
  }
  // Without sessions too: the sessions of the users' service accounts end only in a transaction that records a change.
  changes('revocation')
}
