import type { Sessions } from '../../../authentication/session/session.ts'
import type { LoginLog } from '../../../logs/login-log/login-log.ts'
import { createLoginLogEntry } from '../../../logs/login-log/login-log-entry.ts'
import { endpoint } from '../../http/endpoint.ts'
import { clientOf } from '../../http/request.ts'
import { TOKEN_COOKIE_HEADER, type TokenCookie } from '../../http/responses/cookies.ts'
import { count, objectSchema } from '../response-schemas.ts'

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
