import { count, objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import { TOKEN_COOKIE_HEADER, type TokenCookie } from '../../../platform/http/responses/cookies.ts'
import { endpoint } from '../../check/http/endpoint.ts'
import { clientOf } from '../../check/http/request.ts'
import type { LoginLog } from '../../login-log/login-log.ts'
import { createLoginLogEntry } from '../../login-log/login-log-entry.ts'
import type { Sessions } from '../../session/session.ts'

interface Parts {
  readonly sessions: Sessions
  readonly loginLog: Pick<LoginLog, 'record'>
  readonly now: () => number
}

/** Ends the caller's session. Its token is revoked when the response is sent. */
export function logoutRoute({ sessions, loginLog, now }: Parts, cookie: TokenCookie) {
  return endpoint({
    operationId: 'logout',
    summary: 'Log out',
    description: 'Revokes the token on every node before the response is sent.',
    response: objectSchema('LoggedOut', { version: { ...count, description: 'The version of the change.' } }),
    responseHeaders: TOKEN_COOKIE_HEADER,
    async handler({ identity, request, reply }) {
      const version = await sessions.end(identity)
      const { username } = identity
      await loginLog.record(
        createLoginLogEntry({
          username,
          msg: 'Logged out.',
          reason: 'logged-out',
          method: '',
          at: new Date(now()),
          ...clientOf(request),
        }),
      )
      cookie.clear(request, reply)
      return { version }
    },
  })
}
