import type { Rows } from './administration-fixture.ts'
import {
  isWithin,
  NOTHING,
  permissionsAfterEnd,
  permissionsByRole,
  permissionsByUser,
} from './effective-permissions.ts'
import type { ExecutedCall } from './invariants.ts'
import { findProblemsOfOwners } from './program-invariants.ts'

const ENABLED = '2'

/** Returns what is wrong with the states before and after some time has passed. */
export function findProblemsOfTime(before: Rows, after: Rows): string[] {
  const problems = [
    ...(hasEnabledAdmin(after) ? [] : ['there is no enabled admin left after some time']),
    ...findProblemsOfOwners(after),
  ]
  for (const user of after.users) {
    const was = before.users.find(({ id }) => id === user.id)
    if (was && user.role_id !== was.role_id && user.role_id !== was.former_role_id)
      problems.push(`${user.username} got a role that did not return`)
    if (was && user.role_id !== was.role_id && after.sessions.some(({ user_id }) => user_id === user.id))
      problems.push(`${user.username} still has a session of the ended role`)
  }
  return problems
}

/** What has no end, or a later one, is also within the role that the operator gets back. */
export function findProblemsOfEnd(made: ExecutedCall): string[] {
  const { operator, before, after } = made
  const problems = isOwnEndChanged(made) ? ['they changed the end of their own role'] : []
  const end = before.users.find(({ id }) => id === operator.userId)?.role_until ?? 0
  if (operator.source !== 'http' || end === 0) return problems
  const [atEndBefore, atEndAfter] = [permissionsAfterEnd(before), permissionsAfterEnd(after)]
  const [usersBefore, usersAfter] = [permissionsByUser(before), permissionsByUser(after)]
  const own = atEndBefore.get(operator.userId) ?? NOTHING
  for (const user of after.users) {
    const was = before.users.find(({ id }) => id === user.id)
    if (
      was &&
      endOf(was) === endOf(user) &&
      was.dept_id === user.dept_id &&
      was.data_scope === user.data_scope
    )
      continue
    const allowed = [usersBefore.get(user.id) ?? NOTHING, atEndBefore.get(user.id) ?? NOTHING, own]
    const isLonger = user.role_until === 0 || user.role_until > end
    if (isLonger && !isWithin(usersAfter.get(user.id) ?? NOTHING, allowed))
      problems.push(`${user.username} got what ends for the operator`)
    if (!isWithin(atEndAfter.get(user.id) ?? NOTHING, allowed))
      problems.push(`${user.username} gets back what ends for the operator`)
  }
  const [rolesBefore, rolesAfter] = [before, after].map(({ roles, rules }) => permissionsByRole(roles, rules))
  for (const { id, role_key } of after.roles)
    if (!isWithin(rolesAfter?.get(id) ?? NOTHING, [rolesBefore?.get(id) ?? NOTHING, own]))
      problems.push(`the role ${role_key} got what ends for the operator`)
  return problems
}

/** Not even an admin may prolong what was given until a time. */
function isOwnEndChanged({ operator, before, after }: ExecutedCall): boolean {
  const [was, is] = [before, after].map(({ users }) => users.find(({ id }) => id === operator.userId))
  return was !== undefined && is !== undefined && was.role_until > 0 && endOf(was) !== endOf(is)
}

export function endOf({ role_id, role_until, former_role_id }: Rows['users'][number]): string {
  return `${role_id} ${role_until} ${former_role_id}`
}

export function hasEnabledAdmin({ users, roles }: Rows): boolean {
  const admin = roles.find(({ role_key, status }) => role_key === 'admin' && status === ENABLED)
  return users.some(
    ({ role_id, role_until, status }) => role_id === admin?.id && role_until === 0 && status === ENABLED,
  )
}
