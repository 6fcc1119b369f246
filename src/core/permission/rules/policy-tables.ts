import { type DeclaredTables, type TablesOf, text } from '../../../platform/database/migrations/table.ts'

export const POLICY_TABLES = {
  policy_rules: {
    columns: {
      id: 'id',
      role_key: text(64),
      path: text(1024),
      method: text(16),
    },
    longUnique: { policy_rules_unique: ['role_key', 'path', 'method'] },
  },
} as const satisfies DeclaredTables

export type PolicyTables = TablesOf<typeof POLICY_TABLES>
