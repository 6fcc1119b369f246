import { join, resolve } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { createAdministration } from './administration/administration.ts'
import { createOwnPassword } from './administration/own-password.ts'
import { createPlugin } from './api/plugin.ts'
import { type Route, routesOf } from './api/routes.ts'
import { createCaptcha } from './captcha/captcha.ts'
import { createCaptchaImages } from './captcha/captcha-image.ts'
import { randomCaptchaText } from './captcha/captcha-text.ts'
import type { CloseStack } from './close-stack.ts'
import { joinCluster } from './cluster/cluster.ts'
import { deleteExpired } from './delete-expired.ts'
import { createFirstAdmin } from './first-admin.ts'
import { createCors } from './http/cors.ts'
import { createCrossSiteCheck } from './http/cross-site-check.ts'
import { createIdentityCheck } from './http/identity-check.ts'
import { createPermissionCheck } from './http/permission-check.ts'
import { createPipeline } from './http/pipeline.ts'
import { createProtect } from './http/protect.ts'
import { createRateLimit, createSharedRateLimit } from './http/rate-limit.ts'
import { createRouteRegistry } from './http/route-registry.ts'
import { createTokenReader } from './http/token-carriers.ts'
import { createConcurrencyLimit } from './login/concurrency-limit.ts'
import { createAccountDirectory } from './login/credential-verifier.ts'
import { createLogin } from './login/login.ts'
import { createLoginThrottle } from './login/login-throttle.ts'
import { createPasswordHashes, hashConcurrency } from './login/password-hash.ts'
import { createPasswordVerifier } from './login/password-verifier.ts'
import { createStoredHashStore } from './login/stored-hash.store.ts'
import { createStoredHashKinds } from './login/stored-hash-kinds.ts'
import { createLoginLog } from './login-log/login-log.ts'
import { runPeriodically } from './periodic.ts'
import {
  createExclusionList,
  type ExclusionList,
  findDangerousEntries,
  findEntriesWithoutRoute,
} from './permission/exclusion-list.ts'
import { createPermission } from './permission/permission.ts'
import type { Replacements } from './replacements.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { createSessions } from './session/session.ts'
import { databaseUrlOf } from './settings/addresses.ts'
import type { Settings } from './settings/declarations.ts'
import { adminPasswordFrom } from './settings/environment-and-flags.ts'
import { behaviourOf, warningsOf } from './settings/mode.ts'
import { createMemoryStore } from './short-lived/memory-store.ts'
import type { ShortLivedStore } from './short-lived/short-lived-store.ts'
import { openStorage } from './storage.ts'
import { openTokenKeys, warningsOfKeys } from './token/keys.ts'
import { signingSecret } from './token/signing-secret.ts'
import { createTokens } from './token/token.ts'
import { createPasswordRules } from './user/password-rules.ts'

const DELETE_EXPIRED_INTERVAL_MS = 60 * 60 * 1000
const KEY_CHECK_INTERVAL_MS = 1000
const MAX_WAITING_HASHES = 200

/** Creates every part of the service and registers its close function. */
export async function assemble(settings: Settings, replacements: Replacements, closing: CloseStack) {
  const { now = Date.now } = replacements
  const reporter = createReporter(replacements.logger)
  const behaviour = behaviourOf(settings)
  const exclusionList = createExclusionList(settings.permission.exclude)
  const dataDir = resolve(settings.application.dataDir)
  const secret = signingSecret(settings.jwt.secret, dataDir, behaviour.strongSecretRequired)
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

  const storage = await openStorage({
    url: databaseUrlOf(settings),
    poolSize: settings.database.poolSize,
    redisUrl: settings.redis.url,
    now,
    closing,
    reporter,
  })
  const hashes = createPasswordHashes({ concurrency: hashConcurrency(), maxWaiting: MAX_WAITING_HASHES })

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
  const passwordRules = createPasswordRules(settings.password)
  const administration = createAdministration({
    changes: storage.changeFeed,
    hashes,
    passwordRules,
    exclusionList,
    now,
  })
  const deleteOldRows = async (): Promise<void> => {
    await deleteExpired(storage.database, now())
    const { retentionDays } = settings.logger
    if (retentionDays > 0) await administration.loginLogAdministration.keep(retentionDays)
  }
  closing.add(
    runPeriodically(DELETE_EXPIRED_INTERVAL_MS, deleteOldRows, (error) =>
      reporter.problem(error, 'expired rows could not be deleted'),
    ),
  )
  closing.add(
    joinCluster({
      nodes: storage.nodes,
      version: () => storage.changeFeed.version,
      now,
      onProblem: (error) => reporter.problem(error, 'the heartbeat of this node could not be stored'),
    }),
  )
  const loginLog = await createLoginLog({
    enabled: settings.logger.enableddb,
    spool: { folder: join(dataDir, 'login-log') },
    store: storage.loginLogStore,
    onProblem: (error) =>
      reporter.problem(error, 'the login log cannot be stored; entries wait in the data folder'),
  })
  closing.add(loginLog.close)
  const shortLived = await openShortLivedStore(settings, replacements, reporter)
  closing.add(shortLived.close)
  const images = createCaptchaImages()
  closing.add(images.close)
  const captcha = createCaptcha({
    store: shortLived,
    lifetimeSeconds: settings.captcha.lifetimeSeconds,
    randomText: replacements.captchaText ?? randomCaptchaText,
    createImage: images.create,
    secret,
  })
  const createDefaultVerifier = () => {
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
  const throttle = createLoginThrottle({
    database: storage.database,
    maxFailures: settings.login.maxFailures,
    maxFailuresPerNetwork: settings.login.maxFailuresPerNetwork,
    maxDelaySeconds: settings.login.maxDelaySeconds,
    // One more than are hashed at the same time, so that its failure is counted while the others are hashed.
    limit: createConcurrencyLimit({ concurrency: hashConcurrency() + 1, maxWaiting: MAX_WAITING_HASHES }),
    now,
  })
  const login = createLogin({
    captchaRequired: behaviour.captchaRequired,
    captcha,
    credentialVerifier: replacements.credentialVerifier ?? createDefaultVerifier(),
    accounts: createAccountDirectory(storage.accounts),
    throttle,
    sessions,
    loginLog,
    onInvalidAccount: (error) => reporter.problem(error, 'the login is refused'),
    now,
  })
  const permission = createPermission({
    exclusionList,
    policy: storage.policy,
    onFault: (fault) => reporter.problem(fault, 'a permission check failed; the request was denied'),
  })

  const isStale = (time: number): boolean =>
    storage.changeFeed.isStale(settings.cluster.maxStalenessSeconds, time)
  const register = createRouteRegistry()
  const { perAddress, total, loginPerAddress } = settings.rateLimit
  const rateLimit = createRateLimit({ windowSeconds: 1, perAddress, total, now })
  const cors = createCors({ origins: settings.cors.origins, credentials: settings.jwt.cookie })
  const routes = routesOf({
    users: storage.users,
    userList: storage.userList,
    roles: storage.roles,
    policyStore: storage.policyStore,
    loginLogStore: storage.loginLogStore,
    loginLogRemoval: storage.loginLogRemoval,
    loginLogStatistics: storage.loginLogStatistics,
    auditLogStore: storage.auditLogStore,
    sessionStore: storage.sessionStore,
    changes: storage.changes,
    nodes: storage.nodes,
    operations: administration.operations,
    userAdministration: administration.userAdministration,
    userImport: administration.userImport,
    roleAdministration: administration.roleAdministration,
    policyAdministration: administration.policyAdministration,
    sessionAdministration: administration.sessionAdministration,
    loginLogAdministration: administration.loginLogAdministration,
    ownPassword: createOwnPassword({
      users: storage.users,
      operations: administration.operations,
      hashes,
      passwordRules,
      throttle,
    }),
    settings,
    behaviour,
    register,
    rateLimit,
    loginRateLimit: createSharedRateLimit({
      store: shortLived,
      name: 'login',
      windowSeconds: 60,
      perAddress: loginPerAddress,
    }),
    captcha,
    login,
    sessions,
    loginLog,
    exclusionList,
    permission,
    keys: keys.current,
    health: () => {
      if (isStale(now())) return 'down'
      const isDegraded = storage.changeFeed.isTroubled || keys.isTroubled || shortLived.isUp?.() === false
      return isDegraded ? 'degraded' : 'up'
    },
    now,
  })
  for (const route of routes) register.add(route)
  refuseDangerousExclusions(exclusionList, routes)

  const pipeline = createPipeline({
    identityCheck: createIdentityCheck({
      readToken: createTokenReader({
        queryToken: settings.jwt.queryToken,
        refuseCrossSite: createCrossSiteCheck(cors.origins),
      }),
      tokens,
      revocations: storage.revocations.current,
      isStale,
      now,
    }),
    permissionCheck: createPermissionCheck(permission),
    rateLimit,
    cors,
    registry: register,
  })
  const api = createPlugin({ routes, pipeline })
  const plugin: FastifyPluginAsync = async (app) => {
    reporter.adopt(app.log)
    app.addHook('onReady', async () => {
      for (const warning of warningsOf(settings)) reporter.warn(warning)
      for (const warning of warningsOfKeys(keys.current(), settings.jwt.algorithm)) reporter.warn(warning)
      for (const { name, entry } of findEntriesWithoutRoute(exclusionList, register.routes())) {
        reporter.warn(`${name} (${entry.method} ${entry.path}) matches no route`)
      }
    })
    app.addHook('onClose', closing.close)
    await app.register(api)
  }
  return {
    plugin,
    protect: createProtect(pipeline, register),
    /** The last step of a start. A failed start must not lose the generated password. */
    createFirstAdmin: () =>
      createFirstAdmin({
        database: storage.database,
        hashes,
        passwordRules,
        now,
        adminPassword: adminPasswordFrom(process.env, process.cwd()),
        onWeakPassword: reporter.warn,
      }),
    pipeline,
  }
}

async function openShortLivedStore(
  settings: Settings,
  { now = Date.now, shortLivedStore }: Replacements,
  reporter: Reporter,
): Promise<ShortLivedStore> {
  if (shortLivedStore) return shortLivedStore
  const { maxPending } = settings.captcha
  if (settings.redis.url === '') return createMemoryStore({ maxEntries: maxPending, now })
  const { connectToRedis } = await import('./short-lived/redis-connection.ts')
  const { createRedisStore } = await import('./short-lived/redis-store.ts')
  const connection = await connectToRedis(settings.redis.url, (error) =>
    reporter.problem(error, 'Redis cannot be reached'),
  )
  return createRedisStore(connection, maxPending)
}

/** Specification, Authentication 6: an excluded endpoint is open to every logged-in user. Protected ones must not be. */
function refuseDangerousExclusions(exclusionList: ExclusionList, routes: readonly Route[]): void {
  const [dangerous] = findDangerousEntries(
    exclusionList,
    routes.filter(({ checks }) => checks === 'both'),
  )
  if (!dangerous) return
  const { name, entry, route } = dangerous
  throw new Error(
    `${name} (${entry.method} ${entry.path}) would let every logged-in user call ${route.method} ${route.path}: remove it, and give roles a policy rule instead`,
  )
}
