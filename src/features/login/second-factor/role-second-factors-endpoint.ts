import { endpoint } from '../../../core/check/http/endpoint.ts'
import { createVisibleRoles } from '../../../core/role/visible-roles.ts'
import type { RoleParts } from '../../../core/role/with-roles.ts'
import type { UserBatchStore } from '../../../core/user/list/user-batch.store.ts'
import { idParams } from '../../../platform/http/endpoint/page-query.ts'
import { count, objectSchema } from '../../../platform/http/endpoint/response-schemas.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

interface Parts extends RoleParts {
  readonly userBatches: UserBatchStore
  readonly secondFactorStore: SecondFactorStore
}

export function roleSecondFactorRoute(parts: Parts) {
  const { userBatches, secondFactorStore } = parts
  const { existing } = createVisibleRoles(parts)
  return endpoint({
    operationId: 'countRoleSecondFactors',
    summary: 'Count the users of a role with a second factor',
    response: objectSchema('RoleSecondFactors', {
      users: { ...count, description: 'The number of users with this role.' },
      withSecondFactor: { ...count, description: 'The number of those who have set up a second factor.' },
    }),
    refusals: ['not-found'],
    params: idParams,
    async handler({ params, operator, scope }) {
      const { roleId } = await existing(scope, Number(params.id), operator)
      const users = (await userBatches.countByRole(scope, [roleId])).get(roleId) ?? 0
      return { users, withSecondFactor: await secondFactorStore.countByRole(scope, roleId) }
    },
  })
}
