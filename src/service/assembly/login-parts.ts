import type { Administration } from '../../administration/administration.ts'
import { type Captcha, createCaptcha } from '../../authentication/captcha/captcha.ts'
import { createCaptchaAudio } from '../../authentication/captcha/captcha-audio.ts'
import { createCaptchaImages } from '../../authentication/captcha/captcha-image.ts'
import { randomCaptchaText } from '../../authentication/captcha/captcha-text.ts'
import type { LoginCodes } from '../../authentication/code/login-codes.ts'
import {
  type CredentialVerifier,
  createAccountDirectory,
} from '../../authentication/login/credential-verifier.ts'
import { createLogin, type Login } from '../../authentication/login/login.ts'
import { createLoginThrottle, type LoginThrottle } from '../../authentication/login/login-throttle.ts'
import { createPendingLogins, type PendingLogins } from '../../authentication/login/pending-login.ts'
import { createSecondFactorStep } from '../../authentication/login/second-factor-step.ts'
import type { SecondFactorThrottle } from '../../authentication/login/second-factor-throttle.ts'
import { createSecondFactorTickets } from '../../authentication/login/second-factor-tickets.ts'
import type { OidcLogin } from '../../authentication/oidc/oidc-login.ts'
import {
  createPasswordHashes,
  hashConcurrency,
  type PasswordHashes,
} from '../../authentication/password/password-hash.ts'
import { createPasswordMethod } from '../../authentication/password/password-method.ts'
import { createPasswordVerifier } from '../../authentication/password/password-verifier.ts'
import { createStoredHashStore } from '../../authentication/password/stored-hash.store.ts'
import { createStoredHashKinds } from '../../authentication/password/stored-hash-kinds.ts'
import type { SecondFactors } from '../../authentication/second-factor/second-factor.ts'
import type { Sessions } from '../../authentication/session/session.ts'
import { createMemoryStore } from '../../cluster/short-lived/memory-store.ts'
import type { ShortLivedStore } from '../../cluster/short-lived/short-lived-store.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { createConcurrencyLimit, type Load } from '../../foundation/runtime/concurrency-limit.ts'
import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { createLoginLog, type LoginLog } from '../../logs/login-log/login-log.ts'
import { spoolFolderOf } from '../../logs/login-log/spool-file.ts'
import { createLoginEvents, type LoginEvents } from '../../observability/events/login-events.ts'
import { type Tracing, traced } from '../../observability/tracing/tracing.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Behaviour } from '../../settings/mode.ts'
import type { Replacements } from '../replacements.ts'
import type { Reporter } from '../reporter.ts'
import type { Storage } from '../storage.ts'
import { createCodeParts } from './code-parts.ts'
import { createLdapParts } from './ldap-parts.ts'
import { createOidcParts } from './oidc-parts.ts'
import { createPasskeyParts, type PasskeyParts } from './passkey-parts.ts'
import { createSecondFactorParts, createSecondFactorThrottleParts } from './second-factor-parts.ts'

const MAX_WAITING_HASHES = 200

export function createHashes(): PasswordHashes {
  return createPasswordHashes({ concurrency: hashConcurrency(), maxWaiting: MAX_WAITING_HASHES })
}

export interface LoginParts {
  readonly shortLived: ShortLivedStore
  readonly captcha: Captcha
  readonly throttle: LoginThrottle
  readonly loginLog: LoginLog
  readonly login: Login
  readonly pendingLogins: PendingLogins
  /** One-time codes, if the method is enabled. */
  readonly loginCodes: LoginCodes | undefined
  /** Undefined if the method is not enabled. */
  readonly oidcLogin: OidcLogin | undefined
  readonly secondFactors: SecondFactors
  readonly secondFactorThrottle: SecondFactorThrottle
  readonly passkeys: PasskeyParts | undefined
  /** Returns how many passwords are being hashed, and how many logins and changes of passwords wait for it. */
  readonly hashLoad: () => Load
}

export interface LoginPartsOptions {
  readonly settings: Settings
  readonly behaviour: Behaviour
  readonly replacements: Replacements
  readonly dataDir: string
  readonly secret: string
  readonly storage: Storage
  readonly sessions: Sessions
  readonly hashes: PasswordHashes
  readonly administration: Administration
  readonly now: () => number
  /** A monotonic clock in milliseconds, for durations within this process. */
  readonly uptimeMs: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
  readonly tracing: Tracing | undefined
}

/** Creates everything that only a login needs. */
export async function createLoginParts(options: LoginPartsOptions): Promise<LoginParts> {
  const {
    settings,
    behaviour,
    replacements,
    dataDir,
    secret,
    storage,
    administration,
    sessions,
    now,
    uptimeMs,
    closing,
    reporter,
    tracing,
  } = options
  const loginLog = await createLoginLog({
    enabled: settings.logger.enableddb,
    spool: { folder: spoolFolderOf(dataDir) },
    store: storage.loginLogStore,
    onProblem: (error) =>
      reporter.problem(error, 'the login log cannot be stored; entries wait in the data folder'),
  })
  closing.add(loginLog.close)

  const shortLived = await openShortLivedStore(options)
  closing.add(shortLived.close)
  const images = createCaptchaImages()
  closing.add(images.close)
  const audio = createCaptchaAudio()
  closing.add(audio.close)
  const captcha = createCaptcha({
    store: shortLived,
    lifetimeSeconds: settings.captcha.lifetimeSeconds,
    randomText: replacements.captchaText ?? randomCaptchaText,
    render: { image: images.create, audio: audio.create },
    secret,
  })

  const loginEvents = createReportedLoginEvents(options)
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
  const verifier = replacements.credentialVerifier ?? createDefaultVerifier(options)
  const pendingLogins = createPendingLogins(shortLived)
  const password = createPasswordMethod({
    credentialVerifier: {
      verify: traced(tracing, 'credential check', (...given) => verifier.verify(...given)),
    },
    accounts: createAccountDirectory(storage.accounts),
    onInvalidAccount: (error) => reporter.problem(error, 'the login is refused'),
  })
  const ldap = createLdapParts(options)
  const loginCodes = await createCodeParts({
    settings,
    replacements,
    secret,
    storage,
    shortLived,
    pendingLogins,
    now,
    closing,
    reporter,
  })
  const oidcLogin = await createOidcParts({
    settings,
    storage,
    administration,
    pendingLogins,
    now,
    uptimeMs,
    reporter,
  })
  const secondFactorThrottle = createSecondFactorThrottleParts({
    settings,
    replacements,
    storage,
    administration,
    loginEvents,
    now,
  })
  const passkeys = await createPasskeyParts({
    settings,
    storage,
    pendingLogins,
    secondFactorThrottle,
    now,
    reporter,
  })
  const methods = [password, ldap, oidcLogin?.method, loginCodes?.method, passkeys?.login.method]
    .filter((method) => method !== undefined)
    .filter(({ name }) => settings.login.methods.includes(name))
  const secondFactors = createSecondFactorParts({ settings, behaviour, dataDir, storage, now })
  const login = createLogin({
    captchaRequired: behaviour.captchaRequired,
    captcha: { ...captcha, verify: traced(tracing, 'captcha check', captcha.verify) },
    methods,
    throttle,
    secondFactorStep: createSecondFactorStep({
      secondFactors,
      tickets: createSecondFactorTickets({ pendingLogins, now }),
      throttle,
      secondFactorThrottle,
      onExhausted: loginEvents.secondFactorFailed,
    }),
    sessions: { ...sessions, open: traced(tracing, 'open session', sessions.open) },
    loginLog: { record: traced(tracing, 'login log', loginLog.record) },
    now,
  })
  const hashLoad = (): Load => {
    const { running, waiting } = options.hashes.load()
    return { running, waiting: waiting + limit.load().waiting }
  }
  return {
    shortLived,
    captcha,
    throttle,
    loginLog,
    login,
    pendingLogins,
    loginCodes,
    oidcLogin,
    secondFactors,
    secondFactorThrottle,
    passkeys,
    hashLoad,
  }
}

/** An event that cannot be stored does not change the response to a login. */
function createReportedLoginEvents({ settings, storage, now, reporter }: LoginPartsOptions): LoginEvents {
  const { loginFailures, loginFailureMinutes } = settings.events
  const loginEvents = createLoginEvents({
    database: storage.database,
    maxFailures: loginFailures,
    windowMinutes: loginFailureMinutes,
    now,
  })
  const outage = createOutageLog((error) =>
    reporter.problem(error, 'events of failed logins cannot be stored'),
  )
  return {
    failed: (login) => loginEvents.failed(login).then(outage.recovered, outage.failed),
    secondFactorFailed: (login) =>
      loginEvents.secondFactorFailed(login).then(outage.recovered, outage.failed),
  }
}

function createDefaultVerifier({
  storage,
  hashes,
  closing,
  reporter,
}: LoginPartsOptions): CredentialVerifier {
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

async function openShortLivedStore(options: LoginPartsOptions): Promise<ShortLivedStore> {
  const { settings, replacements, uptimeMs, reporter } = options
  if (replacements.shortLivedStore) return replacements.shortLivedStore
  const { maxPending } = settings.captcha
  if (settings.redis.url === '') return createMemoryStore({ maxEntries: maxPending, now: uptimeMs })
  const { connectToRedis } = await import('../../cluster/short-lived/redis-connection.ts')
  const { createRedisStore } = await import('../../cluster/short-lived/redis-store.ts')
  const connection = await connectToRedis(settings.redis.url, (error) =>
    reporter.problem(error, 'Redis cannot be reached'),
  )
  return createRedisStore(connection, maxPending)
}
