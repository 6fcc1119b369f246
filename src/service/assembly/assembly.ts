import { resolve } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { createAdministration } from '../../administration/administration.ts'
import { createAuthorities } from '../../administration/authority.ts'
import { codeAddressesOf } from '../../administration/code-addresses.ts'
import { createOwnPasskeys } from '../../administration/own/own-passkeys.ts'
import { createOwnPassword } from '../../administration/own/own-password.ts'
import { createOwnSecondFactor } from '../../administration/own/own-second-factor.ts'
import { createPolicyPreview } from '../../administration/preview/policy-preview.ts'
import { createPasswordRules } from '../../authentication/password/password-rules.ts'
import { signingSecret } from '../../authentication/token/generated-secret.ts'
import { warningsOfKeys } from '../../authentication/token/keys.ts'
import { createCrossSiteCheck } from '../../authorization/guard/cross-site-check.ts'
import { createGuard } from '../../authorization/guard/guard.ts'
import { createIdentityCheck } from '../../authorization/guard/identity-check.ts'
import { createPermissionCheck } from '../../authorization/guard/permission-check.ts'
import { createPublicCheck } from '../../authorization/guard/public-check.ts'
import { createRateLimit, createSharedRateLimit } from '../../authorization/guard/rate-limit.ts'
import { createRequestIds } from '../../authorization/guard/request-id.ts'
import { classifyRoutes } from '../../authorization/guard/route-classes.ts'
import {
  type AppRoute,
  assertAppRoute,
  createRouteRegistry,
} from '../../authorization/guard/route-registry.ts'
import { createTokenReader } from '../../authorization/guard/token-carriers.ts'
import { createTrustedProxies } from '../../authorization/guard/trusted-proxies.ts'
import {
  createExclusionList,
  type ExclusionList,
  findDangerousEntries,
  findEntriesWithoutRoute,
} from '../../authorization/permission/exclusion-list.ts'
import { requireAllReadings } from '../../authorization/permission/path-readings.ts'
import { createPermission } from '../../authorization/permission/permission.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { createPlugin, createProbePlugin } from '../../server/api/plugin.ts'
import type { Route } from '../../server/api/route.ts'
import { PREFIX, probeRoutesOf, routesOf } from '../../server/api/routes.ts'
import { AUTHORIZE_PATH, authorizeRoutesOf } from '../../server/api/system/authorize.ts'
import { authorizeDocumentation } from '../../server/api/system/authorize-documentation.ts'
import type { Health } from '../../server/api/system/health.ts'
import { createAuthorize } from '../../server/gateway/authorize.ts'
import { refuseTakenPrefixes, upstreamRoutesOf } from '../../server/gateway/upstream-routes.ts'
import { createEndpointsListener } from '../../server/http/endpoints-listener.ts'
import { listOpenRoutes } from '../../server/http/open-routes.ts'
import { createProtect } from '../../server/http/protect.ts'
import { runInOrder } from '../../server/http/steps/check.ts'
import { identityStep, permissionStep } from '../../server/http/steps/check-steps.ts'
import { createCors } from '../../server/http/steps/cors.ts'
import { createPipeline } from '../../server/http/steps/pipeline.ts'
import { countRequests } from '../../server/http/steps/request-counter.ts'
import { createRequestTracing } from '../../server/http/steps/request-tracing.ts'
import { databaseUrlOf } from '../../settings/addresses.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { adminPasswordFrom } from '../../settings/environment-and-flags.ts'
import { behaviourOf, warningsOf } from '../../settings/mode.ts'
import { describeMissingRole, namedRolesOf, roleKeysInSettings } from '../../settings/named-roles.ts'
import { SettingsError } from '../../settings/settings-error.ts'
import { upstreamsOf } from '../../settings/upstream.ts'
import { createFirstAdmin } from '../first-admin.ts'
import { countLogins } from '../observers/counted-login.ts'
import { observeChecks } from '../observers/observed-checks.ts'
import type { Replacements } from '../replacements.ts'
import { createReporter } from '../reporter.ts'
import { openStorage } from '../storage.ts'
import { startBackgroundTasks } from './background-tasks.ts'
import { watchLoginDependencies } from './login-dependencies.ts'
import { createHashes, createLoginParts } from './login-parts.ts'
import { createObservabilityParts } from './observability-parts.ts'
import { offeredLoginsOf } from './offered-logins.ts'
import { createSessionParts, openSigningKeys } from './session-parts.ts'
import { createTracingParts } from './tracing-parts.ts'
import { createUpstreamCalls } from './upstream-calls.ts'

/** Creates every part of the service and registers its close function. */
export async function assemble(
  settings: Settings,
  replacements: Replacements,
  closing: CloseStack,
  { isStandalone }: { readonly isStandalone: boolean },
) {
  const { now = Date.now } = replacements
  // For durations within this process: nobody can set it back. A replaced clock replaces both.
  const uptimeMs = replacements.now ?? (() => performance.now())
  const reporter = createReporter(replacements.logger)
  const behaviour = behaviourOf(settings)
  const exclusionList = createExclusionList(settings.permission.exclude)
  const dataDir = resolve(settings.application.dataDir)
  const secret = signingSecret(settings.jwt.secret, dataDir, behaviour.strongSecretRequired)
  refuseSharedSecret(settings.gateway.signingSecret, secret)
  const keys = await openSigningKeys({ settings, behaviour, dataDir, secret, now, closing, reporter })
  const tracing = await createTracingParts({ settings, closing, reporter })
  const rolesInSettings = roleKeysInSettings(settings.login)
  const storage = await openStorage({
    url: databaseUrlOf(settings),
    poolSize: settings.database.poolSize,
    redisUrl: settings.redis.url,
    usageKeepDays: settings.usage.keepDays,
    rolesInSettings,
    onQuery: tracing?.query,
    now,
    closing,
    reporter,
  })
  const { tokens, sessions } = await createSessionParts({
    settings,
    behaviour,
    keys,
    storage,
    now,
    closing,
    reporter,
  })

  const hashes = createHashes()
  const passwordRules = createPasswordRules(settings.password)
  const administration = createAdministration({
    changes: storage.changeFeed,
    hashes,
    passwordRules,
    exclusionList,
    codeAddresses: codeAddressesOf(settings.login),
    usageKeepDays: settings.usage.keepDays,
    rolesInSettings,
    now,
  })
  const membership = startBackgroundTasks({
    settings,
    storage,
    keys,
    secret,
    loginLogAdministration: administration.loginLogAdministration,
    now,
    closing,
    reporter,
  })
  const { shortLived, captcha, throttle, loginLog, hashLoad, ...loginParts } = await createLoginParts({
    settings,
    behaviour,
    replacements,
    dataDir,
    secret,
    storage,
    sessions,
    hashes,
    administration,
    now,
    uptimeMs,
    closing,
    reporter,
    tracing,
  })
  const permission = createPermission({
    exclusionList,
    policy: storage.policy,
    onFault: (fault) => reporter.problem(fault, 'a permission check failed; the request was denied'),
  })

  const isStale = (): boolean => storage.changeFeed.isStale(settings.cluster.maxStalenessSeconds)
  const isLoginFailing = watchLoginDependencies({ loginLog, closing, reporter })
  const health = (): Health => {
    if (isStale()) return 'down'
    const isDegraded =
      storage.changeFeed.isDegraded ||
      membership.isDegraded ||
      keys.isDegraded ||
      shortLived.isUp?.() === false ||
      isLoginFailing()
    return isDegraded ? 'degraded' : 'up'
  }
  const observability = await createObservabilityParts({
    settings,
    isStandalone,
    loginMethod: replacements.credentialVerifier ? 'custom' : 'password',
    storage,
    keys,
    hashLoad,
    loginLog,
    health,
    checkAgain: (request, reply) => checkAgain(request, reply),
    now,
    closing,
    reporter,
  })
  const { metrics, refusalRecorder, onRefusal, usageRecorder, eventStreams, endEventStreams } = observability
  const login = metrics ? countLogins(loginParts.login, metrics) : loginParts.login
  const registry = createRouteRegistry()
  const { perAddress, total, loginPerAddress } = settings.rateLimit
  const rateLimit = createRateLimit({ windowSeconds: 1, perAddress, total, now: uptimeMs })
  const loginRateLimit = createSharedRateLimit({
    store: shortLived,
    name: 'login',
    windowSeconds: 60,
    perAddress: loginPerAddress,
  })
  const ownPassword = createOwnPassword({
    users: storage.users,
    operations: administration.operations,
    hashes,
    passwordRules,
    throttle,
  })
  const ownSecondFactor = createOwnSecondFactor({
    secondFactors: loginParts.secondFactors,
    operations: administration.operations,
    throttle,
    secondFactorThrottle: loginParts.secondFactorThrottle,
  })
  const ownPasskeys = createOwnPasskeys({
    webAuthn: loginParts.passkeys?.webAuthn,
    users: storage.users,
    passkeys: storage.passkeys,
    operations: administration.operations,
    pendingLogins: loginParts.pendingLogins,
  })
  const previewPolicy = createPolicyPreview({
    database: storage.database,
    authorityOf: createAuthorities({ exclusionList }),
    exclusionList,
    usageKeepDays: settings.usage.keepDays,
    flushUsage: usageRecorder.flush,
  })
  const documentedRoutes: Route[] = []
  const routes = routesOf({
    settings,
    behaviour,
    storage,
    administration,
    ownPassword,
    secondFactors: loginParts.secondFactors,
    ownSecondFactor,
    ownPasskeys,
    previewPolicy,
    registry,
    rateLimit,
    loginRateLimit,
    captcha,
    login,
    loginCodes: loginParts.loginCodes,
    oidcLogin: loginParts.oidcLogin,
    offeredLogins: offeredLoginsOf(settings),
    passkeyLogin: loginParts.passkeys?.login,
    sessions,
    loginLog,
    eventStreams,
    exclusionList,
    permission,
    refusalRecorder,
    keys: keys.current,
    health,
    documentedRoutes: () => documentedRoutes,
    now,
  })
  documentedRoutes.push(...routes, authorizeDocumentation(AUTHORIZE_PATH))
  for (const route of routes) registry.add('service', route)
  for (const route of authorizeRoutesOf()) registry.add('service', route)
  refuseDangerousExclusions(exclusionList, routes)

  const cors = createCors({ origins: settings.cors.origins, credentials: settings.jwt.cookie })
  const createdIdentityCheck = createIdentityCheck({
    readToken: createTokenReader({
      queryToken: settings.jwt.queryToken,
      refuseCrossSite: createCrossSiteCheck(cors.origins),
    }),
    tokens,
    revocations: storage.revocations.current,
    isStale,
  })
  const unobserved = {
    identityCheck: createdIdentityCheck,
    permissionCheck: createPermissionCheck(permission, usageRecorder.record),
  }
  const observation = { permission, metrics, tracing }
  const { identityCheck, permissionCheck } = observeChecks({ ...unobserved, ...observation })
  // Behind the gateway and behind proxies, the router that reads the path is not known.
  const { permissionCheck: upstreamPermissionCheck } = observeChecks({
    identityCheck: createdIdentityCheck,
    permissionCheck: createPermissionCheck(requireAllReadings(permission), usageRecorder.record),
    ...observation,
  })
  const onIdentityOnly = metrics ? () => metrics.decision('allowed', 'identity') : undefined
  const checkAgain = runInOrder([
    identityStep(unobserved.identityCheck),
    permissionStep(unobserved.permissionCheck),
  ])
  const pipeline = createPipeline({
    identityCheck: identityStep(identityCheck),
    permissionCheck: permissionStep(permissionCheck),
    upstreamPermissionCheck: permissionStep(upstreamPermissionCheck),
    onIdentityOnly,
    rateLimit,
    cors,
    registry,
  })
  const sharedGuardOptions = {
    identityCheck,
    onIdentityOnly,
    rateLimit,
    cors,
    onFault: (fault: unknown) => reporter.problem(fault, 'a check failed; the request was refused'),
    onRefusal,
    createRequestId: createRequestIds(),
  }
  const trustedProxies = createTrustedProxies(settings.application.trustProxy)
  const authorize = createAuthorize({
    guard: createGuard({ ...sharedGuardOptions, permissionCheck: upstreamPermissionCheck }),
    trustedProxies,
    rateLimit,
    signingSecret: settings.gateway.signingSecret,
    path: AUTHORIZE_PATH,
    now,
  })
  const api = createPlugin({ routes, authorize, pipeline, onRefusal })
  const plugin: FastifyPluginAsync = async (app) => {
    reporter.adopt(app.log)
    app.addHook('onReady', async () => {
      listOpenRoutes(app, registry)
      for (const warning of warningsOf(settings)) reporter.warn(warning)
      for (const warning of warningsOfKeys(keys.current(), settings.jwt.algorithm)) reporter.warn(warning)
      for (const { name, entry } of findEntriesWithoutRoute(exclusionList, registry.routes())) {
        reporter.warn(`${name} (${entry.method} ${entry.path}) matches no route`)
      }
      for (const missing of await storage.roles.missing(namedRolesOf(settings.login))) {
        const { found, fix } = describeMissingRole(missing)
        reporter.warn(`${found}. Fix: ${fix}`)
      }
    })
    if (metrics && !isStandalone) countRequests(app, metrics)
    app.addHook('preClose', async () => endEventStreams())
    app.addHook('onClose', closing.close)
    await app.register(api)
  }
  return {
    plugin,
    protect: createProtect({ pipeline, registry, onRefusal }),
    addRoute(route: AppRoute) {
      assertAppRoute(route)
      registry.add('app', route, 'first-declared')
    },
    addOpenRoutes: (list: () => readonly AppRoute[]) => registry.addOpenList('app', list),
    routes: () => classifyRoutes(registry.routes(), exclusionList),
    /** Lists the web console, which only a service with its own app has. */
    addConsole: () => registry.addOpen('console', { method: 'GET', path: '/' }),
    endpoints: createEndpointsListener({
      plugin,
      registry,
      cors,
      prefix: PREFIX,
      trustProxy: settings.application.trustProxy,
      logger: replacements.logger,
      onRefusal,
    }),
    check: createPublicCheck(createGuard({ ...sharedGuardOptions, permissionCheck }), trustedProxies),
    /** The last step of a start. A failed start must not lose the generated password. */
    createFirstAdmin: () =>
      createFirstAdmin({
        database: storage.database,
        hashes,
        passwordRules,
        now,
        adminPassword: adminPasswordFrom(process.env, process.cwd()),
        strongPasswordRequired: behaviour.strongFirstPasswordRequired,
        onWeakPassword: reporter.warn,
      }),
    pipeline,
    onRefusal,
    metrics,
    requestTracing: tracing && createRequestTracing(tracing, trustedProxies),
    /** Returns the plugin with the routes of upstream services, which only a service with its own app has. */
    async gateway(): Promise<FastifyPluginAsync> {
      const upstreams = upstreamsOf(settings.gateway)
      refuseTakenPrefixes(upstreams, [...routes, ...authorizeRoutesOf()])
      for (const route of upstreamRoutesOf(upstreams)) registry.add('upstream', route)
      // Imported here because a service without upstream services starts faster without the HTTP client.
      const { createGatewayPlugin } = await import('../../server/gateway/gateway-plugin.ts')
      return createGatewayPlugin({
        upstreams,
        signingSecret: settings.gateway.signingSecret,
        pipeline,
        cors,
        now,
        onOutage: reporter.problem,
        startCall: createUpstreamCalls(metrics, tracing),
      })
    },
    /** Returns the plugin with the probes, which only a service with its own app has. */
    probes(isClosing: () => boolean): FastifyPluginAsync {
      const probeRoutes = probeRoutesOf({ health, isClosing })
      documentedRoutes.push(...probeRoutes)
      for (const route of probeRoutes) registry.add('service', route)
      return createProbePlugin({ routes: probeRoutes, pipeline })
    },
  }
}

/** Services behind a proxy know the secret of the identity headers. They must not be able to issue tokens. */
function refuseSharedSecret(identityHeaderSecret: string, tokenSecret: string): void {
  if (identityHeaderSecret !== tokenSecret) return
  throw new SettingsError(
    'gateway.signingSecret must differ from jwt.secret. Fix: generate one with: openssl rand -base64 48',
  )
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
