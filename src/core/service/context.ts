import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../features/settings.ts'
import type { CloseStack } from '../../platform/runtime/close-stack.ts'
import { createExclusionList } from '../permission/exclusion-list.ts'
import { roleKeysInSettings } from '../role/named-roles.ts'
import { behaviourOf } from '../settings/mode.ts'
import { signingSecret } from '../token/keys/generated-secret.ts'
import { intervalsOf } from './intervals.ts'

export type ServiceContext = ReturnType<typeof createServiceContext>

/** What the embedding app may replace of it. */
interface ReplacedParts {
  readonly now?: () => number
  readonly logger?: FastifyBaseLogger
}

/** Creates what every part of the service uses: the settings, what follows from them, the clocks and the log. */
export function createServiceContext(
  settings: Settings,
  replacements: ReplacedParts,
  closing: CloseStack,
  { isStandalone }: { readonly isStandalone: boolean },
) {
  const behaviour = behaviourOf(settings)
  const dataDir = resolve(settings.application.dataDir)
  const exclusionList = createExclusionList(settings.permission.exclude)
  const secret = signingSecret(settings.jwt.secret, dataDir, behaviour.strongSecretRequired)
  return {
    settings,
    /** Each part that must be closed adds its close function. */
    closing,
    isStandalone,
    behaviour,
    dataDir,
    exclusionList,
    intervals: intervalsOf(settings),
    secret,
    /** The keys of the roles that settings name. */
    rolesInSettings: roleKeysInSettings(settings),
    reporter: createReporter(replacements.logger),
    now: replacements.now ?? Date.now,
    /** A monotonic clock in milliseconds, for durations within this process. A replaced clock replaces both. */
    uptimeMs: replacements.now ?? (() => performance.now()),
  }
}

/** Creates what logs events that do not belong to a request. */
function createReporter(given: FastifyBaseLogger | undefined) {
  let logger = given
  return {
    problem: (error: unknown, text: string): void => logger?.error({ err: error }, text),
    warn: (text: string): void => logger?.warn(text),
    /** Sets the log, unless one was passed to `createReporter`. */
    adopt(other: FastifyBaseLogger): void {
      logger ??= other
    },
  }
}
