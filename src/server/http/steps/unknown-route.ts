import { allowedMethods } from '../../../authorization/guard/allowed-methods.ts'
import type { RouteRegistry } from '../../../authorization/guard/route-registry.ts'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import { type Check, neverContinue } from './check.ts'
import type { Cors } from './cors.ts'
import { pathOf } from './request-path.ts'

/**
 * Creates the check that ends every request to an unknown route: 404 for an unknown path, 405 for a path that is
 * served under other methods, or the response to a CORS preflight request.
 */
export function createUnknownRouteCheck(registry: RouteRegistry, cors: Cors): Check {
  return (request, reply) => {
    const methods = allowedMethods(registry.methodsOf(pathOf(request)))
    if (methods.length === 0) throw new Refusal('route-unknown')
    if (!cors.isPreflight(request)) throw new Refusal('method-not-allowed', { allow: methods.join(', ') })
    cors.sendPreflightResponse(reply, methods)
    return neverContinue()
  }
}
