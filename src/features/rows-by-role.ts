import { createUsageStore } from './policy/usage/usage.store.ts'

/** Create the stores with rows by the key of a role. The rows follow a new key, and are deleted with the role. */
export const ROWS_BY_ROLE = [createUsageStore]
