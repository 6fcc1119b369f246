import type { RootDatabase } from '../../database/database.ts'
import type { CountForeignWrites } from '../../database/engine.ts'
import { createOutageLog } from '../../runtime/outage-log.ts'
import { runPeriodically } from '../../runtime/periodic.ts'
import { createChangeStore, type VersionRange } from './change.store.ts'
import type { ChangeKind } from './change-records.ts'
import { type ChangeWriter, createChangeWriter } from './change-writer.ts'
import { type Notifications, noNotifications } from './notifications.ts'

/**
 * Updates the snapshot of one kind of change: applies the changes of the range, or loads everything if they are unknown. A
 * failed update keeps the last good snapshot.
 */
export type Update = (range: VersionRange | undefined) => Promise<void>

export type ChangeFeed = ReturnType<typeof createChangeFeed>

export interface ChangeFeedOptions {
  readonly database: RootDatabase
  readonly updates: Readonly<Record<ChangeKind, Update>>
  readonly now: () => number
  readonly pollMilliseconds: number
  readonly onProblem: (error: unknown) => void
  /** Returns a number that changes when another process has written. If it has not changed, the database is not polled. */
  readonly countForeignWrites?: CountForeignWrites | undefined
  /** Opens the notifications about changes of other nodes. */
  readonly openNotifications?: (onNotification: () => void) => Promise<Notifications>
  /** A monotonic clock, in seconds. */
  readonly uptimeSeconds?: () => number
}

/**
 * Creates the change feed of a node. It polls the table of changes at short intervals and after each notification. Changes of
 * this node are applied before `write` resolves. See docs/decisions/0005-several-nodes.md.
 */
export function createChangeFeed(options: ChangeFeedOptions) {
  const { database, updates, now, uptimeSeconds = () => performance.now() / 1000 } = options
  const changes = createChangeStore(database)
  const writer = createChangeWriter(database, now)
  let notifications = noNotifications
  let version = 0
  /** What `countForeignWrites` returned before the last poll by the timer. */
  let polledWrites: number | undefined
  let confirmedAt = uptimeSeconds()
  let stopPolling: (() => Promise<void>) | undefined
  let closed = false
  const outage = createOutageLog(options.onProblem)
  // One poll at a time: two concurrent updates could finish in the wrong order.
  let lastPoll: Promise<void> = Promise.resolve()
  let nextPoll: Promise<void> | undefined

  const poll = async (): Promise<void> => {
    nextPoll = undefined
    const startedAt = uptimeSeconds()
    const seen = await changes.kindsSince(version)
    const due = Object.entries(updates).filter(([kind]) => !seen.complete || seen.kinds.has(kind))
    const range = seen.complete ? { after: version, upTo: seen.version } : undefined
    const problems: unknown[] = []
    // A policy that cannot be loaded must not prevent revocations from being applied.
    for (const [, update] of due) {
      await update(range).catch((problem: unknown) => problems.push(problem))
    }
    if (problems.length > 0) throw problems[0]
    version = seen.version
    confirmedAt = startedAt
    outage.recovered()
  }

  const ageSeconds = (): number => uptimeSeconds() - confirmedAt

  /** Waits for a poll that starts after this call. Callers before its start share it. */
  const catchUp = (): Promise<void> => {
    nextPoll ??= lastPoll.then(poll)
    lastPoll = nextPoll.catch(() => {
      polledWrites = undefined
    })
    return nextPoll
  }

  const pollAndReport = async (): Promise<void> => {
    try {
      if (!closed) await catchUp()
    } catch (error) {
      outage.failed(error)
    }
  }

  /** Polls, unless it is certain that nobody else has written since the last poll. */
  const pollIfWritten = async (): Promise<void> => {
    const startedAt = uptimeSeconds()
    const writes = options.countForeignWrites?.()
    if (writes !== undefined && writes === polledWrites && !outage.isFailing) {
      confirmedAt = startedAt
      return
    }
    await pollAndReport()
    polledWrites = writes
  }

  /** When it resolves, the change is applied on this node; other nodes apply it soon after. */
  const write: ChangeWriter['write'] = async (recorded, work) => {
    const written = await writer.write(recorded, work)
    if ([...recorded].length > 0) notifications.publish()
    await catchUp()
    return written
  }

  return {
    write,

    /** Loads every snapshot, then applies the changes of other nodes. */
    async start(): Promise<void> {
      version = await changes.latestVersion()
      for (const update of Object.values(updates)) await update(undefined)
      confirmedAt = uptimeSeconds()
      if (options.openNotifications)
        notifications = await options.openNotifications(() => void pollAndReport())
      stopPolling = runPeriodically(options.pollMilliseconds, pollIfWritten, outage.failed)
    },

    /** Applies all changes since the last poll. */
    catchUp,

    /** The version of the last change that this node has applied. */
    get version() {
      return version
    },

    /** Whether the last poll failed, so that the snapshots may be out of date. */
    get isDegraded() {
      return outage.isFailing
    },

    /** Returns the time since the last successful poll. */
    ageSeconds,
    /** Returns whether the last successful poll is longer ago than this. */
    isStale: (afterSeconds: number) => ageSeconds() > afterSeconds,

    async close(): Promise<void> {
      closed = true
      await stopPolling?.()
      await notifications.close()
      await lastPoll
    },
  }
}
