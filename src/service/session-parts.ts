import type { ServiceContext } from '../core/service/context.ts'
import { createSessions } from '../core/session/session.ts'
import { type Keys, openTokenKeys } from '../core/token/keys/keys.ts'
import { createTokens } from '../core/token/token.ts'
import { runPeriodically } from '../platform/runtime/periodic.ts'
import type { Storage } from './storage.ts'

export async function openSigningKeys(context: ServiceContext): Promise<Keys> {
  const { settings, behaviour, dataDir, secret, now, closing, reporter } = context
  const keys = await openTokenKeys({
    strongSecretRequired: behaviour.strongSecretRequired,
    tokenLifetimeSeconds: behaviour.tokenLifetimeSeconds,
    algorithm: settings.jwt.algorithm,
    folder: settings.jwt.keys,
    dataDir,
    secret,
    now,
    pollMilliseconds: context.intervals.keyFiles,
    onProblem: (error) =>
      reporter.problem(error, 'the signing keys cannot be read; the previous keys stay in use'),
  })
  closing.add(keys.close)
  return keys
}

/** Creates the tokens and the sessions. Sessions whose key is removed are ended, also while the service runs. */
export async function createSessionParts(context: ServiceContext, keys: Keys, storage: Storage) {
  const { settings, behaviour, now, closing, reporter } = context
  const tokens = createTokens({
    keys: keys.current,
    issuer: settings.jwt.issuer,
    lifetimeSeconds: behaviour.tokenLifetimeSeconds,
    mode: behaviour.isDev ? behaviour.mode : undefined,
    now,
    databaseNow: storage.databaseClock.now,
  })
  const sessions = createSessions({
    database: storage.database,
    changeFeed: storage.changeFeed,
    tokens,
    maxPerUser: settings.session.maxPerUser,
    whenFull: settings.session.whenFull,
    now,
    databaseNow: storage.databaseClock.now,
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
    runPeriodically(context.intervals.removedKeys, endUnverifiableSessions, (error) =>
      reporter.problem(error, 'sessions of a removed key are still listed'),
    ),
  )
  return { tokens, sessions }
}
