import { createAccessRequestStore } from '../accounts/access-request/access-request.store.ts'
import { createConfirmationStore } from '../administration/four-eyes/confirmation.store.ts'
import { createLoginThrottleStore } from '../authentication/login/login-throttle.store.ts'
import { createPasswordLinkStore } from '../authentication/password-link/password-link.store.ts'
import { createUsedAssertionStore } from '../authentication/service/used-assertion.store.ts'
import { createSessionStore } from '../authentication/session/session.store.ts'
import { createUserNetworkStore } from '../authentication/session/user-network.store.ts'
import { createRevocationStore } from '../authentication/token/revocation.store.ts'
import { createChangeStore } from '../cluster/change-feed/change.store.ts'
import { createNodeStore } from '../cluster/nodes/node.store.ts'
import type { RootDatabase } from '../database/database.ts'
import { deleteEndedWindows } from '../observability/events/event-window.store.ts'

const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000
const KNOWN_NETWORK_DAYS = 90
const ACCESS_REQUEST_DAYS = 90

/** Deletes what expired more than a day ago. The day allows for a clock that is set back. */
export async function deleteExpired(database: RootDatabase, now: number): Promise<void> {
  const before = now - DAY_IN_MILLISECONDS
  const stores = [
    createSessionStore,
    createRevocationStore,
    createUsedAssertionStore,
    createPasswordLinkStore,
    createChangeStore,
    createNodeStore,
  ]
  for (const createStore of stores) await createStore(database).deleteExpired(before)
  const knownSince = now - KNOWN_NETWORK_DAYS * DAY_IN_MILLISECONDS
  await createLoginThrottleStore(database).deleteExpired(before, knownSince)
  await createUserNetworkStore(database).deleteExpired(knownSince)
  await createAccessRequestStore(database).deleteExpired(now - ACCESS_REQUEST_DAYS * DAY_IN_MILLISECONDS)
  await createConfirmationStore(database).deleteExpired(knownSince)
  await deleteEndedWindows(database, before)
}
