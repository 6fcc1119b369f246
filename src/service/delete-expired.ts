import { deleteEndedWindows } from '../core/events/event-window.store.ts'
import { createLoginThrottleStore } from '../core/login/login-throttle.store.ts'
import { createSessionStore } from '../core/session/session.store.ts'
import { createUserNetworkStore } from '../core/session/user-network.store.ts'
import { createRevocationStore } from '../core/token/revocation.store.ts'
import { createAccessRequestStore } from '../features/approval/access-requests/access-request.store.ts'
import { createConfirmationStore } from '../features/approval/four-eyes/confirmation.store.ts'
import { createPasswordLinkStore } from '../features/login/password-links/password-link.store.ts'
import { createUsedAssertionStore } from '../features/login/service-accounts/used-assertion.store.ts'
import { createChangeStore } from '../platform/cluster/change-feed/change.store.ts'
import { createNodeStore } from '../platform/cluster/nodes/node.store.ts'
import type { RootDatabase } from '../platform/database/database.ts'
import { DAY_IN_MS } from '../platform/runtime/time-units.ts'

const KNOWN_NETWORK_DAYS = 90
const ACCESS_REQUEST_DAYS = 90

/** Deletes what expired more than a day ago. The day allows for a clock that is set back. */
export async function deleteExpired(database: RootDatabase, now: number): Promise<void> {
  const before = now - DAY_IN_MS
  const stores = [
    createSessionStore,
    createRevocationStore,
    createUsedAssertionStore,
    createPasswordLinkStore,
    createChangeStore,
    createNodeStore,
  ]
  for (const createStore of stores) await createStore(database).deleteExpired(before)
  const knownSince = now - KNOWN_NETWORK_DAYS * DAY_IN_MS
  await createLoginThrottleStore(database).deleteExpired(before, knownSince)
  await createUserNetworkStore(database).deleteExpired(knownSince)
  await createAccessRequestStore(database).deleteExpired(now - ACCESS_REQUEST_DAYS * DAY_IN_MS)
  await createConfirmationStore(database).deleteExpired(knownSince)
  await deleteEndedWindows(database, before)
}
