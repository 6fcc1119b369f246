import { isDeepStrictEqual } from 'node:util'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import {
  departmentData,
  type EffectivePermissions,
  isWithin,
  NOTHING,
  permissionsAfterEnd,
  permissionsByRole,
  permissionsByUser,
} from './effective-permissions.ts'
import { findProblemsOfPrograms, isDisabledProgram, isStoppedProgram } from './program-invariants.ts'
import { endOf, findProblemsOfEnd, hasEnabledAdmin } from './time-invariants.ts'

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
    ...findProblemsOfPrograms(made),
    ...findProblemsOfRequests(made),
    ...findProblemsOfEnd(made),
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

/** A request is decided once, by another person, and only an approval gives the role, until a time. */
function findProblemsOfRequests({ operator, before, after }: ExecutedCall): string[] {
  const problems: string[] = []
  const isProgram = before.programs.some(({ id }) => id === operator.userId)
  for (const request of after.requests) {
    const was = before.requests.find(({ id }) => id === request.id)
    if (isDeepStrictEqual(was, request)) continue
    if (isProgram) problems.push('a program asked for a role or decided')
    const isOwn = request.user_id === operator.userId
    if (isOwn !== ['waiting', 'withdrawn'].includes(request.status))
      problems.push(`a request is ${request.status} by the wrong one`)
    if (was && was.status !== 'waiting') problems.push('a request was decided twice')
    const user = (rows: Rows) => rows.users.find(({ id }) => id === request.user_id)
    const [userBefore, userAfter] = [user(before), user(after)]
    if (request.status !== 'approved' && !isDeepStrictEqual(userBefore, userAfter))
      problems.push('a request that was not approved changed the user')
    if (request.status === 'approved' && userBefore?.status !== ENABLED)
      problems.push('the request of a disabled user was approved')
    if (
      request.status === 'approved' &&
      (userAfter?.role_id !== request.role_id || userAfter.role_until === 0)
    )
      problems.push('an approval did not give the role until a time')
  }
  return problems
}

function findProblemsOfLimited(made: ExecutedCall): string[] {
  const { operator, before, after } = made
  const permissionsBefore = permissionsByRole(before.roles, before.rules)
  const permissionsAfter = permissionsByRole(after.roles, after.rules)
  const usersBefore = permissionsByUser(before)
  const usersAfter = permissionsByUser(after)
  const [endsBefore, endsAfter] = [permissionsAfterEnd(before), permissionsAfterEnd(after)]
  const own = permissionsByUser(before, { now: true }).get(operator.userId) ?? NOTHING
  const problems = [
    ...findProblemsOfOwnDepartment(made),
    ...(own.data.has('any') ? [] : findProblemsOfBranch(made, own)),
  ]

  for (const { id, role_key } of after.roles) {
    const allowed = [permissionsBefore.get(id) ?? NOTHING, own]
    if (!isWithin(permissionsAfter.get(id) ?? NOTHING, allowed))
      problems.push(`the role ${role_key} got too much`)
  }
  // A rule for a role concerns all of its users, with the data that an operator with all data has given them.
  for (const user of after.users) {
    const { id, username, dept_id, data_scope } = user
    const known = before.users.find((one) => one.id === id)
    const isSame = known && endOf(known) === endOf(user)
    if (isSame && known.dept_id === dept_id && known.data_scope === data_scope) continue
    const allowed = [usersBefore.get(id) ?? NOTHING, endsBefore.get(id) ?? NOTHING, own]
    if (!isWithin(usersAfter.get(id) ?? NOTHING, allowed)) problems.push(`${username} got too much`)
    if (!isWithin(endsAfter.get(id) ?? NOTHING, allowed)) problems.push(`${username} gets too much back`)
  }

  // Users and roles with more permissions cannot be changed: password, sessions, name and role.
  const isBeyondUser = (userId: number) =>
    ![usersBefore, endsBefore].every((permissions) => isWithin(permissions.get(userId) ?? NOTHING, [own]))
  for (const user of before.users.filter(({ id }) => isBeyondUser(id))) {
    if (isDisabledProgram(made, user.id)) continue
    if (!isIn(after.users, user)) problems.push(`${user.username} has more permissions and was changed`)
  }
  const programsBeyond = before.programs.filter(({ id }) => isBeyondUser(id))
  for (const program of programsBeyond) {
    const secretsOf = ({ secrets }: Rows) => secrets.filter(({ user_id }) => user_id === program.id)
    if (!isIn(after.programs, program) || !isDeepStrictEqual(secretsOf(before), secretsOf(after)))
      problems.push('a program with more permissions was changed')
  }
  const sessionsBeyond = before.sessions.filter(
    ({ user_id }) => isBeyondUser(user_id) && !isStoppedProgram(made, user_id),
  )
  const isOfChangedRole = ({ role_id }: { role_id: number }) =>
    !isDeepStrictEqual(roleOf(before, role_id), roleOf(after, role_id))
  if (!sessionsBeyond.every((session) => isIn(after.sessions, session) || isOfChangedRole(session)))
    problems.push('a session of a user with more permissions was ended')
  const isBeyond = (roleId: number) => !isWithin(permissionsBefore.get(roleId) ?? NOTHING, [own])
  const ownRoles = [operator.roleId, before.users.find(({ id }) => id === operator.userId)?.former_role_id]
  for (const role of before.roles.filter(({ id }) => ownRoles.includes(id) || isBeyond(id))) {
    if (!isIn(after.roles, role))
      problems.push(`the role ${role.role_key}, which is the own role or has more permissions, was changed`)
  }

  const ownKeys = before.roles.filter(({ id }) => ownRoles.includes(id)).map(({ role_key }) => role_key)
  for (const fixed of [...ownKeys, 'admin']) {
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

/** Nobody changes their own department and data scope, nor the place and the status of their department and of those above. */
function findProblemsOfOwnDepartment({ operator, before, after }: ExecutedCall): string[] {
  const problems: string[] = []
  const ownBefore = before.users.find(({ id }) => id === operator.userId)
  const ownAfter = after.users.find(({ id }) => id === operator.userId)
  if (ownAfter && (ownBefore?.dept_id !== ownAfter.dept_id || ownBefore.data_scope !== ownAfter.data_scope))
    problems.push('they changed their own department or data scope')
  for (let id = ownBefore?.dept_id ?? 0; id !== 0; ) {
    const [one, other] = [departmentOf(before, id), departmentOf(after, id)]
    if (one?.parent_id !== other?.parent_id || one?.status !== other?.status)
      problems.push('they changed the place or the status of their own department, or of one above')
    id = one?.parent_id ?? 0
  }
  return problems
}

/** Operators without all data change only what is in their departments, and nobody gains data beyond these. */
function findProblemsOfBranch(made: ExecutedCall, own: EffectivePermissions): string[] {
  const { operator, before, after } = made
  const problems: string[] = []
  if (!isDeepStrictEqual(before.roles, after.roles)) problems.push('roles were changed')
  if (!isDeepStrictEqual(before.rules, after.rules)) problems.push('rules were changed')
  const isOwn = (deptId: number) => own.data.has(departmentData(deptId))
  const isInBranch = ({ id, dept_id }: { id: number; dept_id: number }) =>
    id === operator.userId || isOwn(dept_id)
  for (const user of before.users) {
    if (!isInBranch(user) && !isIn(after.users, user) && !isDisabledProgram(made, user.id))
      problems.push(`${user.username}, a foreign user, was changed`)
  }
  for (const user of after.users) {
    if (!isInBranch(user) && !isIn(before.users, user) && !isDisabledProgram(made, user.id))
      problems.push(`${user.username} is in no own department`)
  }
  const foreign = new Set(before.users.filter((user) => !isInBranch(user)).map(({ id }) => id))
  for (const session of before.sessions) {
    if (isStoppedProgram(made, session.user_id)) continue
    if (foreign.has(session.user_id) && !isIn(after.sessions, session))
      problems.push('a foreign session was ended')
  }
  for (const department of before.departments) {
    const changed = departmentOf(after, department.id)
    if (isDeepStrictEqual(department, changed)) continue
    if (!isOwn(department.id)) problems.push(`the foreign department ${department.id} was changed`)
    if (
      changed &&
      changed.parent_id !== department.parent_id &&
      ![department, changed].every((one) => isOwn(one.parent_id))
    )
      problems.push(`the department ${department.id} was moved from or to a foreign one`)
  }
  const added = after.departments.filter(({ id }) => !departmentOf(before, id))
  for (const { parent_id } of added)
    if (!isOwn(parent_id)) problems.push('a department was added below a foreign one')
  // Nobody has data in a department that did not exist.
  const fresh = { calls: -1n, data: new Set(added.map(({ id }) => departmentData(id))) }
  const [usersBefore, usersAfter] = [before, after].map((rows) => permissionsByUser(rows, { now: true }))
  for (const { id, username } of after.users) {
    const allowed = [usersBefore?.get(id) ?? NOTHING, own, fresh]
    if (!isWithin(usersAfter?.get(id) ?? NOTHING, allowed)) problems.push(`${username} gained too much`)
  }
  const removed = before.departments.filter(({ id }) => !departmentOf(after, id))
  const gone = { calls: -1n, data: new Set(removed.map(({ id }) => departmentData(id))) }
  const wholeBefore = permissionsByUser(before)
  for (const { id, username } of before.users) {
    if (isWithin(wholeBefore.get(id) ?? NOTHING, [own])) continue
    if (!isWithin(usersBefore?.get(id) ?? NOTHING, [usersAfter?.get(id) ?? NOTHING, gone]))
      problems.push(`${username} has more permissions and lost data`)
  }
  return problems
}

function departmentOf({ departments }: Rows, id: number) {
  return departments.find((department) => department.id === id)
}

function isIn<T>(rows: readonly T[], row: T): boolean {
  return rows.some((other) => isDeepStrictEqual(other, row))
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
      return permissionsIn(rows).some((permissions) =>
        [...permissions.data].some((data) => (permissions.calls & ~(calls.get(data) ?? 0n)) !== 0n),
      )
    },
  }
}
