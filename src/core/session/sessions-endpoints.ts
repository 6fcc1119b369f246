import {
  idParams,
  idsBody,
  numberOf,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../platform/http/endpoint/page-query.ts'
import { idInput, querySchema, strictBodySchema } from '../../platform/http/endpoint/request-schemas.ts'
import { pageSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { ADDRESS_FILTER_HELP, parseAddressRange } from '../../platform/network/address-range.ts'
import { InvalidParameters } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import type { RoleAuthorityOf } from '../operations/role-authority.ts'
import type { UserBatchStore } from '../user/list/user-batch.store.ts'
import { markCurrent } from './my-sessions.ts'
import type { SessionStore } from './session.store.ts'
import { endedSchema, sessionSchema } from './session-schemas.ts'
import type { SessionAdministration } from './sessions.ts'

const REFUSALS = ['not-found', 'role-unknown', 'admin-only', 'own-role', 'beyond-own-role'] as const

const clientName = { type: 'string', maxLength: 64 } as const
const BROWSER_HELP = 'How the name of the browser begins, such as `Firefox`. Upper and lower case differ.'
const OS_HELP = 'How the name of the operating system begins, such as `Windows`. Upper and lower case differ.'
const AGE_HELP = 'Only sessions whose login was at least this many hours ago.'

const listQuery = querySchema({
  ...pageQuery,
  userId: { type: 'string', format: 'id-or-empty' },
  username: { type: 'string', maxLength: 64, description: 'The whole name, in upper or lower case.' },
  roleId: { type: 'string', format: 'id-or-empty' },
  ipaddr: { type: 'string', maxLength: 64, description: ADDRESS_FILTER_HELP },
  browser: { ...clientName, description: BROWSER_HELP },
  os: { ...clientName, description: OS_HELP },
  minAgeHours: { type: 'string', format: 'id-or-empty', description: AGE_HELP },
})

const manyBody = strictBodySchema('SessionsToEnd', [], {
  ...idsBody.properties,
  userId: idInput,
  userIds: idsBody.properties.ids,
  username: { type: 'string', minLength: 1, maxLength: 64 },
  roleId: idInput,
  ipaddr: { type: 'string', minLength: 1, maxLength: 64, description: ADDRESS_FILTER_HELP },
  browser: { ...clientName, minLength: 1, description: BROWSER_HELP },
  os: { ...clientName, minLength: 1, description: OS_HELP },
  minAgeHours: { ...idInput, description: AGE_HELP },
})

interface Parts {
  readonly sessionStore: SessionStore
  readonly sessionAdministration: SessionAdministration
  readonly userBatches: UserBatchStore
  readonly roleAuthorityOf: RoleAuthorityOf
  readonly now: () => number
}

export function sessionRoutes(parts: Parts) {
  const { sessionStore, sessionAdministration, userBatches, roleAuthorityOf, now } = parts

  /** Returns those of the users whose sessions the operator may end. Users may always end their own. */
  async function endable(userIds: readonly number[], operator: Operator): Promise<ReadonlySet<number>> {
    const authority = await roleAuthorityOf(operator)
    const found = new Set([operator.userId])
    for (const { data, users } of await userBatches.groupByData([...new Set(userIds)])) {
      if (await authority.mayChangeUser(data)) for (const { userId } of users) found.add(userId)
    }
    return found
  }

  return {
    /** Lists active sessions. `current` marks the caller's own. */
    list: endpoint({
      operationId: 'listSessions',
      summary: 'List active sessions',
      description: 'The newest first.',
      response: pageSchema('SessionPage', sessionSchema),
      query: listQuery,
      async handler({ query, identity, operator, scope }) {
        const { username, browser, os } = query
        const filter = {
          userId: numberOf(query.userId),
          username,
          roleId: numberOf(query.roleId),
          addresses: parseAddressRange(query.ipaddr),
          browser,
          os,
          minAgeHours: numberOf(query.minAgeHours),
        }
        const page = await sessionStore.page(scope, filter, pageOf(query), now())
        const userIds = page.list.map(({ userId }) => userId)
        const endableUserIds = await endable(userIds, operator)
        const sessions = markCurrent(page.list, identity)
        const list = sessions.map((session) => ({
          ...session,
          mayEnd: endableUserIds.has(session.userId),
        }))
        return pageResponse({ ...page, list })
      },
    }),

    end: endpoint({
      operationId: 'endSession',
      summary: 'End a session',
      refusals: REFUSALS,
      params: idParams,
      async handler({ params, operator }) {
        await sessionAdministration.end(operator, [Number(params.id)])
      },
    }),

    endMany: endpoint({
      operationId: 'endSessions',
      summary: 'End sessions',
      description:
        'Takes `ids`, `userIds` (all sessions of several users), or the filters of the list: all sessions that match are ended, or none. With `roleId`, these are the sessions of the users of the role, including your own if you have the role.',
      response: endedSchema,
      refusals: REFUSALS,
      body: manyBody,
      async handler({ body, operator }) {
        const { ids, userIds, ipaddr, ...filter } = body
        const given = Object.keys(body).length
        if (given === 0 || ((ids !== undefined || userIds !== undefined) && given > 1)) {
          throw new InvalidParameters({
            en: 'send either ids, userIds, or at least one filter, such as userId or roleId.',
            zh: '请提供 ids、userIds，或至少一个筛选条件（如 userId 或 roleId）。',
          })
        }
        if (ids !== undefined) return withoutVersion(await sessionAdministration.end(operator, ids))
        if (userIds !== undefined)
          return withoutVersion(await sessionAdministration.endAllOfUsers(operator, userIds))
        const matching = { ...filter, addresses: parseAddressRange(ipaddr) }
        return withoutVersion(await sessionAdministration.endMatching(operator, matching, body))
      },
    }),
  }
}
