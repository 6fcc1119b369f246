import type { Identity } from '../../platform/http/call/identity.ts'
import { idParams } from '../../platform/http/endpoint/page-query.ts'
import { listSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import type { LiveSession, SessionStore } from './session.store.ts'
import { endedSchema, sessionSchema } from './session-schemas.ts'
import type { SessionAdministration } from './sessions.ts'

interface Parts {
  readonly sessionStore: SessionStore
  readonly sessionAdministration: SessionAdministration
  readonly now: () => number
}

/** Creates the endpoints for the caller's own sessions. */
export function mySessionRoutes({ sessionStore, sessionAdministration, now }: Parts) {
  return {
    list: endpoint({
      operationId: 'listOwnSessions',
      summary: 'List your active sessions',
      description: 'The newest first.',
      response: listSchema(sessionSchema),
      async handler({ identity }) {
        const sessions = await sessionStore.ofUser(identity.userId, now())
        const list = markCurrent(sessions.toReversed(), identity)
        return list.map((session) => ({ ...session, mayEnd: true }))
      },
    }),

    end: endpoint({
      operationId: 'endOwnSession',
      summary: 'End one of your sessions',
      refusals: ['not-found'],
      params: idParams,
      async handler({ params, operator }) {
        await sessionAdministration.endOwn(operator, Number(params.id))
      },
    }),

    endOthers: endpoint({
      operationId: 'endOtherOwnSessions',
      summary: 'End all of your sessions except the one of this request',
      response: endedSchema,
      handler: async ({ operator }) => withoutVersion(await sessionAdministration.endOwn(operator, 'others')),
    }),
  }
}

/** Marks the session of the request. */
export function markCurrent(sessions: readonly LiveSession[], { sessionId }: Pick<Identity, 'sessionId'>) {
  return sessions.map((session) => ({ ...session, current: session.sessionId === sessionId }))
}
