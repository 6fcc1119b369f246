import { createAppMethodParts } from '../core/login/app/app-method-parts.ts'
import { createCaptcha } from '../core/login/captcha/captcha.ts'
import { createCaptchaAudio, createCaptchaImages } from '../core/login/captcha/captcha-rendering.ts'
import { randomCaptchaText } from '../core/login/captcha/captcha-text.ts'
import { createLogin } from '../core/login/login.ts'
import { createLoginThrottle } from '../core/login/login-throttle.ts'
import { createPendingLogins } from '../core/login/pending-login.ts'
import { createLoginLog } from '../core/login-log/login-log.ts'
import { spoolFolderOf } from '../core/login-log/writing/spool-file.ts'
import { type CredentialVerifier, createAccountDirectory } from '../core/password/credential-verifier.ts'
import { hashConcurrency } from '../core/password/password-hash.ts'
import { createPasswordMethod } from '../core/password/password-method.ts'
import { createPasswordVerifier } from '../core/password/password-verifier.ts'
import { createStoredHashStore } from '../core/password/stored-hash.store.ts'
import { createStoredHashKinds } from '../core/password/stored-hash-kinds.ts'
import { createLdapParts } from '../features/login/ldap/ldap-parts.ts'
import { createMessageParts } from '../features/login/messages/message-parts.ts'
import { createOidcParts } from '../features/login/oidc/oidc-parts.ts'
import { createCodeParts } from '../features/login/one-time-codes/code-parts.ts'
import { createPasskeyParts } from '../features/login/passkeys/passkey-parts.ts'
import { createPasswordLinkParts } from '../features/login/password-links/password-link-parts.ts'
import {
  createSecondFactorParts,
  createSecondFactorThrottleParts,
} from '../features/login/second-factor/second-factor-parts.ts'
import { createSecondFactorStep } from '../features/login/second-factor/second-factor-step.ts'
import { createSecondFactorTickets } from '../features/login/second-factor/second-factor-tickets.ts'
import { createServiceAccountParts } from '../features/login/service-accounts/service-account-parts.ts'
import { createLoginEvents, type LoginEvents } from '../features/monitoring/events/login-events.ts'
import { createMemoryStore } from '../platform/cluster/short-lived/memory-store.ts'
import type { ShortLivedStore } from '../platform/cluster/short-lived/short-lived-store.ts'
import { traced } from '../platform/observability/tracing.ts'
import { createConcurrencyLimit } from '../platform/runtime/concurrency-limit.ts'
import { createOutageLog } from '../platform/runtime/outage-log.ts'
import { type Core, MAX_WAITING_HASHES } from './core.ts'

export type LoginParts = Awaited<ReturnType<typeof createLoginParts>>

/** Creates everything that only a login needs. */
export async function createLoginParts(core: Core) {
  const { settings, behaviour, dataDir, storage, sessions, hashes, now, closing, reporter, tracing } = core
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

  const loginEvents = createReportedLoginEvents(core)
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
  const secondFactors = createSecondFactorParts(core)
  const secondFactorThrottle = createSecondFactorThrottleParts(core, loginEvents)

  const pendingLogins = createPendingLogins(shortLived)
  const password = createPasswordParts(core)
  const ldap = createLdapParts(core)
  const messages = await createMessageParts(core, shortLived)
  const loginCodes = createCodeParts(core, messages, pendingLogins)
  const oidcLogin = await createOidcParts(core, pendingLogins)
  const passkeys = await createPasskeyParts(core, pendingLogins, secondFactorThrottle)
  const service = await createServiceAccountParts(core, loginEvents, secondFactors)
  const ownMethods = [password, ldap, oidcLogin?.method, loginCodes?.method, passkeys?.login.method, service]
    .filter((method) => method !== undefined)
    .filter(({ name }) => settings.login.methods.includes(name))
  const appMethods = createAppMethodParts(core)

  const login = createLogin({
    recordRoleEnds: core.recordRoleEnds,
    captchaMethods: behaviour.captchaMethods,
    captcha: { ...captcha, verify: traced(tracing, 'captcha check', captcha.verify) },
    methods: [...ownMethods, ...appMethods.methods],
    throttle,
    secondFactorStep: createSecondFactorStep({
      secondFactors,
      tickets: createSecondFactorTickets({ pendingLogins, now }),
      throttle,
      secondFactorThrottle,
      onExhausted: loginEvents.secondFactorFailed,
    }),
    onNewNetwork: loginEvents.newNetwork,
    sessions: { ...sessions, open: traced(tracing, 'open session', sessions.open) },
    loginLog: { record: traced(tracing, 'login log', loginLog.record) },
    now,
  })
  return {
    shortLived,
    captcha,
    throttle,
    loginLog,
    login,
    pendingLogins,
    loginCodes,
    oidcLogin,
    passkeys,
    appMethods,
    secondFactors,
    secondFactorThrottle,
    passwordLinks: createPasswordLinkParts(core, messages, loginLog),
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

/** An event that cannot be stored does not change the response to a login. */
function createReportedLoginEvents({ settings, storage, now, reporter }: Core): LoginEvents {
  const { loginFailures, loginFailureMinutes } = settings.events
  const loginEvents = createLoginEvents({
    database: storage.database,
    maxFailures: loginFailures,
    windowMinutes: loginFailureMinutes,
    now,
  })
  const outage = createOutageLog((error) => reporter.problem(error, 'events of logins cannot be stored'))
  return {
    failed: (login) => loginEvents.failed(login).then(outage.recovered, outage.failed),
    secondFactorFailed: (login) =>
      loginEvents.secondFactorFailed(login).then(outage.recovered, outage.failed),
    newNetwork: (login) => loginEvents.newNetwork(login).then(outage.recovered, outage.failed),
  }
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
