import type { Database } from '../../platform/database/database.ts'
import { methodsOverlap } from '../../platform/http/call/method.ts'
import { parseRoutePath, patternsOverlap } from '../permission/patterns/path-pattern.ts'
import { createPolicyStore } from '../permission/policy.store.ts'
import type { PolicyRule } from '../permission/policy-rule.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'

/** What the administration API changes. A test compares it with the table of routes. */
const RESOURCES = [
  'sys-user',
  'service-account',
  'access-request',
  'role',
  'dept',
  'policy',
  'session',
  'throttle',
  'sys-login-log',
  'report',
]
const AREAS = RESOURCES.flatMap((name) => [`/api/v1/${name}`, `/api/v1/${name}/*`]).map(parseRoutePath)
const CHANGING_METHODS = ['POST', 'PUT', 'DELETE']
/** It changes nothing, although its method is POST. */
const PREVIEW = '/api/v1/policy/preview'

/** Returns whether a rule, or a route, is for calls that change something in the administration API. */
export function administers({ method, path }: Pick<PolicyRule, 'method' | 'path'>): boolean {
  if (path === PREVIEW || !CHANGING_METHODS.some((one) => methodsOverlap(one, method))) return false
  const pattern = parseRoutePath(path)
  return AREAS.some((area) => patternsOverlap(area, pattern))
}

/** `admin`: the role `admin`, whose users may confirm changes. `administration`: a role with rules for administration. */
export type Rights = 'admin' | 'administration' | 'none'

/**
 * Creates a function that returns what the users of a role may administer, by the stored rules and further ones, such as those that
 * the same transaction has removed.
 */
export function createRoleRights(
  database: Database,
  further: readonly PolicyRule[] = [],
): (roleKey: string) => Promise<Rights> {
  const known = new Map<string, Rights>()
  return async (roleKey) => {
    if (roleKey === ADMIN_ROLE_KEY) return 'admin'
    const found = known.get(roleKey)
    if (found) return found
    const rules = [
      ...(await createPolicyStore(database).listByRole(roleKey)),
      ...further.filter((rule) => rule.roleKey === roleKey),
    ]
    const rights = rules.some(administers) ? 'administration' : 'none'
    known.set(roleKey, rights)
    return rights
  }
}
