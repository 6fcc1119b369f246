import { createEncryptionKey } from '../second-factor/encryption-key.ts'
import { createSecondFactors, type SecondFactors } from '../second-factor/second-factor.ts'
import type { Settings } from '../settings/declarations.ts'
import type { Behaviour } from '../settings/mode.ts'
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
  const { requiredRoles, encryptionKey } = settings.login.secondFactor
  return createSecondFactors({
    database: storage.database,
    encryptionKey: createEncryptionKey({
      configured: encryptionKey,
      dataDir,
      strongRequired: behaviour.strongSecretRequired,
    }),
    requiredRoles,
    issuer: settings.application.name,
    now,
  })
}
