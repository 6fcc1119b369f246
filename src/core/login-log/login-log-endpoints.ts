import { NAME_FILTER_HELP } from '../../platform/database/query/time-order-reader.ts'
import {
  cursorQuery,
  pageOf,
  pageQuery,
  pageResponse,
  timeQuery,
} from '../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { id, objectSchema, pageSchema, text, time } from '../../platform/http/endpoint/response-schemas.ts'
import { ADDRESS_FILTER_HELP, parseAddressRange } from '../../platform/network/address-range.ts'
import { parseTimeRange } from '../../platform/text/time-range.ts'
import { csvEndpoint } from '../check/http/csv-endpoint.ts'
import { endpoint } from '../check/http/endpoint.ts'
import { removalEndpoints, resourceById } from '../check/http/resource-by-id.ts'
import type { LoginLogFilter, LoginLogStore } from './login-log.store.ts'
import type { LoginLog } from './login-log.ts'
import type { LoginLogAdministration } from './login-log-administration.ts'
import { loginLogCsv } from './login-log-csv.ts'
import { LOGIN_FAILED, LOGIN_PENDING, LOGIN_SUCCEEDED } from './login-status.ts'

const loginLogEntrySchema = objectSchema('LoginLogEntry', {
  id,
  username: { ...text, description: 'As it was sent, also if there is no such user.' },
  status: {
    enum: [LOGIN_SUCCEEDED, LOGIN_FAILED, LOGIN_PENDING],
    description:
      '`2` success, `1` failure, `3` first step of a login with a second factor: neither a success nor a failure.',
  },
  ipaddr: text,
  loginLocation: text,
  browser: text,
  os: text,
  platform: text,
  loginTime: time,
  remark: { ...text, description: 'The user agent.' },
  msg: text,
  reason: { ...text, description: '`logged-in`, `logged-out` or a refusal reason.' },
  method: {
    ...text,
    description: 'The login method. Empty for a logout, and if the request names no method that is known.',
  },
  loginKey: {
    ...text,
    description: 'Shared by the entries of a login in two steps. Empty for other entries.',
  },
  newNetwork: {
    type: 'boolean',
    description: 'Whether the user had logged in before, but never from this network.',
  },
  secondStep: {
    enum: ['', 'waiting', 'finished', 'unfinished'],
    description: 'What became of a first step. Empty for other entries.',
  },
})

const filter = {
  username: { type: 'string', maxLength: 256, description: NAME_FILTER_HELP },
  ipaddr: { type: 'string', maxLength: 64, description: ADDRESS_FILTER_HELP },
  status: {
    type: 'string',
    enum: [LOGIN_FAILED, LOGIN_SUCCEEDED, LOGIN_PENDING, ''],
    description: '`2` success, `1` failure, `3` first step of a login with a second factor.',
  },
  reason: { type: 'string', maxLength: 64, description: 'Such as `credentials-wrong`.' },
  loginKey: { type: 'string', maxLength: 64, description: 'The steps of one login.' },
  newNetwork: {
    type: 'string',
    enum: ['true', ''],
    description: 'Only logins from networks from which the user had not logged in before.',
  },
  ...timeQuery,
} as const

interface Parts {
  readonly loginLog: LoginLog
  readonly loginLogStore: LoginLogStore
  readonly loginLogAdministration: LoginLogAdministration
}

export function loginLogRoutes(parts: Parts) {
  const { loginLog, loginLogStore, loginLogAdministration } = parts
  /** Entries are stored in the background. If they cannot be stored now, the others are listed. */
  const catchUp = () => loginLog.flush().catch(() => {})

  return {
    list: endpoint({
      operationId: 'listLoginLog',
      summary: 'List the login log',
      description: 'The newest entries first.',
      response: pageSchema('LoginLogPage', loginLogEntrySchema, { keyset: true }),
      query: querySchema({ ...pageQuery, after: cursorQuery, ...filter }),
      async handler({ query, scope }) {
        const wanted = filterOf(query)
        await catchUp()
        return pageResponse(await loginLogStore.page(scope, wanted, pageOf(query)), query)
      },
    }),

    one: resourceById('login log entry', loginLogStore.find, {
      operationId: 'getLoginLogEntry',
      summary: 'Get an entry of the login log',
      response: loginLogEntrySchema,
    }),

    export: csvEndpoint({
      operationId: 'exportLoginLog',
      summary: 'Export the login log as CSV',
      name: 'login-log',
      query: querySchema(filter),
      async *lines(query, scopeOf) {
        const wanted = filterOf(query)
        await catchUp()
        yield* loginLogCsv(loginLogStore.each(scopeOf(), wanted))
      },
    }),

    ...removalEndpoints(loginLogAdministration.remove, {
      one: { operationId: 'deleteLoginLogEntry', summary: 'Delete an entry of the login log' },
      many: { operationId: 'deleteLoginLogEntries', summary: 'Delete entries of the login log' },
      refusals: ['own-role-ends'],
    }),
  }
}

type Query = Readonly<Partial<Record<keyof typeof filter, string>>>

function filterOf({ ipaddr, newNetwork, beginTime, endTime, ...others }: Query): LoginLogFilter {
  return {
    ...others,
    newNetwork: newNetwork === 'true',
    addresses: parseAddressRange(ipaddr),
    ...parseTimeRange({ beginTime, endTime }),
  }
}
