import type { Administration } from '../../administration/administration.ts'
import { createPasswordRequirement } from '../../administration/password-requirement.ts'
import {
  createSecondFactorThrottle,
  type SecondFactorThrottle,
} from '../../authentication/login/second-factor-throttle.ts'
import { createEncryptionKey } from '../../authentication/second-factor/encryption-key.ts'
import { createSecondFactors, type SecondFactors } from '../../authentication/second-factor/second-factor.ts'
import type { LoginEvents } from '../../observability/events/login-events.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Behaviour } from '../../settings/mode.ts'
import type { Replacements } from '../replacements.ts'
import type { Storage } from '../storage.ts'

export interface SecondFactorPartsOptions {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly dataDir: string
  readonly storage: Storage
  readonly now: () => number
}

export function createSecondFactorParts(options: SecondFactorPartsOptions): SecondFactors {
  const { settings, behaviour, dataDir, storage, now } = options
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

export interface SecondFactorThrottlePartsOptions {
  readonly settings: Settings
  readonly replacements: Pick<Replacements, 'credentialVerifier'>
  readonly storage: Storage
  readonly administration: Administration
  readonly loginEvents: Pick<LoginEvents, 'secondFactorFailed'>
  readonly now: () => number
}

export function createSecondFactorThrottleParts(
  options: SecondFactorThrottlePartsOptions,
): SecondFactorThrottle {
  const { settings, replacements, storage, administration, loginEvents, now } = options
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
