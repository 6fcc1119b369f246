import { startPeriodicWork } from '../core/service/periodic-work.ts'
import { fingerprintOfKeys, type KeySet } from '../core/token/keys/key-schedule.ts'
import { joinCluster, type Membership } from '../platform/cluster/nodes/cluster.ts'
import { runPeriodically } from '../platform/runtime/periodic.ts'
import { HOUR_IN_MS } from '../platform/runtime/time-units.ts'
import type { Core } from './core.ts'
import { deleteExpired } from './delete-expired.ts'

const CLOCK_INTERVAL_MS = 10_000
const DELETE_EXPIRED_INTERVAL_MS = HOUR_IN_MS
/** Roles that were changed by hand, or by a node that does not record it, are seen then. */
const ROLE_RELOAD_INTERVAL_MS = HOUR_IN_MS

/** Starts the deletion of expired rows, the recording of role ends and the heartbeat of this node. Returns the membership of this node. */
export function startBackgroundTasks(core: Core): Membership {
  const { settings, storage, keys, secret, administration, now, closing, reporter } = core
  const { retentionDays } = settings.logger
  const deleteOldRows = async (): Promise<void> => {
    await deleteExpired(storage.database, now(), settings)
    if (retentionDays > 0) await administration.loginLogAdministration.deleteOlderThan(retentionDays)
  }
  closing.add(
    runPeriodically(DELETE_EXPIRED_INTERVAL_MS, deleteOldRows, (error) =>
      reporter.problem(error, 'expired rows could not be deleted'),
    ),
  )
  const roleProblem = 'the roles cannot be read; the last ones are shown'
  closing.add(startPeriodicWork(core, ROLE_RELOAD_INTERVAL_MS, storage.rolesInForce.update, roleProblem))
  startRoleEnds(core)
  const membership = joinCluster({
    nodes: storage.nodes,
    version: () => storage.changeFeed.version,
    keys: createKeyFingerprint(keys.current, secret),
    now,
    unchangedMs: core.intervals.heartbeats,
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

/** Keeps the clock of the database right, and records the roles that end. */
function startRoleEnds(core: Core): void {
  const { storage, closing, recordRoleEnds } = core
  const { databaseClock } = storage
  const clockProblem = 'the time of the database cannot be read; roles end by the last one'
  closing.add(startPeriodicWork(core, CLOCK_INTERVAL_MS, databaseClock.measure, clockProblem))
  const problem = 'the ends of roles cannot be recorded'
  closing.add(startPeriodicWork(core, core.intervals.roleEnds, recordRoleEnds, problem))
}

/** Returns a function that returns the fingerprint of the current keys. It is sent every second, and keys rarely change. */
function createKeyFingerprint(current: () => KeySet, secret: string): () => string {
  let keySet = current()
  let fingerprint = fingerprintOfKeys(keySet, secret)
  return () => {
    if (keySet !== current()) {
      keySet = current()
      fingerprint = fingerprintOfKeys(keySet, secret)
    }
    return fingerprint
  }
}
