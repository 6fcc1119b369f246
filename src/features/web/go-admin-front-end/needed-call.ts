import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Permission } from '../../../core/permission/permission.ts'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { type NeededCall, Refusal } from '../../../platform/refusal/refusal.ts'
import { CHANGE_REFUSALS } from '../../tables-and-words.ts'

/** The endpoints of this service that do what go-admin's front end calls by other paths. */
export const NEEDED = {
  changeUser: { method: 'PUT', path: '/api/v1/sys-user/:id' },
  setUserStatus: { method: 'PUT', path: '/api/v1/sys-user/:id/status' },
  setPassword: { method: 'PUT', path: '/api/v1/sys-user/:id/password' },
  changeRole: { method: 'PUT', path: '/api/v1/role/:id' },
  getRole: { method: 'GET', path: '/api/v1/role/:id' },
  getDepartmentTree: { method: 'GET', path: '/api/v1/deptTree' },
  listRoutes: { method: 'GET', path: '/api/v1/route' },
  readRules: { method: 'GET', path: '/api/v1/policy' },
  addRules: { method: 'POST', path: '/api/v1/policy' },
  removeRules: { method: 'DELETE', path: '/api/v1/policy' },
} as const satisfies Record<string, NeededCall>

/** Why features refuse changes. The document adds them only to the paths of the service's own endpoints. */
export const REVIEW_REFUSALS = CHANGE_REFUSALS.ofAnything

interface Caller {
  readonly identity: Identity
  readonly operator: Operator
}

export type NeededCalls = ReturnType<typeof createNeededCalls>

/**
 * Creates what requires the permission for the endpoint of this service too, so that an endpoint of go-admin's front end gives nobody
 * a right. See docs/decisions/0085-go-admin-front-end.md.
 */
export function createNeededCalls(permission: Pick<Permission, 'mayCall'>) {
  /** Throws unless the caller may make another call too. */
  function requireCall(identity: Identity, { method, path }: NeededCall, id?: number): NeededCall {
    const needed = { method, path: path.replace(':id', String(id)) }
    if (!permission.mayCall(identity, needed.path, method))
      throw new Refusal('permission-denied', {}, { needed })
    return needed
  }
  return {
    require: requireCall,
    /**
     * Returns the operator of a change that another call makes too. The transaction of the change checks the permission for that call
     * again, and a confirmation names it.
     */
    operatorOf({ identity, operator }: Caller, call: NeededCall, id: number): Operator {
      return { ...operator, call: requireCall(identity, call, id) }
    },
  }
}
