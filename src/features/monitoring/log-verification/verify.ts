import type { ChainEnds } from '../../../core/audit-log/hash-chain/chain.store.ts'
import {
  compareWithChain,
  findingSchema,
  type LinkedEntry,
  type RemovedEntries,
} from '../../../core/audit-log/hash-chain/compare.ts'
import { type Link, linkSchema } from '../../../core/audit-log/hash-chain/link.ts'
import {
  count,
  listSchema,
  objectSchema,
  type TypeOf,
} from '../../../platform/http/endpoint/response-schemas.ts'

export interface LogToVerify {
  readonly ends: () => Promise<ChainEnds>
  /** Sorted by position. */
  readonly entries: AsyncIterable<LinkedEntry>
  readonly removed?: () => Promise<RemovedEntries>
  /** Returns the last position that was deleted by retention, as recorded in another log. */
  readonly expiredUpTo?: () => Promise<number>
  /** Links that were saved earlier, outside the database. */
  readonly anchors?: readonly Link[] | undefined
  readonly onProgress?: ((verified: number) => void) | undefined
}

export const verificationSchema = objectSchema('Verification', {
  intact: { type: 'boolean', description: 'Whether only the service has changed the log.' },
  verified: { ...count, description: 'The number of entries that were read.' },
  removed: { ...count, description: 'The number of entries that operators removed.' },
  findings: listSchema(findingSchema),
  head: linkSchema,
})

export type Verification = TypeOf<typeof verificationSchema>

const PROGRESS_EVERY = 1000
const nothingRemoved = async (): Promise<RemovedEntries> => new Map()
const nothingExpired = async (): Promise<number> => 0

/**
 * Finds entries that were changed, removed or inserted without the service, up to the head at the time of the call. The
 * log may be written to in the meantime.
 */
export async function verifyLog(log: LogToVerify): Promise<Verification> {
  const {
    ends,
    entries,
    removed = nothingRemoved,
    expiredUpTo = nothingExpired,
    anchors = [],
    onProgress,
  } = log
  const { base, head } = await ends()
  const comparison = compareWithChain({
    base,
    head,
    anchors,
    removed: await removed(),
    expiredUpTo: await expiredUpTo(),
  })

  /** Entries that are missing before a position may have been removed in the meantime, by an operator or by retention. */
  async function moveBefore(end: number): Promise<void> {
    if (comparison.skipRemovedBefore(end)) return
    if (!comparison.isFull()) {
      // In this order: retention also deletes the records of removed entries.
      comparison.addRemoved(await removed())
      comparison.moveBase((await ends()).base, end)
    }
    comparison.reportMissingBefore(end)
  }

  let latest = head
  let count = 0
  for await (const entry of entries) {
    count++
    if (count % PROGRESS_EVERY === 0) onProgress?.(count)
    if (entry.position > latest.position && !comparison.isFull()) latest = (await ends()).head
    if (comparison.isPassed(entry.position) || entry.position > latest.position) {
      comparison.reportInserted(entry.position)
    } else if (entry.position <= head.position) {
      await moveBefore(entry.position)
      comparison.verify(entry)
    } // Later entries are left to the next verification.
  }
  await moveBefore(head.position + 1)
  const { findings, verifiedCount, removedCount } = comparison.finish()
  return { intact: findings.length === 0, verified: verifiedCount, removed: removedCount, findings, head }
}
