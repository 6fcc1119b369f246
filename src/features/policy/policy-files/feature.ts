import type { Operations } from '../../../core/operations/operations.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createDeclaredRoleAdministration, readStoredRoles } from './declared-roles.ts'

export const policyFilesFeature = {
  commandParts: ({ database }: { readonly database: RootDatabase }) => ({
    /** Returns all roles with their rules and the number of their users. */
    storedRoles: () => readStoredRoles(database),
  }),
  administration: ({ operations }: { readonly operations: Operations }) => ({
    declaredRoleAdministration: createDeclaredRoleAdministration(operations),
  }),
}
