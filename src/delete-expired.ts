import { createChangeStore } from './change-feed/change.store.ts'
import { createNodeStore } from './cluster/node.store.ts'
import type { RootDatabase } from './database/database.ts'
import { createLoginThrottleStore } from './login/login-throttle.store.ts'
import { createSessionStore } from './session/session.store.ts'
import { createRevocationStore } from './token/revocation.store.ts'

const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000
/** For how long it is remembered from where somebody has logged in. */
const KNOWN_NETWORK_DAYS = 90

/** Forgets what has expired, a day late, so that a clock set back finds nothing missing. */
export async function deleteExpired(database: RootDatabase, now: number): Promise<void> {
  const before = now - DAY_IN_MILLISECONDS
  const stores = [createSessionStore, createRevocationStore, createChangeStore, createNodeStore]
  for (const createStore of stores) await createStore(database).deleteExpired(before)
  await createLoginThrottleStore(database).deleteExpired(
    before,
    now - KNOWN_NETWORK_DAYS * DAY_IN_MILLISECONDS,
  )
}
