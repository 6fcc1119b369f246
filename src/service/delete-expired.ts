import { deleteEndedWindows } from '../core/events/event-window.store.ts'
import { createLoginThrottleStore } from '../core/login/login-throttle.store.ts'
import { createSessionStore } from '../core/session/session.store.ts'
import { createUserNetworkStore } from '../core/session/user-network.store.ts'
import { createRevocationStore } from '../core/token/revocation.store.ts'
import type { Settings } from '../features/settings.ts'
import { createChangeStore } from '../platform/cluster/change-feed/change.store.ts'
import { createNodeStore } from '../platform/cluster/nodes/node.store.ts'
import type { RootDatabase } from '../platform/database/database.ts'
import { DAY_IN_MS } from '../platform/runtime/time-units.ts'
import { deleteExpiredOfFeatures } from './feature-services.ts'

const KNOWN_NETWORK_DAYS = 90

/** Deletes what expired more than a day ago. The day allows for a clock that is set back. */
export async function deleteExpired(database: RootDatabase, now: number, settings: Settings): Promise<void> {
  const daysAgo = (days: number): number => now - days * DAY_IN_MS
  const before = daysAgo(1)
  const stores = [createSessionStore, createRevocationStore, createChangeStore, createNodeStore]
  for (const createStore of stores) await createStore(database).deleteExpired(before)
  await createLoginThrottleStore(database).deleteExpired(before, daysAgo(KNOWN_NETWORK_DAYS))
  await createUserNetworkStore(database).deleteExpired(daysAgo(KNOWN_NETWORK_DAYS))
  await deleteEndedWindows(database, before)
  for (const deleteOfFeature of deleteExpiredOfFeatures) await deleteOfFeature(database, daysAgo, settings)
}
