import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { countUpTo } from '../../platform/database/query/page.ts'
import { DECOY_HASH, HASH_BEGINNINGS, kindOf } from './hash-function.ts'

export type StoredHashStore = ReturnType<typeof createStoredHashStore>

/** Sorts after every character of a hash. */
const LAST_CHARACTER = '~'
/** Texts that only begin like a hash are passed one by one, so that their number is limited. */
const MAX_STEPS = 1000

export function createStoredHashStore(database: Database) {
  /** Goes from one kind to the next by the index: all hashes of a kind have the same prefix. */
  async function addKinds(beginning: string, kinds: Map<string, number>): Promise<void> {
    let hash = await firstBetween(beginning, beginning + LAST_CHARACTER)
    for (let step = 0; hash !== undefined && step < MAX_STEPS; step++) {
      const kind = kindOf(hash)
      if (kind && kind.decoy !== DECOY_HASH) {
        kinds.set(kind.decoy, (kinds.get(kind.decoy) ?? 0) + (await countWith(kind.prefix)))
      }
      const after = kind ? kind.prefix + LAST_CHARACTER : hash
      hash = await firstBetween(after, beginning + LAST_CHARACTER)
    }
  }

  async function firstBetween(after: string, before: string): Promise<string | undefined> {
    const row = await database
      .selectFrom('users')
      .select('password_hash')
      .where('password_hash', '>', after)
      .where('password_hash', '<', before)
      .orderBy('password_hash')
      .limit(1)
      .executeTakeFirst()
    return row?.password_hash
  }

  async function countWith(prefix: string): Promise<number> {
    const condition = sql`password_hash > ${prefix} and password_hash < ${prefix + LAST_CHARACTER}`
    return (await countUpTo(database, 'users', condition)).count
  }

  return {
    /** Returns the password hashes of the next users after this id, in ascending order of their ids. */
    page: (afterId: number, size: number) =>
      database
        .selectFrom('users')
        .select(['id', 'username', 'password_hash as hash'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(size)
        .execute(),

    /** Returns the decoys of the stored hashes that are not current, and how many users have such a hash, up to a limit. */
    async outdatedKinds(): Promise<ReadonlyMap<string, number>> {
      const kinds = new Map<string, number>()
      for (const beginning of HASH_BEGINNINGS) await addKinds(beginning, kinds)
      return kinds
    },
  }
}
