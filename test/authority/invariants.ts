import { isDeepStrictEqual } from 'node:util'
import type { Operator } from '../../src/logs/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import { type EffectivePermissions, isWithin, NOTHING, permissionsByRole } from './effective-permissions.ts'

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

function findProblemsOfLimited({ operator, before, after }: ExecutedCall): string[] {
  const permissionsBefore = permissionsByRole(before.roles, before.rules)
  const permissionsAfter = permissionsByRole(after.roles, after.rules)
  const own = permissionsBefore.get(operator.roleId) ?? NOTHING
  const problems: string[] = []

  for (const { id, role_key } of after.roles) {
    const allowed = [permissionsBefore.get(id) ?? NOTHING, own]
    if (!isWithin(permissionsAfter.get(id) ?? NOTHING, allowed))
      problems.push(`the role ${role_key} got too much`)
  }
  for (const { id, username, role_id } of after.users) {
    const roleBefore = before.users.find((user) => user.id === id)?.role_id ?? 0
    const allowed = [permissionsBefore.get(roleBefore) ?? NOTHING, own]
    if (!isWithin(permissionsAfter.get(role_id) ?? NOTHING, allowed))
      problems.push(`${username} got too much`)
  }

  // Users and roles with more permissions cannot be changed: password, sessions, name and role.
  const isBeyond = (roleId: number) => !isWithin(permissionsBefore.get(roleId) ?? NOTHING, [own])
  for (const user of before.users.filter(({ role_id }) => isBeyond(role_id))) {
    if (!isIn(after.users, user)) problems.push(`${user.username} has more permissions and was changed`)
  }
  const sessionsBeyond = before.sessions.filter(({ role_id }) => isBeyond(role_id))
  if (!sessionsBeyond.every((session) => isIn(after.sessions, session)))
    problems.push('a session of a user with more permissions was ended')
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
      for (const permissions of permissionsIn(rows)) {
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
