import type { ExclusionList } from './exclusion-list.ts'
import { effectiveMethod } from './method.ts'
import type { PolicyIndex } from './policy-index.ts'
import type { PolicyRule } from './policy-rule.ts'

/** Why a call may be made, or that it may not. A rule is the one that allows it. */
export type Explanation = 'admin' | 'excluded' | PolicyRule | 'denied'

export interface Permission {
  /** Whether the caller's role may call the path with the method. What cannot be decided is denied. */
  mayCall(identity: Caller, path: string, method: string): boolean
  explain(identity: Caller, path: string, method: string): Explanation
}

interface Caller {
  readonly roleKey: string
}

export interface PermissionParts {
  readonly exclusionList: ExclusionList
  /** Holds the policy in force, which is swapped whole. */
  readonly policy: { current(): PolicyIndex }
  /** Hears of a fault that kept a call from being decided. */
  readonly onFault?: (fault: unknown) => void
}

/**
 * The permission check of the spec (Authentication 5), rules a to d.
 *
 * @example
 * const permission = createPermission({ exclusionList, policy })
 * permission.mayCall(request.identity, '/api/v1/sys-user', 'GET')
 */
export function createPermission({ exclusionList, policy, onFault }: PermissionParts): Permission {
  function decide({ roleKey }: Caller, path: string, method: string): boolean {
    if (roleKey === 'admin') return true // 5a
    if (exclusionList.has(method, path)) return true // 5b
    // 5c: a route without the permission check never comes here.
    return policy.current().allows(roleKey, path, method) // 5d
  }

  return {
    mayCall(identity, path, method) {
      try {
        return decide(identity, path, effectiveMethod(method))
      } catch (fault) {
        onFault?.(fault)
        return false
      }
    },

    explain({ roleKey }, path, method) {
      const asked = effectiveMethod(method)
      if (roleKey === 'admin') return 'admin' // 5a
      if (exclusionList.has(asked, path)) return 'excluded' // 5b
      return policy.current().explain(roleKey, path, asked) ?? 'denied' // 5d
    },
  }
}
