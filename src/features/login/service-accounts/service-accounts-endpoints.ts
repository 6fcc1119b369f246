import type { FromSchema } from 'json-schema-to-ts'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { endpoint, withoutVersion } from '../../../core/check/http/endpoint.ts'
import { resourceById } from '../../../core/check/http/resource-by-id.ts'
import type { ResolvedScope } from '../../../core/data-scope/resolve-scope.ts'
import { DATA_SCOPES } from '../../../core/role/role.ts'
import { type RoleParts, withRoles } from '../../../core/role/with-roles.ts'
import { DISABLED, ENABLED } from '../../../core/user/status.ts'
import type { Changed } from '../../../platform/cluster/change-feed/change-writer.ts'
import { idParams, pageOf, pageQuery, pageResponse } from '../../../platform/http/endpoint/page-query.ts'
import {
  bodySchema,
  idInput,
  idOrNone,
  longText,
  querySchema,
} from '../../../platform/http/endpoint/request-schemas.ts'
import { listSchema, objectSchema, pageSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import type { ServiceAccountStore } from './service-account.store.ts'
import { type ServiceAccount, serviceAccountSchema } from './service-account-schemas.ts'
import type { ServiceAccountAdministration } from './service-accounts.ts'
import { serviceCredentialRoutes } from './service-credentials-endpoints.ts'

const REFUSALS = ['service-account-owner', 'admin-only', 'beyond-own-role', 'own-role-ends'] as const

const details = {
  ownerId: idInput,
  expiresAt: {
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When the account ends. Null: it does not expire.',
  },
  networks: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string', maxLength: 64 },
    description: 'Addresses and networks, such as `10.0.0.0/16`, from which it may log in. Empty: all.',
  },
} as const

const bodies = {
  add: bodySchema('NewServiceAccount', ['username', 'roleId'], {
    username: longText,
    roleId: idInput,
    deptId: idOrNone,
    dataScope: { type: 'string', enum: ['', ...DATA_SCOPES] },
    remark: longText,
    ...details,
  }),
  change: bodySchema('ServiceAccountChange', [], details),
}

interface Parts extends RoleParts {
  readonly serviceAccounts: ServiceAccountStore
  readonly serviceAccountAdministration: ServiceAccountAdministration
}

/** Creates the endpoints for the accounts of programs. Status, role and name are changed as for every user. */
export function serviceAccountRoutes(parts: Parts) {
  const { serviceAccounts, serviceAccountAdministration } = parts

  async function find(scope: ResolvedScope, id: number, operator: Operator) {
    const account = await serviceAccounts.find(scope, id)
    return account && (await withRoles([account], operator, parts))[0]
  }

  /** Returns the response to a change of one account. */
  async function changedAccount(account: Changed<ServiceAccount>, operator: Operator) {
    return (await withRoles([withoutVersion(account)], operator, parts))[0]
  }

  return {
    list: endpoint({
      operationId: 'listServiceAccounts',
      summary: 'List service accounts',
      response: pageSchema('ServiceAccountPage', serviceAccountSchema),
      query: querySchema({
        ...pageQuery,
        search: { type: 'string', maxLength: 64, description: 'A part of the username.' },
        status: { type: 'string', enum: [DISABLED, ENABLED], description: '`2` enabled, `1` disabled.' },
        ownerIds: {
          type: 'string',
          maxLength: 4096,
          pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14})*$',
          description: 'Only the accounts of these owners: their ids, separated by commas.',
        },
      }),
      async handler({ query, scope, operator }) {
        const { search, status } = query
        const ownerIds = query.ownerIds?.split(',').map(Number)
        const page = await serviceAccounts.page(scope, pageOf(query), { search, status, ownerIds })
        return pageResponse({ ...page, list: await withRoles(page.list, operator, parts) })
      },
    }),

    one: resourceById('service account', find, {
      operationId: 'getServiceAccount',
      summary: 'Get a service account',
      response: serviceAccountSchema,
    }),

    add: endpoint({
      operationId: 'addServiceAccount',
      summary: 'Add a service account',
      description:
        'Adds a user for a program, which logs in with the login method `service`. The owner is by default the operator. Another owner has to accept the account before it can log in.',
      response: serviceAccountSchema,
      refusals: [
        ...REFUSALS,
        'service-account-role',
        'username-taken',
        'username-address',
        'role-unknown',
        'department-unknown',
      ],
      body: bodies.add,
      async handler({ body, operator }) {
        const account = { ...body, ...detailsOf(body) }
        return changedAccount(await serviceAccountAdministration.add(operator, account), operator)
      },
    }),

    change: endpoint({
      operationId: 'changeServiceAccount',
      summary: 'Change the owner, the end or the networks of a service account',
      description:
        'Changes the fields that are sent, and ends the sessions of the account. Another owner has to accept the account before it can log in again. Name, role, department and status are those of the user: `PUT /api/v1/sys-user/{id}`.',
      response: serviceAccountSchema,
      refusals: ['not-found', 'own-account', ...REFUSALS],
      params: idParams,
      body: bodies.change,
      async handler({ params, body, operator }) {
        const details = detailsOf(body)
        const account = await serviceAccountAdministration.change(operator, Number(params.id), details)
        return changedAccount(account, operator)
      },
    }),

    waiting: endpoint({
      operationId: 'listWaitingServiceAccounts',
      summary: 'List the service accounts that were given to you and wait until you accept them',
      response: objectSchema('WaitingServiceAccounts', { list: listSchema(serviceAccountSchema) }),
      async handler({ operator }) {
        return { list: await withRoles(await serviceAccounts.waitingFor(operator.userId), operator, parts) }
      },
    }),

    accept: endpoint({
      operationId: 'acceptServiceAccount',
      summary: 'Accept a service account that was given to you',
      description: 'From then on, you answer for it, and it can log in.',
      response: serviceAccountSchema,
      refusals: ['not-found', 'service-account-owner'],
      params: idParams,
      async handler({ params, operator }) {
        return changedAccount(
          await serviceAccountAdministration.accept(operator, Number(params.id)),
          operator,
        )
      },
    }),

    ...serviceCredentialRoutes(parts),
  }
}

function detailsOf({ ownerId, expiresAt, networks }: FromSchema<typeof bodies.change>) {
  return { ownerId, expiresAt: expiresAt === undefined ? undefined : endOf(expiresAt), networks }
}

/** Returns 0 for no end, and never for a time: the first moment of 1970 is in the past like those before it. */
function endOf(expiresAt: string | null): number {
  return expiresAt === null ? 0 : Date.parse(expiresAt) || -1
}
