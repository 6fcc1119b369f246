import { CHANGE_REFUSALS as OF_FEATURES } from '../../features/tables-and-words.ts'
import { count, objectSchema } from '../../platform/http/endpoint/response-schemas.ts'
import { endpoint, withoutVersion } from '../check/http/endpoint.ts'
import { removalEndpoints } from '../check/http/resource-by-id.ts'
import type { UserScope } from './list/user-scope.ts'
import { bodies } from './user-bodies.ts'
import { AUTHORITY_REFUSALS, CHANGE_REFUSALS } from './user-refusals.ts'
import { type StoppedAccount, stoppedAccounts } from './user-schemas.ts'
import type { UserAdministration } from './users.ts'

/** Finds the accounts of programs that stop because their owners do. */
export interface StoppedAccounts {
  stoppedWith(scope: UserScope, ownerIds: readonly number[]): Promise<readonly StoppedAccount[]>
}

export interface UserBatchParts {
  readonly userAdministration: UserAdministration
  readonly ownerAccess: StoppedAccounts
}

/** Creates the endpoints that change several users, and those that delete users. */
export function userBatchRoutes({ userAdministration, ownerAccess }: UserBatchParts) {
  return {
    statusOfMany: endpoint({
      operationId: 'setStatusOfUsers',
      summary: 'Enable or disable users',
      description: 'All or none.',
      response: objectSchema('UsersWithStatus', { changed: count, stoppedAccounts }),
      refusals: [...CHANGE_REFUSALS, 'own-account'],
      body: bodies.statusOfMany,
      async handler({ body: { ids, status }, operator, scope }) {
        const { changed } = await userAdministration.setStatus(operator, ids, status)
        return { changed, stoppedAccounts: await ownerAccess.stoppedWith(scope, ids) }
      },
    }),

    roleOfMany: endpoint({
      operationId: 'setRoleOfUsers',
      summary: 'Give users another role',
      description:
        'All or none, for ever or until a time. Ends all sessions of the users whose role changes.',
      response: objectSchema('ChangedUsers', { changed: count }),
      refusals: [...AUTHORITY_REFUSALS, 'own-account', ...OF_FEATURES.ofUsers],
      body: bodies.roleOfMany,
      async handler({ body: { ids, roleId: next, roleUntil: until }, operator }) {
        return withoutVersion(
          await userAdministration.setRole(operator, ids, { roleId: next, roleUntil: until }),
        )
      },
    }),

    ...removalEndpoints(userAdministration.remove, {
      one: { operationId: 'deleteUser', summary: 'Delete a user' },
      many: { operationId: 'deleteUsers', summary: 'Delete users' },
      response: objectSchema('RemovedUsers', { removed: count, stoppedAccounts }),
      refusals: ['role-unknown', 'last-admin', 'admin-only', 'own-role', 'beyond-own-role', 'own-role-ends'],
    }),
  }
}
