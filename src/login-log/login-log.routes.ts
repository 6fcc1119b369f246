import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { AuditLogStore } from '../audit-log/audit-log.store.ts'
import { KEY_PATTERN } from '../database/log-reader.ts'
import { csvAnswer } from '../http/csv-answer.ts'
import { endpoint } from '../http/endpoint.ts'
import { operatorOf } from '../http/operator.ts'
import { idParams, idsBody, pageAnswer, pageOf, pageQuery, timeQuery } from '../http/page-query.ts'
import { Refusal } from '../refusal.ts'
import { oneVerification } from '../tamper-evidence/one-verification.ts'
import { timesOf } from '../time-span.ts'
import type { LoginLogStore } from './login-log.store.ts'
import type { LoginLog } from './login-log.ts'
import type { LoginLogAdministration } from './login-log-administration.ts'
import { loginLogCsv } from './login-log-csv.ts'
import type { LoginLogRemovalStore } from './login-log-removal.store.ts'
import { verifyLoginLog } from './login-log-verification.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from './login-status.ts'

const filter = {
  username: { type: 'string', maxLength: 255 },
  ipaddr: { type: 'string', maxLength: 64 },
  status: { type: 'string', enum: [LOGIN_FAILED, LOGIN_SUCCEEDED, ''] },
  ...timeQuery,
} as const

export interface LoginLogRouteOptions {
  readonly loginLog: LoginLog
  readonly loginLogStore: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly auditLogStore: AuditLogStore
  readonly loginLogAdministration: LoginLogAdministration
}

export function loginLogRoutes(options: LoginLogRouteOptions) {
  const { loginLog, loginLogStore, loginLogRemoval, auditLogStore, loginLogAdministration } = options
  /** What has been answered is in the list, though it is written in the background. Where it can't be, yet, the rest is shown. */
  const catchUp = () => loginLog.flush().catch(() => {})

  const verify = oneVerification(() =>
    verifyLoginLog({ loginLog: loginLogStore, loginLogRemoval, auditLog: auditLogStore }),
  )

  return {
    /** Whether anybody else than the service has changed the log. */
    verify: endpoint({ handler: async () => ({ data: await verify() }) }),

    list: endpoint({
      query: {
        type: 'object',
        properties: { ...pageQuery, after: { type: 'string', pattern: `${KEY_PATTERN}|^$` }, ...filter },
      } as const,
      async handler({ query }) {
        const wanted = { ...query, ...timesOf(query) }
        await catchUp()
        return pageAnswer(await loginLogStore.page(wanted, pageOf(query)), query)
      },
    }),

    one: endpoint({
      params: idParams,
      async handler({ params }) {
        const id = Number(params.id)
        const entry = await loginLogStore.find(id)
        if (!entry) throw new Refusal('not-found', { thing: 'login log entry', id })
        return { data: entry }
      },
    }),

    export: csvAnswer({
      name: 'login-log',
      query: { type: 'object', properties: filter } as const,
      async *lines(query) {
        const wanted = { ...query, ...timesOf(query) }
        await catchUp()
        yield* loginLogCsv(loginLogStore.each(wanted))
      },
    }),

    remove: endpoint({
      params: idParams,
      async handler({ params, request, identity }) {
        await loginLogAdministration.remove(operatorOf(request, identity), [Number(params.id)])
        return { data: null }
      },
    }),

    removeMany: endpoint({
      body: idsBody,
      async handler({ body, request, identity }) {
        await loginLogAdministration.remove(operatorOf(request, identity), body.ids)
        return { data: null }
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
