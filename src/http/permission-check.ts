import type { Permission } from '../permission/permission.ts'
import { Refusal } from '../refusal.ts'
import type { Check } from './check.ts'
import './request-identity.ts'
import { pathOf } from './request-path.ts'

/** The second check: may the caller's role call this path with this method? Never without the first one. */
export function createPermissionCheck(permission: Permission): Check {
  return (request) => {
    const { identity } = request
    if (!identity) throw new Refusal('token-missing')
    if (!permission.mayCall(identity, pathOf(request), request.method)) throw new Refusal('permission-denied')
  }
}
