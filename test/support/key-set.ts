import {
  type KeySet,
  keySetOf,
  scheduleOf,
  withSettingsSecret,
} from '../../src/core/token/keys/key-schedule.ts'
import { secretTokenKey } from '../../src/core/token/token-key.ts'

/** Returns the keys of a service that has only a secret. */
export async function keySetOfSecret(secret: string, tokenLifetimeSeconds = 3600): Promise<KeySet> {
  const own = { tokenKey: await secretTokenKey(secret) }
  const times = { now: Date.now(), tokenLifetimeSeconds }
  return keySetOf(scheduleOf(withSettingsSecret([], own, 'HS256'), times), undefined)
}
