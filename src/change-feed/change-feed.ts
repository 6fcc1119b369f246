import type { RootDatabase } from '../database/database.ts'
import { createOutageLog } from '../outage-log.ts'
import { type ChangeKind, createChangeStore } from './change.store.ts'
import { type ChangeWriter, createChangeWriter } from './change-writer.ts'
import { type Notifications, noNotifications } from './notifications.ts'

/**
 * Brings what is known of one kind of change up to date: all of it anew, or what was added. A failed reload keeps the last
 * good state.
 */
export type Reload = (everything: boolean) => Promise<void>

/** Its changes are in force here when `write` resolves, and elsewhere soon after. */
export interface ChangeFeed extends ChangeWriter {
  /** Loads every snapshot once, then follows the changes of others. */
  start(): Promise<void>
  /** Follows whatever has changed since the last look. */
  catchUp(): Promise<void>
  /** The version of the last change that is in force here. */
  readonly version: number
  /** Whether the last look failed: what is in force here may be out of date. */
  readonly isTroubled: boolean
  /** Whether it has not been known for longer than this whether something has changed. `time` is what the clock says. */
  isStale(afterSeconds: number, time: number): boolean
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly database: RootDatabase
  readonly reloads: Readonly<Record<ChangeKind, Reload>>
  readonly now: () => number
  readonly pollMilliseconds: number
  readonly onProblem: (error: unknown) => void
  /** Opens what tells the nodes of each other's changes. */
  readonly openNotifications?: (onNotification: () => void) => Promise<Notifications>
  /** Seconds that only go forward, whatever is done to the clock. */
  readonly uptimeSeconds?: () => number
}

interface Moment {
  readonly time: number
  readonly uptimeSeconds: number
}

/** Longer than between two looks, no longer than the shortest time after which a node may be told to refuse. */
const BELIEVED_MILLISECONDS = 1000

/**
 * How a change made elsewhere reaches this process: it looks at the table of changes at short intervals, and at once when it
 * is told that there is something to see. What this process changes itself is in force before the change is answered.
 */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { database, reloads, now, uptimeSeconds = () => performance.now() / 1000 } = options
  const changes = createChangeStore(database)
  const writer = createChangeWriter(database, now)
  const moment = (): Moment => ({ time: now(), uptimeSeconds: uptimeSeconds() })
  let notices = noNotifications
  let version = 0
  let confirmedAt = moment()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const outage = createOutageLog(options.onProblem)
  // One look at a time, each after the one before: two reloads at once could finish in the wrong order.
  let lastLook: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  const look = async (): Promise<void> => {
    waiting = undefined
    const askedAt = moment()
    const seen = await changes.kindsSince(version)
    const due = Object.entries(reloads).filter(([kind]) => !seen.complete || seen.kinds.has(kind))
    const problems: unknown[] = []
    // A policy that can't be read must not keep us from hearing who is shut out.
    for (const [, reload] of due) {
      await reload(!seen.complete).catch((problem: unknown) => problems.push(problem))
    }
    if (problems.length > 0) throw problems[0]
    version = seen.version
    confirmedAt = askedAt
    outage.recovered()
  }

  /** A look that begins after this call; those who ask before it has begun share it. */
  const catchUp = (): Promise<void> => {
    waiting ??= lastLook.then(look)
    lastLook = waiting.catch(() => {})
    return waiting
  }

  const lookQuietly = async (): Promise<void> => {
    try {
      if (!closed) await catchUp()
    } catch (error) {
      outage.failed(error)
    }
  }

  const schedule = (): void => {
    if (closed) return
    timer = setTimeout(() => void lookQuietly().then(schedule), options.pollMilliseconds)
    timer.unref()
  }

  return {
    async write(kinds, work) {
      const written = await writer.write(kinds, work)
      if ([...kinds].length > 0) notices.publish()
      await catchUp()
      return written
    },

    async start() {
      version = await changes.latestVersion()
      for (const reload of Object.values(reloads)) await reload(true)
      confirmedAt = moment()
      if (options.openNotifications) notices = await options.openNotifications(() => void lookQuietly())
      schedule()
    },

    catchUp,

    get version() {
      return version
    },

    get isTroubled() {
      return outage.isFailing
    },

    isStale(afterSeconds, time) {
      const elapsed = time - confirmedAt.time
      // For the figures `protected-*`, which spare a second clock: who asks has read this one anyway. It may have been set
      // back during an outage, but is believed for a moment only.
      if (elapsed >= 0 && elapsed < BELIEVED_MILLISECONDS) return false
      return uptimeSeconds() - confirmedAt.uptimeSeconds > afterSeconds
    },

    async close() {
      closed = true
      clearTimeout(timer)
      await notices.close()
      await lastLook
    },
  }
}
