import type { Operations } from '../../../core/operations/operations.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { exportUsers } from './user-export.store.ts'
import { createUserImport } from './user-import.ts'

export const userImportFeature = {
  commandParts: ({ database }: { readonly database: RootDatabase }) => ({
    /** Yields all users with their password hashes, in batches. */
    exportUsers: () => exportUsers(database),
  }),
  administration: ({ operations }: { readonly operations: Operations }) => ({
    userImport: createUserImport(operations),
  }),
}
