import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { logVerificationRoutes } from './log-verification-endpoints.ts'

type RouteParts = RouteLimits & Parameters<typeof logVerificationRoutes>[0]

export const logVerificationFeature = {
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const verify = logVerificationRoutes(parts)
    return [
      route('GET', '/sys-login-log/verify', 'all-only', verify.loginLog, usual),
      route('GET', '/audit-log/verify', 'all-only', verify.auditLog, usual),
    ]
  },
}
