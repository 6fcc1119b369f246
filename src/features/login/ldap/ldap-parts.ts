import { randomUUID } from 'node:crypto'
import type { LoginMethod } from '../../../core/login/login-method.ts'
import type { LoginMethods } from '../../../core/login/offered-login.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import { createLeaseStore } from '../../../platform/cluster/nodes/lease.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { ExternalAccounts } from '../external-accounts/external-account.ts'
import {
  createExternalAccounts,
  type ExternalAccountAdministration,
} from '../external-accounts/external-accounts.ts'
import { createFoundAccountThrottle } from './found-account-throttle.ts'
import { createLdapMethod } from './ldap-method.ts'
import { maxBatchMs, syncWithDirectory } from './ldap-sync.ts'
import { type OpenDirectory, openDirectory } from './open-directory.ts'
import { createPeriodicSync } from './periodic-sync.ts'

/** Logins that wait for the directory cost little, so more of them may run than password hashes. */
const MAX_LOGINS = 32
const MAX_WAITING_LOGINS = 200
const SYNC_POLL_MS = MINUTE_IN_MS
const SYNC_LEASE = 'ldap-sync'

interface Parts
  extends Pick<ServiceContext, 'settings' | 'now' | 'uptimeMs' | 'closing' | 'reporter'>,
    Pick<LoginMethods, 'methods'> {
  readonly administration: ExternalAccountAdministration
  readonly storage: {
    readonly database: RootDatabase
    readonly users: UserStore
    readonly userLinks: UserLinkStore
  }
}

/** Adds the login method `ldap` and starts the periodic sync, if the method is enabled. */
export function createLdapLogin(parts: Parts): Pick<LoginMethods, 'methods'> {
  const method = createMethod(parts)
  return { methods: method ? [...parts.methods, method] : parts.methods }
}

function createMethod(parts: Parts): LoginMethod | undefined {
  const { settings, storage, administration, now, uptimeMs, reporter } = parts
  if (!settings.login.methods.includes('ldap')) return undefined
  const { ldap } = settings.login
  const opened = openDirectory(ldap, uptimeMs)
  const accounts = createExternalAccounts({
    database: storage.database,
    administration,
    onProblem: reporter.warn,
    now,
  })
  if (ldap.syncMinutes > 0) startSync(parts, opened, accounts)
  return createLdapMethod({
    ...opened,
    settings: ldap,
    accounts,
    limit: createConcurrencyLimit({ concurrency: MAX_LOGINS, maxWaiting: MAX_WAITING_LOGINS }),
    foundAccountThrottle: createFoundAccountThrottle({
      database: storage.database,
      maxFailures: settings.login.maxFailures,
      maxDelaySeconds: settings.login.maxDelaySeconds,
      now,
    }),
    onProblem: (error) => reporter.problem(error, 'a login with the directory failed'),
    now,
  })
}

function startSync(parts: Parts, opened: OpenDirectory, accounts: ExternalAccounts): void {
  const { settings, storage, now, uptimeMs, closing, reporter } = parts
  const { ldap } = settings.login
  const leases = createLeaseStore(storage.database)
  const holder = randomUUID()
  const closed = new AbortController()

  const syncIfDue = createPeriodicSync({
    intervalMs: ldap.syncMinutes * MINUTE_IN_MS,
    // The lease is extended before each batch. A minute is for the changes in the database.
    leaseMs: maxBatchMs(ldap) + MINUTE_IN_MS,
    takeLease: (until) => leases.take({ id: SYNC_LEASE, holder, now: now(), until }),
    sync: (holdsLease) =>
      syncWithDirectory({
        ...opened,
        settings: ldap,
        accounts,
        links: storage.userLinks,
        users: storage.users,
        mayContinue: holdsLease,
        signal: closed.signal,
      }),
    now,
    uptimeMs,
  })

  const outage = createOutageLog((error) =>
    reporter.problem(error, 'accounts cannot be compared with the directory; they stay unchanged'),
  )
  const run = async (): Promise<void> => {
    const result = await syncIfDue()
    if (result === undefined) return
    outage.recovered()
    if (result.problems.length === 0) return
    reporter.warn(`accounts could not be compared with the directory: ${result.problems.join('; ')}`)
  }
  const stop = runPeriodically(SYNC_POLL_MS, run, (error) => {
    if (!closed.signal.aborted) outage.failed(error)
  })
  closing.add(() => {
    closed.abort()
    return stop()
  })
}
