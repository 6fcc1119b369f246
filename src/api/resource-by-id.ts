import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { Operator } from '../administration/operator.ts'
import { endpoint } from '../http/endpoint.ts'
import { notFound, type Thing } from '../refusal.ts'
import { operatorOf } from './operator.ts'
import { idParams, idsBody } from './page-query.ts'

/** Creates the endpoint that returns one resource. */
export function resourceById(
  thing: Thing,
  find: (id: number) => Promise<object | undefined>,
): RouteShorthandOptionsWithHandler {
  return endpoint({
    params: idParams,
    async handler({ params }) {
      const id = Number(params.id)
      const found = await find(id)
      if (!found) throw notFound(thing, id)
      return { data: found }
    },
  })
}

/** Creates the two endpoints that delete resources: the one in the path, or all those in the body, in one transaction. */
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
