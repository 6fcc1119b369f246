import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { codeLoginBody } from './code-login-body.ts'
import { createCodeLogin } from './code-parts.ts'
import { loginCodeRoute } from './login-code.ts'

type RouteParts = RouteLimits & Parameters<typeof loginCodeRoute>[0]

export const oneTimeCodesFeature = {
  login: createCodeLogin,
  loginBodies: { code: codeLoginBody },
  routes: (parts: RouteParts): Route[] => [
    route('POST', '/login/code', 'none', loginCodeRoute(parts), parts.limits.strict),
  ],
}
