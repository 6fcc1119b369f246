import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { SessionAdministration } from '../administration/sessions.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import { InvalidParameters } from '../refusal.ts'
import type { SessionStore } from '../session/session.store.ts'
import { operatorOf } from './operator.ts'
import { idParams, idsBody, pageOf, pageQuery, pageResponse } from './page-query.ts'

const manyBody = {
  type: 'object',
  properties: {
    ...idsBody.properties,
    userId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  },
} as const

export interface SessionRouteOptions {
  readonly sessionStore: SessionStore
  readonly sessionAdministration: SessionAdministration
  readonly now: () => number
}

export function sessionRoutes({ sessionStore, sessionAdministration, now }: SessionRouteOptions) {
  return {
    /** Lists active sessions. `current` marks the caller's own. */
    list: endpoint({
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          userId: { type: 'string', format: 'id-or-empty' },
          username: { type: 'string', maxLength: 64 },
          ipaddr: { type: 'string', maxLength: 64 },
        },
      } as const,
      async handler({ query, identity }) {
        const userId = query.userId ? Number(query.userId) : undefined
        const page = await sessionStore.page({ ...query, userId }, pageOf(query), now())
        const list = page.list.map((session) => ({
          ...session,
          current: session.sessionId === identity.sessionId,
        }))
        return pageResponse({ ...page, list }, {})
      },
    }),

    end: endpoint({
      params: idParams,
      async handler({ params, request, identity }) {
        await sessionAdministration.end(operatorOf(request, identity), [Number(params.id)])
        return { data: null }
      },
    }),

    endMany: endpoint({
      body: manyBody,
      async handler({ body: { ids, userId }, request, identity }) {
        const operator = operatorOf(request, identity)
        if (ids !== undefined && userId === undefined)
          return changed(await sessionAdministration.end(operator, ids))
        if (ids === undefined && userId !== undefined)
          return changed(await sessionAdministration.endAllOf(operator, userId))
        throw new InvalidParameters({
          en: 'send either ids or userId.',
          zh: '请提供 ids 或 userId 其中之一。',
        })
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
