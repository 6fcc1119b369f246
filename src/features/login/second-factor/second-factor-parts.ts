import type { Operations } from '../../../core/operations/operations.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import type { LoginEvents } from '../../monitoring/events/login-events.ts'
import { createEncryptionKey } from './encryption-key.ts'
import { createPasswordRequirement } from './password-requirement.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSecondFactorThrottle } from './second-factor-throttle.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'behaviour' | 'dataDir' | 'now'> {
  readonly storage: { readonly database: RootDatabase }
}

export function createSecondFactorParts({ settings, behaviour, dataDir, storage, now }: Parts) {
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

export function createSecondFactorThrottleParts(
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
