import { createAdministration } from '../../administration/administration.ts'
import { codeAddressesOf } from '../../administration/code-addresses.ts'
import type { FourEyesOptions } from '../../administration/four-eyes/four-eyes.ts'
import { createPasswordHashes, hashConcurrency } from '../../authentication/password/password-hash.ts'
import { createPasswordRules } from '../../authentication/password/password-rules.ts'
import { requiresSecondFactor } from '../../authentication/second-factor/second-factor.ts'
import { type ChangeWriter, createDryRunWriter } from '../../cluster/change-feed/change-writer.ts'
import type { ServiceContext } from '../context.ts'
import { openStorage } from '../storage.ts'
import { createSessionParts, openSigningKeys } from './session-parts.ts'
import { createTracingParts } from './tracing-parts.ts'

export const MAX_WAITING_HASHES = 200

/** The context with the parts that most of the others use. */
export type Core = Awaited<ReturnType<typeof createCore>>

export async function createCore(context: ServiceContext) {
  const { settings, exclusionList, rolesInSettings, now } = context
  const keys = await openSigningKeys(context)
  const tracing = await createTracingParts(context)
  const storage = await openStorage(context, tracing?.query)
  const { tokens, sessions } = await createSessionParts(context, keys, storage)
  const hashes = createPasswordHashes({ concurrency: hashConcurrency(), maxWaiting: MAX_WAITING_HASHES })
  const passwordRules = createPasswordRules(settings.password)
  const administrationWith = (changes: ChangeWriter, fourEyes?: FourEyesOptions) =>
    createAdministration({
      changes,
      hashes,
      passwordRules,
      exclusionList,
      codeAddresses: codeAddressesOf(settings.login),
      usageKeepDays: settings.usage.keepDays,
      rolesInSettings,
      requestableRoles: settings.administration.requests,
      requiresSecondFactor: (roleKey) =>
        requiresSecondFactor(settings.login.secondFactor.requiredRoles, roleKey),
      fourEyes,
      now,
      databaseNow: storage.databaseClock.now,
    })
  return {
    ...context,
    keys,
    tracing,
    storage,
    tokens,
    sessions,
    hashes,
    passwordRules,
    administration: administrationWith(storage.changeFeed, settings.administration.fourEyes),
    dryRun: administrationWith(createDryRunWriter(storage.database)),
  }
}
