import type { LoginEvents } from '../../../core/login/login-events.ts'
import type { LoginMethod } from '../../../core/login/login-method.ts'
import { createLoginThrottle } from '../../../core/login/login-throttle.ts'
import type { LoginMethods } from '../../../core/login/offered-login.ts'
import { createOwnerAccessStore } from '../../../core/operations/owner-access.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { ServiceAccountStore } from './service-account.store.ts'
import type { ServiceCredentialStore } from './service-credential.store.ts'
import { createUsedAssertionStore } from './used-assertion.store.ts'

/** A verification is a few queries. */
const MAX_CONCURRENT_LOGINS = 8
const MAX_WAITING_LOGINS = 200

interface Parts extends Pick<ServiceContext, 'settings' | 'now'>, LoginMethods {
  readonly loginEvents: Pick<LoginEvents, 'failed'>
  readonly secondFactors: Pick<SecondFactors, 'isRequired'>
  readonly storage: {
    readonly database: RootDatabase
    readonly serviceAccounts: ServiceAccountStore
    readonly serviceCredentials: ServiceCredentialStore
    readonly accounts: AccountStore
  }
}

/** Adds the login of service accounts, if the method is enabled. */
export async function createServiceAccountLogin(parts: Parts): Promise<LoginMethods> {
  const { methods, offers } = parts
  const method = await createMethod(parts)
  // Programs log in without a page.
  return { methods: method ? [...methods, method] : methods, offers: { ...offers, service: [] } }
}

async function createMethod({
  settings,
  storage,
  loginEvents,
  secondFactors,
  now,
}: Parts): Promise<LoginMethod | undefined> {
  const { login } = settings
  if (!login.methods.includes('service')) return undefined
  const { createServiceAccountMethod } = await import('./service-method.ts')
  return createServiceAccountMethod({
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
