import type { LoginLogAdministration } from '../../administration/login-log.ts'
import { fingerprintOfKeys } from '../../authentication/token/key-schedule.ts'
import type { Keys } from '../../authentication/token/keys.ts'
import { joinCluster, type Membership } from '../../cluster/nodes/cluster.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { runPeriodically } from '../../foundation/runtime/periodic.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { deleteExpired } from '../delete-expired.ts'
import type { Reporter } from '../reporter.ts'
import type { Storage } from '../storage.ts'

const DELETE_EXPIRED_INTERVAL_MS = 60 * 60 * 1000
const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000

export interface BackgroundTasksOptions {
  readonly settings: Settings
  readonly storage: Storage
  readonly keys: Keys
  readonly secret: string
  readonly loginLogAdministration: LoginLogAdministration
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/** Starts the deletion of expired rows and the heartbeat of this node. Returns the membership of this node. */
export function startBackgroundTasks(options: BackgroundTasksOptions): Membership {
  const { settings, storage, keys, secret, loginLogAdministration, now, closing, reporter } = options
  const { retentionDays } = settings.logger
  const deleteOldRows = async (): Promise<void> => {
    await deleteExpired(storage.database, now())
    await storage.usage.deleteUnusedSince(now() - settings.usage.keepDays * DAY_IN_MILLISECONDS)
    await storage.events.deleteExpired(
      now() - settings.events.keepDays * DAY_IN_MILLISECONDS,
      settings.events.maxEvents,
    )
    if (retentionDays > 0) await loginLogAdministration.deleteOlderThan(retentionDays)
  }
  closing.add(
    runPeriodically(DELETE_EXPIRED_INTERVAL_MS, deleteOldRows, (error) =>
      reporter.problem(error, 'expired rows could not be deleted'),
    ),
  )
  const membership = joinCluster({
    nodes: storage.nodes,
    version: () => storage.changeFeed.version,
    keys: () => fingerprintOfKeys(keys.current(), secret),
    now,
    onProblem: (error) => reporter.problem(error, 'the heartbeat of this node could not be stored'),
    onDifferentKeys: () =>
      reporter.problem(
        new Error('give all nodes the same jwt.secret and the same files in jwt.keys'),
        "the keys of this node differ from those of the other nodes, so they refuse each other's tokens and captchas",
      ),
  })
  closing.add(membership.leave)
  return membership
}
