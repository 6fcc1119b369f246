import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { loginMethodRoutes } from './login-methods.ts'

type RouteParts = RouteLimits & Parameters<typeof loginMethodRoutes>[0]

export const methodsOfUsersFeature = {
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const methods = loginMethodRoutes(parts)
    return [
      route('GET', '/user/login-methods', 'identity', methods.own, usual),
      route('GET', '/sys-user/:id/login-methods', 'scoped', methods.ofUser, usual),
      route('POST', '/sys-user/:id/link', 'scoped', methods.link, usual),
      route('DELETE', '/sys-user/:id/link/:linkId', 'scoped', methods.unlink, usual),
    ]
  },
}
