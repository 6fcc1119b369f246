import { isDeepStrictEqual } from 'node:util'
import type { Operator } from '../../src/administration/operator.ts'
import type { Rows } from './house.ts'
import { isWithin, NOTHING, type Power, powersOf } from './power.ts'

const ENABLED = '2'

/** A call that was made, and everything there was before and after. */
export interface Made {
  readonly operator: Operator
  readonly refusal: string | undefined
  readonly before: Rows
  readonly after: Rows
}

type Standing = 'unlimited' | 'limited' | 'shut out'

/** What is wrong with what a call did, in words. */
export function problemsOf(made: Made): string[] {
  const { before, after, refusal } = made
  if (refusal !== undefined)
    return isDeepStrictEqual(before, after) ? [] : ['a refused call changed something']
  const standing = standingOf(made)
  return [
    ...(standing === 'shut out' ? ['it was accepted from one who is shut out'] : []),
    ...(hasEnabledAdmin(after) ? [] : ['there is no enabled admin left']),
    ...(isDeepStrictEqual(before, after) || after.audit.length > before.audit.length
      ? []
      : ['it is not in the audit log']),
    ...(standing === 'limited' ? problemsOfLimited(made) : []),
  ]
}

export function standingOf({ operator, before }: Pick<Made, 'operator' | 'before'>): Standing {
  if (operator.source !== 'http') return 'unlimited'
  const user = before.users.find(({ id }) => id === operator.userId)
  const role = before.roles.find(({ id }) => id === user?.role_id)
  const session = before.sessions.find(({ id }) => id === operator.sessionId)
  if (!user || !role || !session || session.user_id !== user.id) return 'shut out'
  if (user.status !== ENABLED || role.status !== ENABLED || role.id !== operator.roleId) return 'shut out'
  return role.role_key === 'admin' ? 'unlimited' : 'limited'
}

function problemsOfLimited({ operator, before, after }: Made): string[] {
  const powersBefore = powersOf(before.roles, before.rules)
  const powersAfter = powersOf(after.roles, after.rules)
  const own = powersBefore.get(operator.roleId) ?? NOTHING
  const problems: string[] = []

  for (const { id, role_key } of after.roles) {
    const allowed = [powersBefore.get(id) ?? NOTHING, own]
    if (!isWithin(powersAfter.get(id) ?? NOTHING, allowed)) problems.push(`the role ${role_key} got too much`)
  }
  for (const { id, username, role_id } of after.users) {
    const roleBefore = before.users.find((user) => user.id === id)?.role_id ?? 0
    const allowed = [powersBefore.get(roleBefore) ?? NOTHING, own]
    if (!isWithin(powersAfter.get(role_id) ?? NOTHING, allowed)) problems.push(`${username} got too much`)
  }

  // Whoever may do more is out of reach: neither their password nor their session, neither their name nor their role.
  const isBeyond = (roleId: number) => !isWithin(powersBefore.get(roleId) ?? NOTHING, [own])
  for (const user of before.users.filter(({ role_id }) => isBeyond(role_id))) {
    if (!isIn(after.users, user)) problems.push(`${user.username}, who may do more, was changed`)
  }
  const sessionsBeyond = before.sessions.filter(({ role_id }) => isBeyond(role_id))
  if (!sessionsBeyond.every((session) => isIn(after.sessions, session)))
    problems.push('a session of one who may do more was ended')
  for (const role of before.roles.filter(({ id }) => id === operator.roleId || isBeyond(id))) {
    if (!isIn(after.roles, role))
      problems.push(`the role ${role.role_key}, which is their own or more, was changed`)
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

/** All that admins ever gave to anybody. */
export function createGiven() {
  const calls = new Map<string, bigint>()
  const powersIn = (rows: Rows): Power[] => {
    const roles = rows.roles.filter(({ role_key }) => role_key !== 'admin')
    return [...powersOf(roles, rows.rules).values()]
  }
  return {
    /** An admin has had it so. */
    add(rows: Rows): void {
      for (const power of powersIn(rows)) {
        for (const data of power.data) calls.set(data, (calls.get(data) ?? 0n) | power.calls)
      }
    },
    /** Whether some role may do what no admin ever gave to any. */
    isExceeded(rows: Rows): boolean {
      const given = [...calls].map(([data, some]): Power => ({ calls: some, data: new Set([data]) }))
      return powersIn(rows).some((power) => !isWithin(power, given))
    },
  }
}
