import { createPasswordHashes, hashConcurrency } from '../core/password/password-hash.ts'
import { createPasswordRules } from '../core/password/password-rules.ts'
import type { ServiceContext } from '../core/service/context.ts'
import { createRoleEnds } from '../core/user/role-ends.ts'
import { createDryRunWriter } from '../platform/cluster/change-feed/change-writer.ts'
import type { Tracing } from '../platform/observability/tracing.ts'
import { createAdministration } from './administration.ts'
import type { Replacements } from './replacements.ts'
import { createSessionParts, openSigningKeys } from './session-parts.ts'
import { openStorage } from './storage.ts'

export const MAX_WAITING_HASHES = 200

/** The context with the parts that most of the others use. */
export type Core = Awaited<ReturnType<typeof createCore>>

export async function createCore(
  context: ServiceContext,
  replacements: Replacements,
  tracing: Tracing | undefined,
) {
  const { settings } = context
  const keys = await openSigningKeys(context)
  const storage = await openStorage(context, tracing?.query)
  const { tokens, sessions } = await createSessionParts(context, keys, storage)
  const hashes = createPasswordHashes({ concurrency: hashConcurrency(), maxWaiting: MAX_WAITING_HASHES })
  const passwordRules = createPasswordRules(settings.password)
  const databaseNow = storage.databaseClock.now
  const parts = { ...context, hashes, passwordRules, databaseNow }
  const administration = createAdministration({ ...parts, changes: storage.changeFeed, isDryRun: false })
  const { operations } = administration
  return {
    ...context,
    replacements,
    keys,
    tracing,
    storage,
    tokens,
    sessions,
    hashes,
    passwordRules,
    administration,
    /** Records the ends of roles that are due. */
    recordRoleEnds: createRoleEnds({ database: storage.database, operations, databaseNow }),
    dryRun: createAdministration({
      ...parts,
      changes: createDryRunWriter(storage.database),
      isDryRun: true,
    }),
  }
}
