import { randomBytes } from 'node:crypto'
import type { ShortLivedStore } from '../../platform/cluster/short-lived/short-lived-store.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'

/** What a login of two requests has left for its second request. The kind is a name that one method or step uses alone. */
export type PendingLogins = ReturnType<typeof createPendingLogins>

const ID = /^[\w-]{22}$/

/** Creates the store of pending logins. All nodes share it if they share the short-lived store. */
export function createPendingLogins(store: ShortLivedStore) {
  const keyOf = (kind: string, id: string) => `login:${kind}:${id}`

  async function put(kind: string, id: string, data: object, lifetimeSeconds: number): Promise<void> {
    const isStored = await store.put(keyOf(kind, id), JSON.stringify(data), lifetimeSeconds)
    if (!isStored) throw new Refusal('rate-limited', { retryAfterSeconds: lifetimeSeconds })
  }

  return {
    /** Stores data under a new id, 128 random bits. Throws `rate-limited` if the store is full. */
    async create(kind: string, data: object, lifetimeSeconds: number): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      await put(kind, id, data, lifetimeSeconds)
      return id
    },
    /** Removes and returns the data. Returns undefined if there is none, it has expired or was taken before. */
    async take(kind: string, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
      if (!ID.test(id)) return undefined
      const text = await store.take(keyOf(kind, id))
      return text === undefined ? undefined : JSON.parse(text)
    },
    /** Stores data under an id again, for another attempt. */
    putBack: put,
  }
}
