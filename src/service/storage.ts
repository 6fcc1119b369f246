import { createDepartments } from '../core/data-scope/departments.ts'
import { createPolicy } from '../core/permission/policy.ts'
import { createRolesInForce } from '../core/role/roles-in-force.ts'
import type { ServiceContext } from '../core/service/context.ts'
import { createRevocationStore } from '../core/token/revocation.store.ts'
import { createRevocationCache } from '../core/token/revocation-cache.ts'
import { createChangeFeed } from '../platform/cluster/change-feed/change-feed.ts'
import { openNotifications } from '../platform/cluster/change-feed/open-notifications.ts'
import { openDatabaseClock, readDatabaseTime } from '../platform/cluster/nodes/database-clock.ts'
import { type OnQuery, openDatabase } from '../platform/database/database.ts'
import { databaseUrlOf } from '../platform/settings/addresses.ts'
import { createStores } from './stores.ts'

const SLOWER = 'notifications of changes are interrupted; changes of other nodes arrive by polling'

export type Storage = Awaited<ReturnType<typeof openStorage>>

/** Opens the database, its stores, and the snapshots in memory that changes update. */
export async function openStorage(context: ServiceContext, onQuery: OnQuery | undefined) {
  const { settings, now, uptimeMs, closing, reporter } = context
  const { database, address, countForeignWrites, close } = await openDatabase(databaseUrlOf(settings), {
    poolSize: settings.database.poolSize,
    onQuery,
  })
  closing.add(close)
  const databaseClock = await openDatabaseClock({
    readTime: () => readDatabaseTime(database, now),
    uptimeMs,
  })
  const stores = createStores(database, now)
  const policy = createPolicy({
    store: stores.policyStore,
    changes: stores.changes,
    onProblem: reporter.warn,
  })
  const departmentsInForce = createDepartments({
    store: stores.departments,
    changes: stores.changes,
    onProblem: reporter.warn,
    onReadFailed: (error) =>
      reporter.problem(error, 'the departments of users cannot be read; they see no rows'),
  })
  const rolesInForce = createRolesInForce(stores.roles)
  const revocations = createRevocationCache(createRevocationStore(database))
  const changeFeed = createChangeFeed({
    database,
    // Revocations first: loading a large policy takes long, and a token with a role's old key must be revoked before
    // another role gets that key.
    updates: {
      revocation: (range) => revocations.reload(range === undefined),
      policy: policy.update,
      department: departmentsInForce.update,
      role: rolesInForce.update,
    },
    now,
    countForeignWrites,
    pollMilliseconds: context.intervals.changes,
    openNotifications: (onNotification) =>
      openNotifications({
        address,
        redisUrl: settings.redis.url,
        onNotification,
        onProblem: (error) => reporter.problem(error, SLOWER),
      }),
    onProblem: (error) => reporter.problem(error, 'the change feed cannot read the database'),
  })
  await changeFeed.start()
  closing.add(changeFeed.close)
  return {
    ...stores,
    database,
    databaseClock,
    policy,
    departmentsInForce,
    rolesInForce,
    revocations,
    changeFeed,
  }
}
