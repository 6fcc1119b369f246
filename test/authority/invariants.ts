import { isDeepStrictEqual } from 'node:util'
import type { Operator } from '../../src/logs/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import {
  type EffectivePermissions,
  isWithin,
  NOTHING,
  permissionsByRole,
  permissionsByUser,
} from './effective-permissions.ts'

const ENABLED = '2'

/** An executed call, and all rows before and after it. */
export interface ExecutedCall {
  readonly operator: Operator
  readonly refusal: string | undefined
  readonly before: Rows
  readonly after: Rows
}

type Standing = 'unlimited' | 'limited' | 'locked out'

/** Returns the invariants that a call has violated. */
export function findProblems(made: ExecutedCall): string[] {
  const { before, after, refusal } = made
  if (refusal !== undefined)
    return isDeepStrictEqual(before, after) ? [] : ['a refused call changed something']
  const standing = standingOf(made)
  return [
    ...(standing === 'locked out' ? ['it was accepted from an operator who is locked out'] : []),
    ...(hasEnabledAdmin(after) ? [] : ['there is no enabled admin left']),
    ...(isDeepStrictEqual(before, after) || after.audit.length > before.audit.length
      ? []
      : ['it is not in the audit log']),
    ...(standing === 'limited' ? findProblemsOfLimited(made) : []),
  ]
}

export function standingOf({ operator, before }: Pick<ExecutedCall, 'operator' | 'before'>): Standing {
  if (operator.source !== 'http') return 'unlimited'
  const user = before.users.find(({ id }) => id === operator.userId)
  const role = before.roles.find(({ id }) => id === user?.role_id)
  const session = before.sessions.find(({ id }) => id === operator.sessionId)
  if (!user || !role || !session || session.user_id !== user.id) return 'locked out'
  if (user.status !== ENABLED || role.status !== ENABLED || role.id !== operator.roleId) return 'locked out'
  return role.role_key === 'admin' ? 'unlimited' : 'limited'
}

function findProblemsOfLimited(made: ExecutedCall): string[] {
  const { operator, before, after } = made
  const permissionsBefore = permissionsByRole(before.roles, before.rules)
  const permissionsAfter = permissionsByRole(after.roles, after.rules)
  const usersBefore = permissionsByUser(before)
  const usersAfter = permissionsByUser(after)
  const own = usersBefore.get(operator.userId) ?? NOTHING
  const problems = findProblemsOfDepartments(made, own)

  for (const { id, role_key } of after.roles) {
    const allowed = [permissionsBefore.get(id) ?? NOTHING, own]
    if (!isWithin(permissionsAfter.get(id) ?? NOTHING, allowed))
      problems.push(`the role ${role_key} got too much`)
  }
  // A rule for a role concerns all of its users, with the data that an operator with all data has given them.
  for (const { id, username, role_id } of after.users) {
    if (before.users.some((user) => user.id === id && user.role_id === role_id)) continue
    const allowed = [usersBefore.get(id) ?? NOTHING, own]
    if (!isWithin(usersAfter.get(id) ?? NOTHING, allowed)) problems.push(`${username} got too much`)
  }

  // Users and roles with more permissions cannot be changed: password, sessions, name and role.
  const isBeyondUser = (userId: number) => !isWithin(usersBefore.get(userId) ?? NOTHING, [own])
  for (const user of before.users.filter(({ id }) => isBeyondUser(id))) {
    if (!isIn(after.users, user)) problems.push(`${user.username} has more permissions and was changed`)
  }
  const sessionsBeyond = before.sessions.filter(({ user_id }) => isBeyondUser(user_id))
  const isOfChangedRole = ({ role_id }: { role_id: number }) =>
    !isDeepStrictEqual(roleOf(before, role_id), roleOf(after, role_id))
  if (!sessionsBeyond.every((session) => isIn(after.sessions, session) || isOfChangedRole(session)))
    problems.push('a session of a user with more permissions was ended')
  const isBeyond = (roleId: number) => !isWithin(permissionsBefore.get(roleId) ?? NOTHING, [own])
  for (const role of before.roles.filter(({ id }) => id === operator.roleId || isBeyond(id))) {
    if (!isIn(after.roles, role))
      problems.push(`the role ${role.role_key}, which is the own role or has more permissions, was changed`)
  }

  const ownKey = before.roles.find(({ id }) => id === operator.roleId)?.role_key ?? ''
  for (const fixed of [ownKey, 'admin']) {
    const rulesOf = ({ rules }: Rows) => rules.filter(({ roleKey }) => roleKey === fixed)
    if (!isDeepStrictEqual(rulesOf(before), rulesOf(after)))
      problems.push(`the rules of ${fixed} were changed`)
  }
  const self = after.users.find(({ id }) => id === operator.userId)
  if (self && self.role_id !== operator.roleId) problems.push('they changed their own role')
  return problems
}

function roleOf({ roles }: Rows, id: number) {
  return roles.find((role) => role.id === id)
}

/** Only an operator with all data changes departments and who is in them, and nobody their own. */
function findProblemsOfDepartments(
  { operator, before, after }: ExecutedCall,
  own: EffectivePermissions,
): string[] {
  const problems: string[] = []
  const membershipOf = ({ users }: Rows, id: number) => {
    const { dept_id = 0, data_scope = '' } = users.find((user) => user.id === id) ?? {}
    return `${dept_id} ${data_scope}`
  }
  const isDeleted = !after.users.some(({ id }) => id === operator.userId)
  if (!isDeleted && membershipOf(before, operator.userId) !== membershipOf(after, operator.userId))
    problems.push('they changed their own department or data scope')
  if (own.data.has('any')) return problems
  if (!isDeepStrictEqual(before.departments, after.departments)) problems.push('departments were changed')
  for (const { id, username } of after.users) {
    if (membershipOf(before, id) !== membershipOf(after, id)) problems.push(`${username} was moved`)
  }
  for (const { id, role_key, dept_ids } of after.roles) {
    if (dept_ids !== (roleOf(before, id)?.dept_ids ?? '')) problems.push(`${role_key} got other departments`)
  }
  return problems
}

function isIn<T>(rows: readonly T[], row: T): boolean {
  return rows.some((other) => isDeepStrictEqual(other, row))
}

function hasEnabledAdmin({ users, roles }: Rows): boolean {
  const admin = roles.find(({ role_key, status }) => role_key === 'admin' && status === ENABLED)
  return users.some(({ role_id, status }) => role_id === admin?.id && status === ENABLED)
}

/** Records all permissions that admins have granted. */
export function createGrantHistory() {
  const calls = new Map<string, bigint>()
  const permissionsIn = (rows: Rows): EffectivePermissions[] => {
    const roles = rows.roles.filter(({ role_key }) => role_key !== 'admin')
    return [...permissionsByRole(roles, rows.rules).values()]
  }
  return {
    /** Records a state that an admin has created. */
    add(rows: Rows): void {
      const admin = rows.roles.find(({ role_key }) => role_key === 'admin')
      const users = rows.users.filter(({ role_id }) => role_id !== admin?.id)
      const ofUsers = permissionsByUser(rows)
      const granted = users.flatMap(({ id }) => ofUsers.get(id) ?? [])
      for (const permissions of [...permissionsIn(rows), ...granted]) {
        for (const data of permissions.data) calls.set(data, (calls.get(data) ?? 0n) | permissions.calls)
      }
    },
    /** Returns whether some role has permissions that no admin has granted. */
    isExceeded(rows: Rows): boolean {
      const granted = [...calls].map(
        ([data, some]): EffectivePermissions => ({ calls: some, data: new Set([data]) }),
      )
      return permissionsIn(rows).some((permissions) => !isWithin(permissions, granted))
    },
  }
}
