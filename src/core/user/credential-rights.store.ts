import type { Database } from '../../platform/database/database.ts'
import { permanentRightsOf, rightsText } from './credential-rights.ts'
import { createUserStore } from './user.store.ts'

/** Returns the rights that a user has now, as they are stored with a credential. */
export async function currentRightsText(database: Database, userId: number): Promise<string> {
  const user = await createUserStore(database).find(userId)
  return user ? rightsText(permanentRightsOf(user)) : ''
}
