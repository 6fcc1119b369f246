import type { LoginMethod } from '../../../core/login/login-method.ts'
import { createLoginThrottle } from '../../../core/login/login-throttle.ts'
import { createOwnerAccessStore } from '../../../core/operations/owner-access.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import type { LoginEvents } from '../../monitoring/events/login-events.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { ServiceAccountStore } from './service-account.store.ts'
import type { ServiceCredentialStore } from './service-credential.store.ts'
import { createUsedAssertionStore } from './used-assertion.store.ts'

/** A verification is a few queries. */
const MAX_CONCURRENT_LOGINS = 8
const MAX_WAITING_LOGINS = 200

interface Parts extends Pick<ServiceContext, 'settings' | 'now'> {
  readonly storage: {
    readonly database: RootDatabase
    readonly serviceAccounts: ServiceAccountStore
    readonly serviceCredentials: ServiceCredentialStore
    readonly accounts: AccountStore
  }
}

/** Creates the login of service accounts, or nothing if the method is not enabled. */
export async function createServiceAccountParts(
  { settings, storage, now }: Parts,
  loginEvents: Pick<LoginEvents, 'failed'>,
  secondFactors: Pick<SecondFactors, 'isRequired'>,
): Promise<LoginMethod | undefined> {
  const { login } = settings
  if (!login.methods.includes('service')) return undefined
  const { createServiceMethod } = await import('./service-method.ts')
  return createServiceMethod({
    serviceAccounts: storage.serviceAccounts,
    credentials: storage.serviceCredentials,
    usedAssertions: createUsedAssertionStore(storage.database),
    accounts: storage.accounts,
    ownerAccess: createOwnerAccessStore(storage.database),
    requiresSecondFactor: secondFactors.isRequired,
    throttle: createLoginThrottle({
      database: storage.database,
      maxFailures: login.maxFailures,
      maxFailuresPerNetwork: login.maxFailuresPerNetwork,
      maxDelaySeconds: login.maxDelaySeconds,
      countedFor: 'program',
      limit: createConcurrencyLimit({
        concurrency: MAX_CONCURRENT_LOGINS,
        maxWaiting: MAX_WAITING_LOGINS,
      }),
      onFailure: loginEvents.failed,
      now,
    }),
    issuer: settings.jwt.issuer,
    tokenLifetimeSeconds: login.service.tokenSeconds,
    now,
  })
}
