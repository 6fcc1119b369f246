import { HOUR_IN_SECONDS, MINUTE_IN_SECONDS } from '../../platform/runtime/time-units.ts'
import type { RevocationStore, StoredRevocation } from './revocation.store.ts'
import { createRevocations } from './revocation.ts'

const FULL_RELOAD_SECONDS = HOUR_IN_SECONDS
/** Far longer than a transaction may take: an id that has not appeared by then was rolled back. */
const MAX_GAP_AGE_SECONDS = 10 * MINUTE_IN_SECONDS
/** How far below the newest id a transaction may still be about to commit. */
const MAX_GAP_DISTANCE = 1000

export type RevocationCache = ReturnType<typeof createRevocationCache>

/**
 * Keeps the revocations in force in memory. Ids are assigned before a transaction commits, so a lower id can appear after a
 * higher one. Missing ids are queried again until they appear, or until no transaction can still hold them.
 */
export function createRevocationCache(
  store: Pick<RevocationStore, 'all' | 'since'>,
  uptimeSeconds: () => number = () => performance.now() / 1000,
) {
  let revocations = createRevocations()
  let newestId = 0
  let reloadedAt = Number.NEGATIVE_INFINITY
  const missingSince = new Map<number, number>()

  const readAll = async (): Promise<void> => {
    const all = await store.all()
    revocations = createRevocations(all)
    newestId = 0
    missingSince.clear()
    updateMissing(all)
    reloadedAt = uptimeSeconds()
  }

  const readNew = async (): Promise<void> => {
    const added = await store.since(newestId, [...missingSince.keys()])
    for (const revocation of added) revocations.add(revocation)
    updateMissing(added)
  }

  const updateMissing = (read: readonly StoredRevocation[]): void => {
    const time = uptimeSeconds()
    const ids = new Set(read.map(({ id }) => id))
    const highest = read.reduce((high, { id }) => Math.max(high, id), newestId)
    for (let id = Math.max(newestId + 1, highest - MAX_GAP_DISTANCE); id < highest; id++) {
      missingSince.set(id, time)
    }
    for (const [id, since] of missingSince) {
      if (ids.has(id) || time - since > MAX_GAP_AGE_SECONDS) missingSince.delete(id)
    }
    newestId = highest
  }

  return {
    current: () => revocations,
    /**
     * Reads the new revocations, or all of them if it is not known what has changed. The full reload drops revocations whose
     * rows have been deleted.
     */
    reload: (everything: boolean) =>
      everything || uptimeSeconds() - reloadedAt > FULL_RELOAD_SECONDS ? readAll() : readNew(),
  }
}
