import type { Database } from '../platform/database/database.ts'
import { createUsageStore } from './policy/usage/usage.store.ts'

interface RowsByRole {
  moveToRole(from: string, to: string): Promise<void>
  removeByRole(roleKey: string): Promise<void>
}

/** Create the stores with rows by the key of a role. The rows follow a new key, and are deleted with the role. */
export const ROWS_BY_ROLE: readonly ((database: Database) => RowsByRole)[] = [
  // How often the role has called each route.
  createUsageStore,
]
