import cluster from 'node:cluster'
import { parseAddress } from '../../platform/database/address.ts'
import { engineFor } from '../../platform/database/engines.ts'
import { databaseUrlOf } from '../../platform/settings/addresses.ts'

/** How often a service looks for what others have changed, and records what is due, in milliseconds. */
export interface Intervals {
  /** Changes in the database by other processes. */
  readonly changes: number
  /** Key files. */
  readonly keyFiles: number
  /** Sessions of keys that were removed. */
  readonly removedKeys: number
  /** Ends of roles. A role ends in time without it: this records the end. */
  readonly roleEnds: number
  /** Heartbeats that say nothing new; 0 for one per second. */
  readonly heartbeats: number
}

/** Of a process beside which there are others, whose changes arrive by these polls. */
const ONE_OF_SEVERAL: Intervals = {
  changes: 500,
  keyFiles: 500,
  removedKeys: 1000,
  roleEnds: 1000,
  heartbeats: 0,
}

/** Siblings share an embedded database without notifications, and looking for changes in it costs next to nothing. */
const EMBEDDED_CHANGES_MS = 100

/** Only commands on the same machine change anything then. See docs/decisions/0083-intervals-of-one-process.md. */
const ALONE: Intervals = {
  changes: 500,
  keyFiles: 2000,
  removedKeys: 10_000,
  roleEnds: 10_000,
  heartbeats: 5000,
}

interface Settings {
  readonly application: { readonly dataDir: string }
  readonly database: { readonly url: string }
  readonly redis: { readonly url: string }
}

/** Returns the intervals of this process. A child process is one of several that serve the same port. */
export function intervalsOf(settings: Settings, isChildProcess = cluster.isWorker): Intervals {
  const parsed = parseAddress(databaseUrlOf(settings))
  const embedded = 'value' in parsed && engineFor(parsed.value).capabilities.embedded
  if (embedded && !isChildProcess && settings.redis.url === '') return ALONE
  return embedded ? { ...ONE_OF_SEVERAL, changes: EMBEDDED_CHANGES_MS } : ONE_OF_SEVERAL
}
