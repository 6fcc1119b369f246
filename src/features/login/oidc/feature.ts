import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { loginOidcRoute } from './login-oidc.ts'
import { oidcLoginBody } from './oidc-login-body.ts'
import { createOidcLoginParts } from './oidc-parts.ts'

type RouteParts = RouteLimits & Parameters<typeof loginOidcRoute>[0]

export const oidcFeature = {
  login: createOidcLoginParts,
  loginBodies: { oidc: oidcLoginBody },
  routes: (parts: RouteParts): Route[] => [
    route('GET', '/login/oidc/:provider', 'none', loginOidcRoute(parts), parts.limits.strict),
  ],
}
