import { createSessions, type Sessions } from '../../authentication/session/session.ts'
import { type Keys, openTokenKeys } from '../../authentication/token/keys.ts'
import { createTokens, type Tokens } from '../../authentication/token/token.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { runPeriodically } from '../../foundation/runtime/periodic.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Behaviour } from '../../settings/mode.ts'
import type { Reporter } from '../reporter.ts'
import type { Storage } from '../storage.ts'

const KEY_CHECK_INTERVAL_MS = 1000

export interface KeyOptions {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly dataDir: string
  readonly secret: string
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

export async function openSigningKeys(options: KeyOptions): Promise<Keys> {
  const { settings, behaviour, dataDir, secret, now, closing, reporter } = options
  const keys = await openTokenKeys({
    strongSecretRequired: behaviour.strongSecretRequired,
    tokenLifetimeSeconds: behaviour.tokenLifetimeSeconds,
    algorithm: settings.jwt.algorithm,
    folder: settings.jwt.keys,
    dataDir,
    secret,
    now,
    onProblem: (error) =>
      reporter.problem(error, 'the signing keys cannot be read; the previous keys stay in use'),
  })
  closing.add(keys.close)
  return keys
}

export interface SessionPartsOptions {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly keys: Keys
  readonly storage: Storage
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/** Creates the tokens and the sessions. Sessions whose key is removed are ended, also while the service runs. */
export async function createSessionParts(
  options: SessionPartsOptions,
): Promise<{ tokens: Tokens; sessions: Sessions }> {
  const { settings, behaviour, keys, storage, now, closing, reporter } = options
  const tokens = createTokens({
    keys: keys.current,
    issuer: settings.jwt.issuer,
    lifetimeSeconds: behaviour.tokenLifetimeSeconds,
    mode: behaviour.isDev ? behaviour.mode : undefined,
    cacheSize: settings.jwt.cacheSize,
    now,
  })
  const sessions = createSessions({
    database: storage.database,
    changeFeed: storage.changeFeed,
    tokens,
    maxPerUser: settings.session.maxPerUser,
    whenFull: settings.session.whenFull,
    now,
  })
  await sessions.endUnverifiable()
  let checkedGeneration = keys.current().generation
  const endUnverifiableSessions = async (): Promise<void> => {
    const { generation } = keys.current()
    if (generation === checkedGeneration) return
    await sessions.endUnverifiable()
    checkedGeneration = generation
  }
  closing.add(
    runPeriodically(KEY_CHECK_INTERVAL_MS, endUnverifiableSessions, (error) =>
      reporter.problem(error, 'sessions of a removed key are still listed'),
    ),
  )
  return { tokens, sessions }
}
