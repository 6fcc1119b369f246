import type { RootDatabase } from '../database/database.ts'
import { type ChangeKind, createChangeStore } from './change.store.ts'
import { type ChangeWriter, createChangeWriter } from './change-writer.ts'

/** Reloads the snapshot of one kind of change. A failed reload keeps the last good one. */
export type Reload = () => Promise<void>

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
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly database: RootDatabase
  readonly reloads: Readonly<Record<ChangeKind, Reload>>
  readonly now: () => number
  readonly pollMilliseconds: number
  readonly onProblem: (error: unknown) => void
}

/**
 * How a change made by another process reaches this one: a table of changes, asked at short intervals. What this
 * process changes itself is in force before the change is answered.
 */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { database, reloads, now } = options
  const changes = createChangeStore(database)
  const writer = createChangeWriter(database, now)
  let version = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let troubled = false
  // One look at a time, each after the one before: two reloads at once could finish in the wrong order.
  let lastLook: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const seen = await changes.kindsSince(version)
    for (const kind of Object.keys(reloads) as ChangeKind[]) {
      if (seen.kinds.has(kind)) await reloads[kind]()
    }
    version = seen.version
  }

  const catchUp = (): Promise<void> => {
    const next = lastLook.then(look)
    lastLook = next.catch(() => {})
    return next
  }

  const poll = async (): Promise<void> => {
    try {
      await catchUp()
      troubled = false
    } catch (error) {
      if (!troubled) options.onProblem(error)
      troubled = true
    }
    schedule()
  }

  const schedule = (): void => {
    if (closed) return
    timer = setTimeout(() => void poll(), options.pollMilliseconds)
    timer.unref()
  }

  return {
    async write(kinds, work) {
      const result = await writer.write(kinds, work)
      await catchUp()
      return result
    },

    async start() {
      version = await changes.latestVersion()
      for (const reload of Object.values(reloads)) await reload()
      schedule()
    },

    catchUp,

    get version() {
      return version
    },

    get isTroubled() {
      return troubled
    },

    async close() {
      closed = true
      clearTimeout(timer)
      await lastLook
    },
  }
}
