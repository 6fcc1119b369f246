import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { idParams, pageOf, pageQuery } from '../http/page-query.ts'
import { Refusal } from '../refusal.ts'
import type { RoleStore } from './role.store.ts'

export function roleRoutes(roles: RoleStore): {
  list: RouteShorthandOptionsWithHandler
  one: RouteShorthandOptionsWithHandler
} {
  return {
    list: endpoint({
      query: { type: 'object', properties: pageQuery } as const,
      async handler({ query }) {
        return { data: await roles.page(pageOf(query)) }
      },
    }),

    one: endpoint({
      params: idParams,
      async handler({ params }) {
        const role = await roles.find(Number(params.id))
        if (!role) throw new Refusal('not-found', { thing: 'role' })
        return { data: role }
      },
    }),
  }
}
