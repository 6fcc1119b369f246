import type { LoginEvents } from '../../../core/login/login-events.ts'
import type { LoginThrottle } from '../../../core/login/login-throttle.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createEncryptionKey } from './encryption-key.ts'
import { createMySecondFactor } from './my-second-factor.ts'
import { createPasswordRequirement } from './password-requirement.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSecondFactorStep } from './second-factor-step.ts'
import { createSecondFactorThrottle } from './second-factor-throttle.ts'
import { createSecondFactorTickets } from './second-factor-tickets.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'behaviour' | 'dataDir' | 'now'> {
  readonly storage: { readonly database: RootDatabase }
}

function createSecondFactorParts({ settings, behaviour, dataDir, storage, now }: Parts) {
  const { requiredRoles, encryptionKey, acceptedEncryptionKey } = settings.login.secondFactor
  return createSecondFactors({
    database: storage.database,
    encryptionKey: createEncryptionKey({
      configured: encryptionKey,
      accepted: acceptedEncryptionKey,
      dataDir,
      strongRequired: behaviour.strongSecretRequired,
    }),
    requiredRoles,
    issuer: settings.application.name,
    now,
  })
}

interface ThrottleParts extends Pick<ServiceContext, 'settings' | 'now'> {
  readonly replacements: { readonly credentialVerifier?: unknown }
  readonly storage: { readonly database: RootDatabase; readonly userNetworks: UserNetworkStore }
  readonly administration: { readonly operations: Operations }
}

function createSecondFactorThrottleParts(
  { settings, replacements, storage, administration, now }: ThrottleParts,
  loginEvents: Pick<LoginEvents, 'secondFactorFailed'>,
) {
  return createSecondFactorThrottle({
    database: storage.database,
    userNetworks: storage.userNetworks,
    maxFailures: settings.login.maxFailures,
    maxDelaySeconds: settings.login.maxDelaySeconds,
    onBlocked: ({ account: { username }, address, failures }) =>
      loginEvents.secondFactorFailed({ username, address, failures }),
    // The password that another verifier accepts is not the one that users set here.
    onPasswordKnown: replacements.credentialVerifier
      ? async () => {}
      : createPasswordRequirement(administration.operations),
    now,
  })
}

interface LoginParts extends Parts, ThrottleParts {
  readonly storage: Parts['storage'] & ThrottleParts['storage'] & { readonly users: UserStore }
  readonly loginEvents: LoginEvents
  readonly throttle: LoginThrottle
  readonly pendingLogins: PendingLogins
}

/** Creates the second factor of logins, and what users do with their own. */
export function createSecondFactorLogin(parts: LoginParts) {
  const { storage, administration, throttle, loginEvents, pendingLogins, now } = parts
  const secondFactors = createSecondFactorParts(parts)
  const secondFactorThrottle = createSecondFactorThrottleParts(parts, loginEvents)
  return {
    secondFactors,
    secondFactorThrottle,
    secondFactorStep: createSecondFactorStep({
      secondFactors,
      tickets: createSecondFactorTickets({ pendingLogins, now }),
      throttle,
      secondFactorThrottle,
      onExhausted: loginEvents.secondFactorFailed,
    }),
    mySecondFactor: createMySecondFactor({
      users: storage.users,
      secondFactors,
      operations: administration.operations,
      throttle,
      secondFactorThrottle,
    }),
  }
}
