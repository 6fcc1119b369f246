import type { Database } from '../../../platform/database/database.ts'
import { ROWS_PER_STATEMENT } from '../../../platform/database/query/batches.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'
import { isInScope } from '../list/user-scope.store.ts'
import type { UserScope } from '../list/user-scope.ts'
import { nameSkeleton } from './name-skeleton.ts'

export type SimilarNameStore = ReturnType<typeof createSimilarNameStore>

/** How many names are shown for one. */
export const MAX_SIMILAR_NAMES = 5
/** How many users with such names are read. */
export const MAX_SIMILAR_ROWS = 1000

export function createSimilarNameStore(database: Database) {
  return {
    /** Returns a function that returns the other usernames in a scope that look like one of these. */
    async of(scope: UserScope, usernames: readonly string[]): Promise<(username: string) => string[]> {
      const skeletons = [...new Set(usernames.filter(isStorable).map(nameSkeleton))]
        .filter((skeleton) => skeleton !== '')
        .slice(0, ROWS_PER_STATEMENT)
      if (skeletons.length === 0) return () => []
      const rows = await database
        .selectFrom('users')
        .select(['username', 'name_skeleton as skeleton'])
        .where('name_skeleton', 'in', skeletons)
        .where(isInScope(scope))
        .orderBy('name_skeleton')
        .orderBy('id')
        .limit(MAX_SIMILAR_ROWS)
        .execute()
      const names = new Map<string, string[]>()
      for (const { username, skeleton } of rows)
        names.set(skeleton, [...(names.get(skeleton) ?? []), username])
      return (username) =>
        (names.get(nameSkeleton(username)) ?? [])
          .filter((name) => name !== username)
          .slice(0, MAX_SIMILAR_NAMES)
    },
  }
}
