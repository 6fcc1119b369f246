import { createCaptcha } from '../core/login/captcha/captcha.ts'
import { createCaptchaAudio, createCaptchaImages } from '../core/login/captcha/captcha-rendering.ts'
import { randomCaptchaText } from '../core/login/captcha/captcha-text.ts'
import type { LoginEvents } from '../core/login/login-events.ts'
import { createLoginThrottle } from '../core/login/login-throttle.ts'
import type { LoginMethods } from '../core/login/offered-login.ts'
import { createPendingLogins } from '../core/login/pending-login.ts'
import { NO_SECOND_FACTOR } from '../core/login/second-step.ts'
import { createLoginLog } from '../core/login-log/login-log.ts'
import { spoolFolderOf } from '../core/login-log/writing/spool-file.ts'
import { type CredentialVerifier, createAccountDirectory } from '../core/password/credential-verifier.ts'
import { hashConcurrency } from '../core/password/password-hash.ts'
import { createPasswordMethod } from '../core/password/password-method.ts'
import { createPasswordVerifier } from '../core/password/password-verifier.ts'
import { createStoredHashStore } from '../core/password/stored-hash.store.ts'
import { createStoredHashKinds } from '../core/password/stored-hash-kinds.ts'
import { createMemoryStore } from '../platform/cluster/short-lived/memory-store.ts'
import type { ShortLivedStore } from '../platform/cluster/short-lived/short-lived-store.ts'
import { traced } from '../platform/observability/tracing.ts'
import { createConcurrencyLimit } from '../platform/runtime/concurrency-limit.ts'
import { type Core, MAX_WAITING_HASHES } from './core.ts'

export type LoginBase = Awaited<ReturnType<typeof createLoginBase>>

/** Creates what logins need without features. */
export async function createLoginBase(core: Core, loginEvents: LoginEvents) {
  const { settings, dataDir, storage, hashes, now, closing, reporter } = core
  const loginLog = await createLoginLog({
    enabled: settings.logger.enableddb,
    spool: { folder: spoolFolderOf(dataDir) },
    store: storage.loginLogStore,
    onProblem: (error) =>
      reporter.problem(error, 'the login log cannot be stored; entries wait in the data folder'),
  })
  closing.add(loginLog.close)
  const shortLived = await openShortLivedStore(core)
  closing.add(shortLived.close)
  const captcha = createCaptchaParts(core, shortLived)
  // One more than are hashed at the same time, so that its failure is counted while the others are hashed.
  const limit = createConcurrencyLimit({ concurrency: hashConcurrency() + 1, maxWaiting: MAX_WAITING_HASHES })
  const throttle = createLoginThrottle({
    database: storage.database,
    maxFailures: settings.login.maxFailures,
    maxFailuresPerNetwork: settings.login.maxFailuresPerNetwork,
    maxDelaySeconds: settings.login.maxDelaySeconds,
    limit,
    onFailure: loginEvents.failed,
    now,
  })
  const methods: LoginMethods = { methods: [createPasswordParts(core)], offers: {} }
  return {
    ...core,
    ...methods,
    loginEvents,
    loginLog,
    shortLived,
    captcha,
    throttle,
    pendingLogins: createPendingLogins(shortLived),
    secondFactorStep: NO_SECOND_FACTOR,
    /** Returns how many passwords are being hashed, and how many logins and changes of passwords wait for it. */
    hashLoad() {
      const { running, waiting } = hashes.load()
      return { running, waiting: waiting + limit.load().waiting }
    },
  }
}

function createCaptchaParts({ settings, replacements, secret, closing }: Core, store: ShortLivedStore) {
  const images = createCaptchaImages()
  closing.add(images.close)
  const audio = createCaptchaAudio()
  closing.add(audio.close)
  return createCaptcha({
    store,
    lifetimeSeconds: settings.captcha.lifetimeSeconds,
    randomText: replacements.captchaText ?? randomCaptchaText,
    render: { image: images.create, audio: audio.create },
    secret,
  })
}

function createPasswordParts(core: Core) {
  const { replacements, storage, reporter, tracing } = core
  const verifier = replacements.credentialVerifier ?? createDefaultVerifier(core)
  return createPasswordMethod({
    credentialVerifier: {
      verify: traced(tracing, 'credential check', (...given) => verifier.verify(...given)),
    },
    accounts: createAccountDirectory(storage.accounts),
    onInvalidAccount: (error) => reporter.problem(error, 'the login is refused'),
  })
}

function createDefaultVerifier({ storage, hashes, closing, reporter }: Core): CredentialVerifier {
  const storedHashKinds = createStoredHashKinds({
    store: createStoredHashStore(storage.database),
    onProblem: (error) => reporter.problem(error, 'the kinds of stored password hashes could not be read'),
  })
  closing.add(storedHashKinds.close)
  return createPasswordVerifier({
    accounts: storage.accounts,
    users: storage.users,
    hashes,
    storedHashKinds,
  })
}

async function openShortLivedStore(core: Core): Promise<ShortLivedStore> {
  const { settings, replacements, uptimeMs, reporter } = core
  if (replacements.shortLivedStore) return replacements.shortLivedStore
  if (settings.redis.url === '') return createMemoryStore({ now: uptimeMs })
  const { connectToRedis } = await import('../platform/cluster/short-lived/redis-connection.ts')
  const { createRedisStore } = await import('../platform/cluster/short-lived/redis-store.ts')
  const connection = await connectToRedis(settings.redis.url, (error) =>
    reporter.problem(error, 'Redis cannot be reached'),
  )
  return createRedisStore(connection)
}
