import { ADDRESS_FILTER_HELP, parseAddressRange } from '../../../foundation/network/address-range.ts'
import { InvalidParameters } from '../../../foundation/refusal/refusal.ts'
import type { Operator } from '../../../logs/audit-log/operator.ts'
import type { DocumentedRoute } from '../../http/documentation.ts'
import { changed, endpoint } from '../../http/endpoint.ts'
import { idParams, idsBody, pageOf, pageQuery, pageResponse } from '../page-query.ts'
import { count, nothing, objectSchema, pageSchema, sessionSchema } from '../resource-schemas.ts'
import type { RouteParts } from '../route-parts.ts'

const tag = 'sessions'
const REFUSALS = ['not-found', 'role-unknown', 'admin-only', 'own-role', 'beyond-own-role'] as const

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const

const manyBody = {
  title: 'SessionsToEnd',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...idsBody.properties,
    userId: id,
    userIds: idsBody.properties.ids,
    roleId: id,
  },
} as const

export function sessionRoutes(parts: RouteParts) {
  const { sessionStore, sessionAdministration, roles, roleAuthorityOf, now } = parts

  /** Returns the keys of those roles whose users' sessions the operator may end. */
  async function endable(roleKeys: Iterable<string>, operator: Operator): Promise<ReadonlySet<string>> {
    const authority = await roleAuthorityOf(operator)
    const keys = new Set<string>()
    for (const roleKey of new Set(roleKeys)) {
      const role = await roles.findByKey(roleKey)
      if (role && (await authority.mayAssign(role))) keys.add(roleKey)
    }
    return keys
  }

  return {
    /** Lists active sessions. `current` marks the caller's own. */
    list: endpoint({
      operationId: 'listSessions',
      tag,
      summary: 'List active sessions',
      description: 'The newest first.',
      response: { data: pageSchema('SessionPage', sessionSchema) },
      query: {
        type: 'object',
        properties: {
          ...pageQuery,
          userId: { type: 'string', format: 'id-or-empty' },
          username: { type: 'string', maxLength: 64, description: 'The whole name, in upper or lower case.' },
          ipaddr: { type: 'string', maxLength: 64, description: ADDRESS_FILTER_HELP },
        },
      } as const,
      async handler({ query, identity, operator }) {
        const userId = query.userId ? Number(query.userId) : undefined
        const filter = { userId, username: query.username, addresses: parseAddressRange(query.ipaddr) }
        const page = await sessionStore.page(filter, pageOf(query), now())
        const roleKeys = await endable(
          page.list.map(({ roleKey }) => roleKey),
          operator,
        )
        const list = page.list.map((session) => ({
          ...session,
          current: session.sessionId === identity.sessionId,
          mayEnd: session.userId === operator.userId || roleKeys.has(session.roleKey),
        }))
        return pageResponse({ ...page, list }, {})
      },
    }),

    end: endpoint({
      operationId: 'endSession',
      tag,
      summary: 'End a session',
      response: { data: nothing },
      refusals: REFUSALS,
      params: idParams,
      async handler({ params, operator }) {
        await sessionAdministration.end(operator, [Number(params.id)])
        return { data: null }
      },
    }),

    endMany: endpoint({
      operationId: 'endSessions',
      tag,
      summary: 'End sessions',
      description:
        'Takes one of `ids` (all or none), `userId` (all sessions of the user), `userIds` (all sessions of several users, all or none) and `roleId` (all sessions of the users of the role, including your own if you have the role).',
      response: { data: objectSchema('EndedSessions', { ended: count }) },
      refusals: REFUSALS,
      body: manyBody,
      async handler({ body, operator }) {
        const { ids, userId, userIds, roleId } = body
        if (Object.keys(body).length === 1) {
          if (ids !== undefined) return changed(await sessionAdministration.end(operator, ids))
          if (userId !== undefined) return changed(await sessionAdministration.endAllOf(operator, userId))
          if (userIds !== undefined)
            return changed(await sessionAdministration.endAllOfUsers(operator, userIds))
          if (roleId !== undefined) return changed(await sessionAdministration.endAllOfRole(operator, roleId))
        }
        throw new InvalidParameters({
          en: 'send one of ids, userId, userIds and roleId.',
          zh: '请提供 ids、userId、userIds 或 roleId 其中之一。',
        })
      },
    }),
  } satisfies Record<string, DocumentedRoute>
}
