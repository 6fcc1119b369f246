import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import { idParams, pageOf, pageQuery } from '../http/page-query.ts'
import { Refusal } from '../refusal.ts'
import type { LoginLogStore } from './login-log.store.ts'
import type { LoginLog } from './login-log.ts'

export function loginLogRoutes(
  store: LoginLogStore,
  loginLog: LoginLog,
): { list: RouteShorthandOptionsWithHandler; one: RouteShorthandOptionsWithHandler } {
  return {
    list: endpoint({
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          username: { type: 'string', maxLength: 255 },
          ipaddr: { type: 'string', maxLength: 64 },
          status: { type: 'string', enum: ['1', '2', ''] },
        },
      } as const,
      async handler({ query }) {
        // What has been answered is in the list, though it is written in the background. Where it can't be, yet, the rest is shown.
        await loginLog.flush().catch(() => {})
        const { username = '', ipaddr = '', status = '' } = query
        return { data: await store.page({ username, ipaddr, status }, pageOf(query)) }
      },
    }),

    one: endpoint({
      params: idParams,
      async handler({ params }) {
        const entry = await store.find(Number(params.id))
        if (!entry) throw new Refusal('not-found', { thing: 'login log entry' })
        return { data: entry }
      },
    }),
  }
}
