import type { FindRoute } from '../../../core/check/routes/route-registry.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import type { accessSchema } from '../../../core/permission/access-schema.ts'
import { assertPossibleCall, type Call, narrowestRule } from '../../../core/permission/call.ts'
import {
  comparePrecedence,
  findPatternProblem,
  parseValidPattern,
  patternMatches,
} from '../../../core/permission/patterns/path-pattern.ts'
import { isRouterKnown, readingsOf } from '../../../core/permission/patterns/path-readings.ts'
import type { Explanation } from '../../../core/permission/permission.ts'
import { isValidRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { NearestRule } from '../../../core/permission/rules/nearest-rules.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { User } from '../../../core/user/user.ts'
import { effectiveMethod } from '../../../platform/http/call/method.ts'
import type { TypeOf } from '../../../platform/http/endpoint/response-schemas.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import { shellCommand } from '../../../platform/text/shell-command.ts'

/** Who would make the call. */
export type Subject =
  | { readonly roleKey: string }
  | { readonly userId: number }
  | { readonly username: string }

/** Who would make the call, by name or by a token. */
export type AskedSubject = Subject | { readonly tokenId: string }

/** Whether a role or a user may make a call, and why. */
export type Access = TypeOf<typeof accessSchema>

export interface AccessCheckOptions {
  readonly users: Pick<UserStore, 'find' | 'findByName'>
  readonly roles: Pick<RoleStore, 'find' | 'findByKey'>
  readonly findRoute?: FindRoute | undefined
  explain(roleKey: string, call: Call): Explanation | Promise<Explanation>
  /** Returns the rules that almost allow a denied call. Absent if the operator may not see rules. */
  nearest?(roleKey: string, call: Call): NearestRule[] | Promise<NearestRule[]>
  /** Returns the routes that were called with a method. Absent if the operator may not see rules. */
  calledRoutes?(method: string): Promise<readonly string[]>
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
  assertPossibleCall(call)
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
  { user, role }: Awaited<ReturnType<typeof findSubject>>,
  call: Call,
  options: AccessCheckOptions,
): Promise<Access> {
  const { roleKey } = role
  const about = user ? { roleKey, user: describedUser(user) } : { roleKey }
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

function describedUser({ userId, username, pwdChangeDue, roleUntil }: User) {
  return { userId, username, pwdChangeDue, roleUntil }
}

async function denied(roleKey: string, call: Call, options: AccessCheckOptions) {
  const missingRule = narrowestRule(roleKey, call)
  const nearestRules = await options.nearest?.(roleKey, call)
  const route = await findRoutePattern(call, nearestRules, options)
  const routeRule = route === undefined ? undefined : { ...missingRule, path: route }
  const isOtherRule = routeRule !== undefined && !hasSamePattern(routeRule, missingRule)
  return {
    allowed: false,
    why: 'denied',
    // A very long path has no rule of its own.
    ...(isValidRule(missingRule) && namesSegment(missingRule)
      ? {
          missingRule,
          ...(missingRule.path === call.path ? {} : { allowsMore: true }),
          ...(isOtherRule ? { routeRule } : {}),
          command: grantCommand(isOtherRule ? routeRule : missingRule),
        }
      : {}),
    ...(nearestRules ? { nearestRules } : {}),
  } as const
}

/** Returns the pattern of the route that a call belongs to. A declared route is more certain than one that was called before. */
async function findRoutePattern(
  call: Call,
  nearestRules: readonly NearestRule[] = [],
  { findRoute, calledRoutes }: AccessCheckOptions,
): Promise<string | undefined> {
  const route = findRoute?.(call)
  const declared = route && findNarrowest([route.path], call.path)
  if (declared !== undefined) return declared
  const called = (await calledRoutes?.(effectiveMethod(call.method))) ?? []
  const ofRules = nearestRules.filter(({ differs }) => differs !== 'segment').map(({ path }) => path)
  return findNarrowest(called, call.path) ?? findNarrowest(ofRules, call.path)
}

/** Returns the narrowest pattern that matches a path segment by segment. One that matches every path of its length does not count. */
function findNarrowest(patterns: readonly string[], path: string): string | undefined {
  return patterns
    .filter((pattern) => findPatternProblem(pattern) === undefined)
    .map(parseValidPattern)
    .filter((pattern) => !pattern.below && patternMatches(pattern, path))
    .toSorted(comparePrecedence)
    .map(({ text }) => text)
    .find((pattern) => namesSegment({ path: pattern }))
}

/** Returns whether two rules allow the same paths. The names of parameters do not matter. */
function hasSamePattern(a: PolicyRule, b: PolicyRule): boolean {
  return parseValidPattern(a.path).segments.join('/') === parseValidPattern(b.path).segments.join('/')
}

/** Returns whether the rule allows only some paths of its length. */
function namesSegment({ path }: Pick<PolicyRule, 'path'>): boolean {
  const [, ...segments] = path.split('/')
  return segments.some((segment) => !segment.startsWith(':'))
}

/** Returns the command that adds a rule. */
function grantCommand({ roleKey, method, path }: PolicyRule): string {
  return shellCommand(['castellan', 'policy', 'add', roleKey, method, path])
}

async function findSubject(subject: Subject, { users, roles }: Pick<AccessCheckOptions, 'users' | 'roles'>) {
  if ('roleKey' in subject) {
    const { roleKey } = subject
    return { role: requireFound(await roles.findByKey(roleKey), 'role', quoted(roleKey), 'key') }
  }
  const user =
    'userId' in subject
      ? requireFound(await users.find(subject.userId), 'user', subject.userId)
      : requireFound(await users.findByName(subject.username), 'user', quoted(subject.username), 'username')
  return { user, role: requireFound(await roles.find(user.roleId), 'role', user.roleId) }
}
