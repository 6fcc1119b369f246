import { ADMIN_ROLE_KEY } from '../../accounts/role/role.ts'
import { ENABLED } from '../../accounts/status.ts'
import type { Database } from '../../database/database.ts'

export interface AdminHash {
  readonly username: string
  readonly passwordHash: string
}

export function createAdminHashStore(database: Database) {
  return {
    /** Returns the enabled users with the role `admin`, the oldest first. */
    async list(limit: number): Promise<readonly AdminHash[]> {
      return database
        .selectFrom('users')
        .innerJoin('roles', 'roles.id', 'users.role_id')
        .select(['users.username', 'users.password_hash as passwordHash'])
        .where('roles.role_key', '=', ADMIN_ROLE_KEY)
        .where('users.status', '=', ENABLED)
        .orderBy('users.id')
        .limit(limit)
        .execute()
    },
  }
}
