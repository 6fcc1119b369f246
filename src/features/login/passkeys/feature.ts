import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { loginPasskeyRoute } from './login-passkey.ts'
import { createPasskeyStore } from './passkey.store.ts'
import { passkeyLoginBody } from './passkey-login-body.ts'
import { createPasskeyLoginParts } from './passkey-parts.ts'
import { createPasskeyAdministration } from './passkeys.ts'
import { passkeyRoutes } from './passkeys-endpoints.ts'

type RouteParts = RouteLimits & Parameters<typeof loginPasskeyRoute>[0] & Parameters<typeof passkeyRoutes>[0]

export const passkeysFeature = {
  stores: (database: RootDatabase) => ({ passkeys: createPasskeyStore(database) }),
  administration: ({ operations }: { readonly operations: Operations }) => ({
    passkeyAdministration: createPasskeyAdministration(operations),
  }),
  login: createPasskeyLoginParts,
  loginBodies: { passkey: passkeyLoginBody },
  routes(parts: RouteParts): Route[] {
    const { usual, strict } = parts.limits
    const passkey = passkeyRoutes(parts)
    return [
      route('POST', '/login/passkey', 'none', loginPasskeyRoute(parts), strict),
      route('POST', '/user/passkey/options', 'identity', passkey.start, strict),
      route('POST', '/user/passkey', 'identity', passkey.add, strict),
      route('PUT', '/user/passkey/:id', 'identity', passkey.rename, strict),
      route('DELETE', '/user/passkey/:id', 'identity', passkey.remove, strict),
      route('DELETE', '/sys-user/:id/passkey/:passkeyId', 'scoped', passkey.removeOfUser, usual),
    ]
  },
}
