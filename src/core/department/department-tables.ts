import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const DEPARTMENT_TABLES = {
  departments: {
    columns: {
      id: 'id',
      /** 0: the department is at the top. */
      parent_id: 'integer',
      dept_name: text(255),
      /** The place among the departments with the same parent. */
      sort: 'integer',
      leader: text(255),
      phone: text(64),
      email: text(255),
      status: text(16),
      revision: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    defaults: { revision: 1 },
    indexes: { departments_by_parent: ['parent_id', 'sort', 'id'] },
  },
} as const satisfies DeclaredTables

export type DepartmentTables = TablesOf<typeof DEPARTMENT_TABLES>
