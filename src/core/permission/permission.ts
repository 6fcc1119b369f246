import { effectiveMethod } from '../../platform/http/call/method.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import type { ExclusionList } from './exclusion-list.ts'
import type { PathPrefixes, PathReadings } from './patterns/path-readings.ts'
import type { PolicyIndex } from './policy-index.ts'
import type { PolicyRule } from './policy-rule.ts'
import type { NearestRule } from './rules/nearest-rules.ts'

/** The first decision of the permission check about a call. */
export interface PermissionDecision {
  readonly roleKey: string
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  /** The path of the route as it was declared, such as `/api/v1/orders/:id`; undefined if it is not known. */
  readonly route: string | undefined
  readonly allowed: boolean
}

/** Who made the call that a decision is about. */
export interface CallSource {
  readonly userId: number
  readonly address: string
}

/** Why a call is allowed: the rule that allows it, the role `admin` or the exclusion list. Or that it is denied. */
export type Explanation = 'admin' | 'excluded' | PolicyRule | 'denied'

export type Permission = ReturnType<typeof createPermission>

export interface RoleOfCaller {
  readonly roleKey: string
}

interface PermissionOptions {
  readonly exclusionList: ExclusionList
  /** The policy in force. A change replaces the index. */
  readonly policy: { current(): PolicyIndex }
  /** Called with an error that prevented a decision. */
  readonly onFault?: (fault: unknown) => void
}

/**
 * Creates the permission check (docs/specification.md, 5a to 5d).
 *
 * @example
 * const permission = createPermission({ exclusionList, policy })
 * permission.mayCall(request.identity, '/api/v1/sys-user', 'GET')
 */
export function createPermission({ exclusionList, policy, onFault }: PermissionOptions) {
  // Separate from `explain`, so that only `true` allows a call: an unexpected value denies it.
  function decide({ roleKey }: RoleOfCaller, path: string, method: string): boolean {
    if (roleKey === ADMIN_ROLE_KEY) return true // 5a
    if (exclusionList.has(method, path)) return true // 5b
    // 5c: routes without a permission check do not call this function.
    return policy.current().allows(roleKey, path, method) // 5d
  }

  /** Decides as `decide` does about each of the paths. */
  function decideAll(
    { roleKey }: RoleOfCaller,
    { segments, shortest }: PathPrefixes,
    method: string,
  ): boolean {
    if (roleKey === ADMIN_ROLE_KEY) return true // 5a
    const isExcluded = exclusionList.hasLengths(method, segments) // 5b
    const isAllowed = policy.current().allowedLengths(roleKey, segments, method) // 5d
    for (let length = shortest; length <= segments.length; length++) {
      if (!isExcluded(length) && !isAllowed(length)) return false
    }
    return true
  }

  return {
    /** Returns whether the caller's role may call the path with the method. A call that cannot be decided is denied. */
    mayCall(identity: RoleOfCaller, path: string, method: string): boolean {
      try {
        return decide(identity, path, effectiveMethod(method))
      } catch (fault) {
        onFault?.(fault)
        return false
      }
    },

    /**
     * Returns whether the caller's role may call the path in every reading, for calls that a router behind a proxy reads.
     * The work is in proportion to the number of segments. A call that cannot be decided is denied.
     */
    mayCallAll(identity: RoleOfCaller, readings: PathReadings, method: string): boolean {
      try {
        const effective = effectiveMethod(method)
        return readings.length > 0 && readings.every((prefixes) => decideAll(identity, prefixes, effective))
      } catch (fault) {
        onFault?.(fault)
        return false
      }
    },

    /** Returns why a call is allowed. Only for a call that `mayCall` has allowed. */
    reasonOf({ roleKey }: RoleOfCaller, path: string, method: string): 'admin' | 'excluded' | 'rule' {
      if (roleKey === ADMIN_ROLE_KEY) return 'admin' // 5a
      return exclusionList.has(effectiveMethod(method), path) ? 'excluded' : 'rule' // 5b, 5d
    },

    /** Returns why the call is allowed or denied. */
    explain({ roleKey }: RoleOfCaller, path: string, calledMethod: string): Explanation {
      const method = effectiveMethod(calledMethod)
      if (roleKey === ADMIN_ROLE_KEY) return 'admin' // 5a
      if (exclusionList.has(method, path)) return 'excluded' // 5b
      return policy.current().explain(roleKey, path, method) ?? 'denied' // 5d
    },

    /** Returns the rules that almost allow a denied call. */
    nearest: ({ roleKey }: RoleOfCaller, path: string, method: string): NearestRule[] =>
      policy.current().nearest(roleKey, path, effectiveMethod(method)),
  }
}
