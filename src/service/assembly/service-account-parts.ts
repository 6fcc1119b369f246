import type { LoginMethod } from '../../authentication/login/login-method.ts'
import { createLoginThrottle } from '../../authentication/login/login-throttle.ts'
import type { SecondFactors } from '../../authentication/second-factor/second-factor.ts'
import { createServiceMethod } from '../../authentication/service/service-method.ts'
import { createConcurrencyLimit } from '../../foundation/runtime/concurrency-limit.ts'
import type { LoginEvents } from '../../observability/events/login-events.ts'
import type { Core } from './core.ts'

/** A verification is two queries. */
const MAX_CONCURRENT_LOGINS = 8
const MAX_WAITING_LOGINS = 200

/** Creates the login with secrets of service accounts, or nothing if the method is not enabled. */
export function createServiceAccountParts(
  { settings, storage, now }: Core,
  loginEvents: Pick<LoginEvents, 'failed'>,
  secondFactors: Pick<SecondFactors, 'isRequired'>,
): LoginMethod | undefined {
  const { login } = settings
  if (!login.methods.includes('service')) return undefined
  const limit = createConcurrencyLimit({
    concurrency: MAX_CONCURRENT_LOGINS,
    maxWaiting: MAX_WAITING_LOGINS,
  })
  return createServiceMethod({
    serviceAccounts: storage.serviceAccounts,
    accounts: storage.accounts,
    requiresSecondFactor: secondFactors.isRequired,
    throttle: createLoginThrottle({
      database: storage.database,
      maxFailures: login.maxFailures,
      maxFailuresPerNetwork: login.maxFailuresPerNetwork,
      maxDelaySeconds: login.maxDelaySeconds,
      countedFor: 'program',
      limit,
      onFailure: loginEvents.failed,
      now,
    }),
    limit,
    tokenLifetimeSeconds: login.service.tokenSeconds,
    now,
  })
}
