import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { ThrottleAdministration } from '../administration/throttles.ts'
import { changed, endpoint } from '../http/endpoint.ts'
import type { BlockedLoginStore } from '../login/blocked-login.store.ts'
import { operatorOf } from './operator.ts'
import { pageOf, pageQuery, pageResponse } from './page-query.ts'

const id = { type: 'string', format: 'throttle-id' } as const
const MAX_IDS = 1000

export interface ThrottleRouteOptions {
  readonly blockedLogins: BlockedLoginStore
  readonly throttleAdministration: ThrottleAdministration
  readonly now: () => number
}

/** Creates the endpoints for logins that have to wait after too many failures. */
export function throttleRoutes({ blockedLogins, throttleAdministration, now }: ThrottleRouteOptions) {
  return {
    list: endpoint({
      query: { type: 'object', properties: pageQuery } as const,
      async handler({ query }) {
        return pageResponse(await blockedLogins.page(pageOf(query), now()), {})
      },
    }),

    release: endpoint({
      params: { type: 'object', required: ['id'], properties: { id } } as const,
      async handler({ params, request, identity }) {
        await throttleAdministration.release(operatorOf(request, identity), [params.id])
        return { data: null }
      },
    }),

    releaseMany: endpoint({
      body: {
        type: 'object',
        required: ['ids'],
        properties: { ids: { type: 'array', minItems: 1, maxItems: MAX_IDS, items: id } },
      } as const,
      async handler({ body, request, identity }) {
        return changed(await throttleAdministration.release(operatorOf(request, identity), body.ids))
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
