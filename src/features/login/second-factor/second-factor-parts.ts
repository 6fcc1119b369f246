import type { Core } from '../../../core/service/core.ts'
import type { LoginEvents } from '../../monitoring/events/login-events.ts'
import { createEncryptionKey } from './encryption-key.ts'
import { createPasswordRequirement } from './password-requirement.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSecondFactorThrottle } from './second-factor-throttle.ts'

export function createSecondFactorParts(core: Core) {
  const { settings, behaviour, dataDir, storage, now } = core
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

export function createSecondFactorThrottleParts(
  { settings, replacements, storage, administration, now }: Core,
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
