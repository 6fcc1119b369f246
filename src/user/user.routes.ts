import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { idParams, pageOf, pageQuery } from '../http/page-query.ts'
import { Refusal } from '../refusal.ts'
import type { UserStore } from './user.store.ts'

export function userRoutes(users: UserStore): {
  list: RouteShorthandOptionsWithHandler
  one: RouteShorthandOptionsWithHandler
} {
  return {
    list: endpoint({
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          username: { type: 'string', maxLength: 64 },
          status: { type: 'string', enum: ['1', '2', ''] },
        },
      } as const,
      async handler({ query }) {
        const { username = '', status = '' } = query
        return { data: await users.page({ username, status }, pageOf(query)) }
      },
    }),

    one: endpoint({
      params: idParams,
      async handler({ params }) {
        const user = await users.find(Number(params.id))
        if (!user) throw new Refusal('not-found', { thing: 'user' })
        return { data: user }
      },
    }),
  }
}
