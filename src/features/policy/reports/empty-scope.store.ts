import { createDepartmentIndex } from '../../../core/data-scope/department-index.ts'
import {
  type NoScopeReason,
  resolveScope,
  type ScopeSubject,
} from '../../../core/data-scope/resolve-scope.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ENABLED } from '../../../core/user/status.ts'
import type { Database } from '../../../platform/database/database.ts'
import { batchesOf, keysetBatches } from '../../../platform/database/query/batches.ts'
import type { EmptyScope, NamedEmptyScope } from './empty-scope.ts'

/** What a role causes for all of its users. It is reported once. */
const CAUSED_BY_ROLE: ReadonlySet<NoScopeReason | undefined> = new Set([
  'departments-missing',
  'scope-unknown',
])

/** In an embedded database, a batch takes a few milliseconds. */
const USERS_PER_READ = 1000

export function createEmptyScopeStore(database: Database) {
  const roleStore = createRoleStore(database)
  return {
    /** Returns the roles and the enabled users whose data scope resolves to none. Reads all users in batches by id. */
    async list(): Promise<EmptyScope[]> {
      const index = createDepartmentIndex(await createDepartmentStore(database).snapshot())
      const roles = new Map((await roleStore.all()).map((role) => [role.roleId, role]))
      const reasonFor = (subject: ScopeSubject): NoScopeReason | undefined => {
        const scope = resolveScope(subject, index)
        return scope.kind === 'none' ? scope.reason : undefined
      }
      const found: EmptyScope[] = []
      for (const { roleId, roleKey, dataScope } of roles.values()) {
        const reason = reasonFor({ userId: 1, roleId, roleKey, dataScope, deptId: NO_DEPARTMENT })
        if (reason && CAUSED_BY_ROLE.has(reason))
          found.push({ roleId, userId: null, deptId: NO_DEPARTMENT, reason })
      }
      const users = database
        .selectFrom('users')
        .select(['id', 'role_id', 'dept_id', 'data_scope', 'status'])
        .orderBy('id')
      const read = (id: number, limit: number) => users.where('id', '>', id).limit(limit).execute()
      for await (const rows of keysetBatches(0, USERS_PER_READ, read, ({ id }) => id)) {
        for (const { id: userId, role_id: roleId, dept_id: deptId, data_scope: own, status } of rows) {
          const role = roles.get(roleId)
          if (!role || status !== ENABLED) continue
          const dataScope = own || role.dataScope
          const reason = reasonFor({ userId, roleId, roleKey: role.roleKey, dataScope, deptId })
          if (!reason || (own === '' && CAUSED_BY_ROLE.has(reason))) continue
          found.push({ roleId, userId, deptId, reason })
        }
      }
      return found
    },

    /** Returns the entries with names, in their order. */
    async withNames(entries: readonly EmptyScope[]): Promise<NamedEmptyScope[]> {
      const roles = new Map((await roleStore.all()).map(({ roleId, roleKey }) => [roleId, roleKey]))
      const userIds = entries.flatMap(({ userId }) => userId ?? [])
      const usernames = new Map<number, string>()
      for await (const batch of batchesOf(userIds)) {
        const rows = await database
          .selectFrom('users')
          .select(['id', 'username'])
          .where('id', 'in', batch)
          .execute()
        for (const { id, username } of rows) usernames.set(id, username)
      }
      return entries.map((entry) => ({
        ...entry,
        roleKey: roles.get(entry.roleId) ?? '',
        username: entry.userId === null ? null : (usernames.get(entry.userId) ?? ''),
      }))
    },
  }
}
