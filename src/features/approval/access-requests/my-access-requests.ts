import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import type { RoleFinder } from '../../../core/role/roles-in-force.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { bodySchema, idInput, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { id, listSchema, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import type { AccessRequestStore } from './access-request.store.ts'
import { accessRequestSchema, MAX_REQUEST_HOURS, MAX_REQUEST_TEXT_LENGTH } from './access-request.ts'
import type { AccessRequestAdministration } from './access-requests.ts'
import { requestableBy } from './access-requests.ts'

const requestableRoleSchema = objectSchema('RequestableRole', { roleId: id, roleKey: text, roleName: text })

const requestBody = bodySchema('NewAccessRequest', ['roleId', 'hours', 'reason'], {
  roleId: idInput,
  hours: { type: 'integer', minimum: 1, maximum: MAX_REQUEST_HOURS },
  reason: { ...textInput(MAX_REQUEST_TEXT_LENGTH), description: 'What the role is needed for.' },
})

interface Parts {
  readonly accessRequests: AccessRequestStore
  readonly accessRequestAdministration: AccessRequestAdministration
  readonly rolesInForce: RoleFinder
  readonly users: UserStore
  readonly settings: { readonly administration: { readonly requests: readonly string[] } }
  readonly databaseNow: () => number
}

/** Creates the endpoints with which users request roles. */
export function myAccessRequestRoutes(parts: Parts) {
  const { accessRequests, accessRequestAdministration, rolesInForce, users, settings, databaseNow } = parts
  return {
    list: endpoint({
      operationId: 'listOwnAccessRequests',
      summary: 'List the roles that you can request, and your last requests',
      description: 'The newest requests first, at most 20.',
      response: objectSchema('OwnAccessRequests', {
        roles: {
          ...listSchema(requestableRoleSchema),
          description: 'Without the role that you have without an end.',
        },
        requests: listSchema(accessRequestSchema),
      }),
      async handler({ identity: { userId } }) {
        const { requests: keys } = settings.administration
        const roles = await rolesInForce.all()
        const named = [...new Set(keys)].map((key) => roles.find(({ roleKey }) => roleKey === key))
        const found = requestableBy(await users.find(userId), named)
        return {
          roles: found.map(({ roleId, roleKey, roleName }) => ({ roleId, roleKey, roleName })),
          requests: await accessRequests.ofUser(userId, databaseNow()),
        }
      },
    }),

    ask: endpoint({
      operationId: 'requestAccess',
      summary: 'Request a role for some hours',
      description: 'Somebody else has to approve it within 24 hours. The hours begin with the approval.',
      response: accessRequestSchema,
      refusals: [
        'role-not-requestable',
        'role-held',
        'role-requested',
        'request-limit',
        'service-account-request',
        'rate-limited',
      ],
      body: requestBody,
      async handler({ body, operator }) {
        return withoutVersion(await accessRequestAdministration.ask(operator, body))
      },
    }),

    withdraw: endpoint({
      operationId: 'withdrawAccessRequest',
      summary: 'Withdraw one of your requests',
      response: accessRequestSchema,
      refusals: ['not-found', 'request-decided'],
      params: idParams,
      async handler({ params, operator }) {
        return withoutVersion(await accessRequestAdministration.withdraw(operator, Number(params.id)))
      },
    }),
  }
}
