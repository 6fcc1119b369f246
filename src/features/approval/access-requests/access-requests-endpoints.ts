import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import {
  idParams,
  numberOf,
  pageOf,
  pageQuery,
  pageResponse,
} from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import { pageSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import type { AccessRequestStore } from './access-request.store.ts'
import { accessRequestSchema, MAX_REQUEST_TEXT_LENGTH, REQUEST_FILTERS } from './access-request.ts'
import type { AccessRequestAdministration } from './access-requests.ts'

const listQuery = querySchema({
  ...pageQuery,
  status: {
    type: 'string',
    enum: ['', ...REQUEST_FILTERS],
    description: '`waiting` includes outdated ones.',
  },
  userId: { type: 'string', format: 'id-or-empty', description: 'Only requests of this user.' },
  roleKey: { type: 'string', description: 'Only requests for this role.' },
})

const decisionBody = bodySchema('AccessDecision', ['decision'], {
  decision: { type: 'string', enum: ['approve', 'refuse'] },
  note: { type: 'string', maxLength: MAX_REQUEST_TEXT_LENGTH, format: 'well-formed' },
})

interface Parts {
  readonly accessRequests: AccessRequestStore
  readonly accessRequestAdministration: AccessRequestAdministration
  readonly databaseNow: () => number
}

/** Creates the endpoints with which operators decide about the requests of users. */
export function accessRequestRoutes(parts: Parts) {
  const { accessRequests, accessRequestAdministration, databaseNow } = parts
  return {
    list: endpoint({
      operationId: 'listAccessRequests',
      summary: 'List requests for roles',
      description: 'Those of the users in your data scope, the newest first.',
      response: pageSchema('AccessRequestPage', accessRequestSchema),
      query: listQuery,
      async handler({ query, scope }) {
        const { status, userId, roleKey } = query
        const filter = {
          status: status || undefined,
          userId: numberOf(userId),
          roleKey: roleKey || undefined,
        }
        return pageResponse(await accessRequests.page(scope, filter, pageOf(query), databaseNow()))
      },
    }),

    decide: endpoint({
      operationId: 'decideAccessRequest',
      summary: 'Approve or refuse a request',
      description:
        'An approval gives the user the role for the requested hours, as `PUT /api/v1/sys-user/:id` does: you need the permission for that call too, and authority over the user and the role. Nobody decides about their own request.',
      response: accessRequestSchema,
      refusals: [
        'not-found',
        'own-request',
        'service-account-request',
        'request-decided',
        'request-outdated',
        'role-not-requestable',
        'admin-only',
        'beyond-own-role',
        'own-role-ends',
        'last-admin',
      ],
      params: idParams,
      body: decisionBody,
      async handler({ params, body, operator }) {
        return withoutVersion(await accessRequestAdministration.decide(operator, Number(params.id), body))
      },
    }),
  }
}
