import type { Rows } from './administration-fixture.ts'
import { isWithin, NOTHING, permissionsAfterEnd, permissionsByUser } from './effective-permissions.ts'
import type { ExecutedCall } from './invariants.ts'

const ENABLED = '2'

/** Returns what is wrong with accounts of programs after a call. */
export function findProblemsOfPrograms({ operator, before, after }: ExecutedCall): string[] {
  const problems = findProblemsOfOwners(after)
  for (const { id, owner_id, accepted } of after.programs) {
    const was = before.programs.find((one) => one.id === id)
    const isAccepted = accepted === 1 && !(was?.accepted === 1 && was.owner_id === owner_id)
    if (isAccepted && operator.source === 'http' && owner_id !== operator.userId)
      problems.push('the account of a program was accepted by somebody else than its owner')
  }
  const secretsOf = ({ secrets }: Rows) => secrets.filter(({ user_id }) => user_id === operator.userId)
  if (secretsOf(after).length > secretsOf(before).length) problems.push('a program renewed itself')
  return problems
}

/**
 * An enabled account of a program is no admin, and its owner is a person who may grant what it has, also when the owner's role ends.
 * It has no session while its owner has no access.
 */
export function findProblemsOfOwners(rows: Rows): string[] {
  const problems: string[] = []
  const [whole, now] = [permissionsByUser(rows), permissionsByUser(rows, { now: true })]
  const atEnd = permissionsAfterEnd(rows)
  for (const { id, owner_id } of rows.programs) {
    const user = rows.users.find((one) => one.id === id)
    if (!user) problems.push('the account of a program has no user')
    if (!hasAccess(rows, owner_id) && rows.sessions.some(({ user_id }) => user_id === id))
      problems.push(`${user?.username} has a session without its owner`)
    if (user?.status !== ENABLED) continue
    if (isAdmin(rows, user)) problems.push(`${user.username} is an admin`)
    const owner = rows.users.find((one) => one.id === owner_id)
    // Nobody logs in with the account of an owner who was deleted.
    if (!owner) continue
    if (rows.programs.some((one) => one.id === owner_id))
      problems.push(`${user.username} has no person who answers for it`)
    const limits = [...(isAdmin(rows, owner) ? [] : [now]), ...(owner.role_until > 0 ? [atEnd] : [])]
    for (const limit of limits)
      if (!isWithin(whole.get(id) ?? NOTHING, [limit.get(owner_id) ?? NOTHING]))
        problems.push(`${user.username} has more than its owner`)
  }
  return problems
}

/** Returns whether accounts of programs can log in whose owner a user is. */
export function hasAccess(rows: Rows, userId: number): boolean {
  return isEnabled(rows, userId) && !rows.refusedUsers.includes(userId)
}

export function isEnabled({ users, roles }: Rows, userId: number): boolean {
  const user = users.find(({ id }) => id === userId)
  return user?.status === ENABLED && roles.some(({ id, status }) => id === user.role_id && status === ENABLED)
}

/** Returns whether a call has stopped the account of a program with its owner: disabled it, or ended its sessions. */
export function isStoppedProgram(made: ExecutedCall, userId: number): boolean {
  const ownerId = made.before.programs.find(({ id }) => id === userId)?.owner_id
  return isDisabledProgram(made, userId) || (ownerId !== undefined && !hasAccess(made.after, ownerId))
}

/** Whether a change has only disabled the account of a program, as every change does that takes its owner's rights. */
export function isDisabledProgram({ before, after }: ExecutedCall, userId: number): boolean {
  const [user, changed] = [before, after].map(({ users }) => users.find(({ id }) => id === userId))
  return (
    before.programs.some(({ id }) => id === userId) &&
    changed?.status === '1' &&
    user?.role_id === changed.role_id &&
    user.dept_id === changed.dept_id &&
    user.data_scope === changed.data_scope &&
    user.username === changed.username
  )
}

function isAdmin({ roles }: Rows, { role_id }: Rows['users'][number]): boolean {
  return roles.some(({ id, role_key }) => id === role_id && role_key === 'admin')
}
