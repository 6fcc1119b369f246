import { type Call, narrowestRule, refuseImpossibleCall } from '../permission/call.ts'
import type { Explanation } from '../permission/permission.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { quoted } from '../quoted.ts'
import { notFound } from '../refusal.ts'
import type { RoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'
import type { UserStore } from '../user/user.store.ts'
import { ENABLED, type User } from '../user/user.ts'

/** Who would make the call. */
export type Subject =
  | { readonly roleKey: string }
  | { readonly userId: number }
  | { readonly username: string }

/** Whether a role or a user may make a call, and why. */
export interface Access {
  readonly allowed: boolean
  readonly why:
    | 'none'
    | 'identity'
    | 'admin'
    | 'excluded'
    | 'rule'
    | 'denied'
    | 'role-disabled'
    | 'user-disabled'
  readonly roleKey: string
  /** Present if the question is about a user. */
  readonly user?: Pick<User, 'userId' | 'username' | 'pwdChangeDue'>
  /** The rule that allows the call. */
  readonly rule?: PolicyRule
  /** The narrowest rule that would allow the call; present if no rule allows it. */
  readonly missingRule?: PolicyRule
}

export interface AccessCheckOptions {
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'find' | 'findByKey'>
  /** Returns the checks of a known route; undefined for other routes, which need a rule. */
  checksOf?(call: Call): 'none' | 'identity' | 'both' | undefined
  explain(roleKey: string, call: Call): Explanation | Promise<Explanation>
}

/**
 * Explains whether a role or a user may make a call. Throws a refusal if the role or user does not exist, or if no
 * request can have this method or path: "denied" would be misleading.
 */
export async function checkAccess(
  subject: Subject,
  call: Call,
  { users, roles, checksOf, explain }: AccessCheckOptions,
): Promise<Access> {
  refuseImpossibleCall(call)
  const { user, role } = await findSubject(subject, { users, roles })
  const { roleKey } = role
  const about = user
    ? { roleKey, user: { userId: user.userId, username: user.username, pwdChangeDue: user.pwdChangeDue } }
    : { roleKey }
  const checks = checksOf?.(call)
  if (checks === 'none') return { allowed: true, why: 'none', ...about }
  if (user && user.status !== ENABLED) return { allowed: false, why: 'user-disabled', ...about }
  if (role.status !== ENABLED) return { allowed: false, why: 'role-disabled', ...about }
  if (checks === 'identity') return { allowed: true, why: 'identity', ...about }
  const explanation = await explain(roleKey, call)
  if (explanation === 'denied')
    return { allowed: false, why: 'denied', ...about, missingRule: narrowestRule(roleKey, call) }
  if (typeof explanation === 'string') return { allowed: true, why: explanation, ...about }
  return { allowed: true, why: 'rule', ...about, rule: explanation }
}

async function findSubject(
  subject: Subject,
  { users, roles }: Pick<AccessCheckOptions, 'users' | 'roles'>,
): Promise<{ user?: User; role: Role }> {
  if ('roleKey' in subject) {
    const role = await roles.findByKey(subject.roleKey)
    if (!role) throw notFound('role', quoted(subject.roleKey), 'key')
    return { role }
  }
  const user = await ('userId' in subject ? users.find(subject.userId) : users.findByName(subject.username))
  if (!user) {
    if ('userId' in subject) throw notFound('user', subject.userId)
    throw notFound('user', quoted(subject.username), 'username')
  }
  const role = await roles.find(user.roleId)
  if (!role) throw notFound('role', user.roleId)
  return { user, role }
}
