import type { Database } from '../database/database.ts'

export interface StoredHash {
  readonly id: number
  readonly hash: string
}

export interface StoredHashStore {
  /** The hashes of the users that follow this one, in the order of their ids, so many at most. */
  page(afterId: number, size: number): Promise<readonly StoredHash[]>
}

export function createStoredHashStore(database: Database): StoredHashStore {
  return {
    page: (afterId, size) =>
      database
        .selectFrom('users')
        .select(['id', 'password_hash as hash'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(size)
        .execute(),
  }
}
