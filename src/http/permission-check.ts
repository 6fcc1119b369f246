import type { onRequestHookHandler } from 'fastify'
import { isOwnEndpoint } from '../permission/exclusion-list.ts'
import type { Permission } from '../permission/permission.ts'
import { Refusal } from '../refusal.ts'
import './request-identity.ts'
import { pathOf } from './request-path.ts'

/** The second check: may the caller's role call this path with this method? Never without the first one. */
export function createPermissionCheck(permission: Permission): onRequestHookHandler {
  return (request, _reply, done) => {
    const { identity } = request
    if (!identity) done(new Refusal('token-missing'))
    else if (identity.pwdChangeDue && !isOwnEndpoint(request.method, pathOf(request)))
      done(new Refusal('password-change-due'))
    else if (permission.mayCall(identity, pathOf(request), request.method)) done()
    else done(new Refusal('permission-denied'))
  }
}
