import type { Database } from '../../database/database.ts'

export interface StoredHash {
  readonly id: number
  readonly username: string
  readonly hash: string
}

export interface StoredHashStore {
  /** Returns the password hashes of the next users after this id, in ascending order of their ids. */
  page(afterId: number, size: number): Promise<readonly StoredHash[]>
}

export function createStoredHashStore(database: Database): StoredHashStore {
  return {
    page: (afterId, size) =>
      database
        .selectFrom('users')
        .select(['id', 'username', 'password_hash as hash'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(size)
        .execute(),
  }
}
