import type { RoleStore } from '../accounts/role/role.store.ts'
import type { Role } from '../accounts/role/role.ts'
import { ENABLED } from '../accounts/status.ts'
import type { UserStore } from '../accounts/user/user.store.ts'
import type { User } from '../accounts/user/user.ts'
import {
  type Call,
  narrowestRule,
  PARAMETER,
  refuseImpossibleCall,
} from '../authorization/permission/call.ts'
import type { NearestRule } from '../authorization/permission/nearest-rules.ts'
import { isRouterKnown, readingsOf } from '../authorization/permission/path-readings.ts'
import type { Explanation } from '../authorization/permission/permission.ts'
import { findRuleProblem, type PolicyRule } from '../authorization/permission/policy-rule.ts'
import { notFound } from '../foundation/refusal/refusal.ts'
import { quoted } from '../foundation/text/quoted.ts'
import { shellCommand } from '../foundation/text/shell-command.ts'

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
  /** The narrowest rule that would allow the call; present if no rule allows it and the rule names a part of the path. */
  readonly missingRule?: PolicyRule
  /** Present if the missing rule also allows other calls. */
  readonly allowsMore?: boolean
  /** The rules that almost allow the call; present if no rule allows it. */
  readonly nearestRules?: readonly NearestRule[]
  /** The command that would allow the call, for a POSIX shell. */
  readonly command?: string
}

/** A route of the service, its console or the app that embeds it, or of an upstream service, whose router is not known. */
interface KnownRoute {
  readonly checks: 'none' | 'identity' | 'both'
  readonly origin: 'service' | 'console' | 'app' | 'upstream'
}

export interface AccessCheckOptions {
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'find' | 'findByKey'>
  /** Returns the known route of a call; undefined for other routes, which need a rule. */
  findRoute?(call: Call): KnownRoute | undefined
  explain(roleKey: string, call: Call): Explanation | Promise<Explanation>
  /** Returns the rules that almost allow a denied call. Absent if the operator may not see rules. */
  nearest?(roleKey: string, call: Call): NearestRule[] | Promise<NearestRule[]>
}

/**
 * Explains whether a role or a user may make a call. Throws a refusal if the role or user does not exist, or if no
 * request can have this method or path: "denied" would be misleading.
 */
export async function checkAccess(
  subject: Subject,
  call: Call,
  options: AccessCheckOptions,
): Promise<Access> {
  refuseImpossibleCall(call)
  const found = await findSubject(subject, options)
  const access = await decide(found, call, options)
  if (!access.allowed || isRouterKnown(options.findRoute?.(call))) return access
  for (const path of readingsOf(call.path).slice(1)) {
    const ofReading = await decide(found, { ...call, path }, options)
    if (!ofReading.allowed) return ofReading
  }
  return access
}

/** Decides about one reading of the path. */
async function decide(
  { user, role }: FoundSubject,
  call: Call,
  options: AccessCheckOptions,
): Promise<Access> {
  const { roleKey } = role
  const about = user
    ? { roleKey, user: { userId: user.userId, username: user.username, pwdChangeDue: user.pwdChangeDue } }
    : { roleKey }
  const checks = options.findRoute?.(call)?.checks
  if (checks === 'none') return { allowed: true, why: 'none', ...about }
  if (user && user.status !== ENABLED) {
    const command = shellCommand(['castellan', 'user', 'enable', user.username])
    return { allowed: false, why: 'user-disabled', ...about, command }
  }
  if (role.status !== ENABLED) {
    const command = shellCommand(['castellan', 'role', 'change', roleKey, '--status', 'enabled'])
    return { allowed: false, why: 'role-disabled', ...about, command }
  }
  if (checks === 'identity') return { allowed: true, why: 'identity', ...about }
  const explanation = await options.explain(roleKey, call)
  if (explanation === 'denied') return { ...about, ...(await denied(roleKey, call, options)) }
  if (typeof explanation === 'string') return { allowed: true, why: explanation, ...about }
  return { allowed: true, why: 'rule', ...about, rule: explanation }
}

async function denied(roleKey: string, call: Call, { nearest }: AccessCheckOptions) {
  const missingRule = narrowestRule(roleKey, call)
  const nearestRules = await nearest?.(roleKey, call)
  return {
    allowed: false,
    why: 'denied',
    // A very long path has no rule of its own.
    ...(findRuleProblem(missingRule) === undefined && namesSegment(missingRule)
      ? {
          missingRule,
          ...(missingRule.path === call.path ? {} : { allowsMore: true }),
          command: grantCommand(missingRule),
        }
      : {}),
    ...(nearestRules ? { nearestRules } : {}),
  } as const
}

/** Returns whether the rule allows only some paths of its length. */
function namesSegment({ path }: PolicyRule): boolean {
  const [, ...segments] = path.split('/')
  return segments.some((segment) => segment !== PARAMETER)
}

/** Returns the command that adds a rule. */
function grantCommand({ roleKey, method, path }: PolicyRule): string {
  return shellCommand(['castellan', 'policy', 'add', roleKey, method, path])
}

interface FoundSubject {
  readonly user?: User
  readonly role: Role
}

async function findSubject(
  subject: Subject,
  { users, roles }: Pick<AccessCheckOptions, 'users' | 'roles'>,
): Promise<FoundSubject> {
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
