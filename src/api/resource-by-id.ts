import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { Operator } from '../administration/operator.ts'
import { endpoint } from '../http/endpoint.ts'
import { Refusal } from '../refusal.ts'
import { operatorOf } from './operator.ts'
import { idParams, idsBody } from './page-query.ts'

/** The endpoint that shows one thing. */
export function resourceById(
  thing: string,
  find: (id: number) => Promise<object | undefined>,
): RouteShorthandOptionsWithHandler {
  return endpoint({
    params: idParams,
    async handler({ params }) {
      const id = Number(params.id)
      const found = await find(id)
      if (!found) throw new Refusal('not-found', { thing, id })
      return { data: found }
    },
  })
}

/** The two endpoints that remove things: the one that the path names, or those that the body lists, all or none. */
export function removalEndpoints(remove: (operator: Operator, ids: readonly number[]) => Promise<unknown>) {
  return {
    remove: endpoint({
      params: idParams,
      async handler({ params, request, identity }) {
        await remove(operatorOf(request, identity), [Number(params.id)])
        return { data: null }
      },
    }),

    removeMany: endpoint({
      body: idsBody,
      async handler({ body, request, identity }) {
        await remove(operatorOf(request, identity), body.ids)
        return { data: null }
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
