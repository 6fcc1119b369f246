import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { createRoleStore } from '../../accounts/role/role.store.ts'
import { createAdminHashStore } from '../../authentication/password/admin-hash.store.ts'
import { createStoredHashStore } from '../../authentication/password/stored-hash.store.ts'
import { encryptionKeyFileOf } from '../../authentication/second-factor/encryption-key.ts'
import { createSecondFactorStore } from '../../authentication/second-factor/second-factor.store.ts'
import { secretFileOf } from '../../authentication/token/generated-secret.ts'
import { keyFolderOf } from '../../authentication/token/keys.ts'
import { createChangeStore } from '../../cluster/change-feed/change.store.ts'
import { createNodeStore } from '../../cluster/nodes/node.store.ts'
import { databaseFileOf, parseAddress } from '../../database/address.ts'
import { createLoginLogStore } from '../../logs/login-log/login-log.store.ts'
import { spoolFolderOf } from '../../logs/login-log/spool-file.ts'
import { createEventStore } from '../../observability/events/event.store.ts'
import { createWebhookStore } from '../../observability/events/webhook.store.ts'
import { databaseUrlOf } from '../../settings/addresses.ts'
import { catalogue } from '../../settings/catalogue.ts'
import type { LoadedSettings } from '../../settings/load-settings.ts'
import { namedRolesOf } from '../../settings/named-roles.ts'
import { checkAdminPasswords, checkPasswordVariable, MAX_ADMINS } from './admin-passwords.ts'
import { checkClock } from './clock.ts'
import { checkCodeSenders } from './code-senders.ts'
import { checkConsole } from './console.ts'
import { checkDatabase, checkMigrations, reasonWithoutTables } from './database.ts'
import { type OpenDatabase, openForDiagnosis } from './database-connection.ts'
import { checkDisk } from './disk.ts'
import { checkFileAccess } from './file-access.ts'
import { skipped, worstOf } from './finding.ts'
import { checkIdentityProviders } from './identity-providers.ts'
import { checkKeys } from './keys.ts'
import { observeNodes } from './live-nodes.ts'
import { checkMode } from './mode.ts'
import { checkNamedRoles } from './named-roles.ts'
import { checkNodes } from './nodes.ts'
import { checkPasswordHashes } from './password-hashes.ts'
import { checkLoginAddresses, checkTrustedRanges, MAX_LOGINS } from './proxy-trust.ts'
import { checkRedis } from './redis.ts'
import { type Check, type NamedFinding, runCheck } from './run-check.ts'
import { checkSecondFactorKey, MAX_SECRETS } from './second-factor-key.ts'
import { checkSecrets } from './secret.ts'
import { checkService } from './service.ts'
import { checkSpool } from './spool.ts'
import { checkVersions } from './versions.ts'
import { checkWebhooks } from './webhooks.ts'
import { checkWriteAccess, writtenByStart } from './write-access.ts'

export interface DiagnosisOptions {
  readonly loaded: LoadedSettings
  /** The version of this program. */
  readonly version: string
  readonly now: () => number
}

export interface Diagnosis {
  readonly status: 'ok' | 'warning' | 'problem'
  readonly version: string
  readonly findings: readonly NamedFinding[]
}

type Report = (check: string, work: Check) => Promise<void>

/** Runs all checks, one after the other. None of them changes anything, and none affects the others. */
export async function diagnose({ loaded, version, now }: DiagnosisOptions): Promise<Diagnosis> {
  const findings: NamedFinding[] = []
  const report: Report = async (check, work) => void findings.push(...(await runCheck(check, work)))

  await report('versions', () => checkVersions(version))
  await checkMachine(report, loaded, now)
  await checkServers(report, loaded, now)
  return { status: worstOf(findings), version, findings }
}

/** Runs the checks that need no server. */
async function checkMachine(report: Report, loaded: LoadedSettings, now: () => number): Promise<void> {
  const { settings, sources } = loaded
  const dataDir = resolve(settings.application.dataDir)
  const secretFile = secretFileOf(dataDir)
  const spoolFolder = spoolFolderOf(dataDir)
  const databaseFile = embeddedFile(databaseUrlOf(settings))
  const keyFolder = keyFolderOf(
    { folder: settings.jwt.keys, dataDir, strongSecretRequired: true },
    false,
  ).path

  await report('mode', () => checkMode(settings))
  await report('secret', () => checkSecrets({ settings, sources, secretFile }))
  await report('keys', () => checkKeys(settings, now))
  await report('files', () =>
    checkFileAccess({
      dataDir,
      secretFile,
      encryptionKeyFile: encryptionKeyFileOf(dataDir),
      keyFolder,
      databaseFile,
      spoolFolder,
      valueFiles: valueFilesOf(loaded),
      settingsFileWarning: loaded.warning,
      uid: process.getuid?.(),
    }),
  )
  await report('files', () => checkWriteAccess(writtenByStart({ settings, dataDir, secretFile, keyFolder })))
  await report('disk', () =>
    checkDisk([
      { content: 'the data folder and the spool of the login log', path: dataDir },
      ...(databaseFile === undefined || dirname(databaseFile) === dataDir
        ? []
        : [{ content: 'the database', path: dirname(databaseFile) }]),
    ]),
  )
  await report('spool', () => checkSpool({ enabled: settings.logger.enableddb, folder: spoolFolder, now }))
  await report('one-time codes', () => checkCodeSenders(settings.login))
  await report('identity providers', () => checkIdentityProviders(settings.login))
  await report('console', () => checkConsole(settings.console.enabled))
}

/** Runs the checks of the database, of Redis, and of what is stored there. */
async function checkServers(report: Report, { settings }: LoadedSettings, now: () => number): Promise<void> {
  const { application } = settings
  const connection = await openForDiagnosis(databaseUrlOf(settings), now)
  const database = connection.state === 'open' ? connection : undefined
  try {
    await report('database', () => checkDatabase(connection))
    await report('migrations', () => checkMigrations(connection))
    const redis = await checkRedis(settings.redis.url, now)
    await report('redis', () => redis.findings)
    const databaseClock = database?.roundTrips.clock
    await report('clock', () => checkClock({ 'the database server': databaseClock, Redis: redis.clock }))

    const reason = reasonWithoutTables(connection)
    const fromTables = (work: (open: OpenDatabase) => ReturnType<Check>): Check => {
      return () => (database === undefined || reason !== undefined ? [skipped(reason ?? '')] : work(database))
    }
    let runsHere: boolean | undefined
    await report(
      'nodes',
      fromTables(async ({ handle, roundTrips }) => {
        const observed = await observeNodes({
          nodes: createNodeStore(handle.database),
          changes: createChangeStore(handle.database),
          now: () => now() + (roundTrips.clock?.aheadMs ?? 0),
        })
        runsHere = observed.live.some(({ host }) => host === hostname())
        return checkNodes({
          ...observed,
          isSecretShared: settings.jwt.secret !== '',
          hasRedis: settings.redis.url !== '',
          isEmbedded: handle.capabilities.embedded,
        })
      }),
    )
    await report('proxy', () => checkTrustedRanges(application))
    await report(
      'proxy',
      fromTables(async (open) =>
        settings.logger.enableddb
          ? checkLoginAddresses(application, await loginAddresses(open))
          : [skipped('logger.enableddb is false: the addresses of logins are not known')],
      ),
    )
    await report(
      'webhooks',
      fromTables(({ handle }) =>
        checkWebhooks({
          names: settings.events.webhooks.map(({ name }) => name),
          events: createEventStore(handle.database),
          store: createWebhookStore(handle.database),
          now,
        }),
      ),
    )
    await report(
      'passwords',
      fromTables(async ({ handle }) => {
        const admins = await createAdminHashStore(handle.database).list(MAX_ADMINS)
        return [
          ...(await checkAdminPasswords(admins)),
          ...(await checkPasswordHashes(createStoredHashStore(handle.database))),
          ...checkPasswordVariable(admins, process.env),
        ]
      }),
    )
    await report(
      'second factor',
      fromTables(async ({ handle }) =>
        checkSecondFactorKey({
          configured: settings.login.secondFactor.encryptionKey,
          accepted: settings.login.secondFactor.acceptedEncryptionKey,
          dataDir: resolve(application.dataDir),
          secrets: await createSecondFactorStore(handle.database).someSecrets(MAX_SECRETS),
        }),
      ),
    )
    await report(
      'roles',
      fromTables(async ({ handle }) =>
        checkNamedRoles(await createRoleStore(handle.database).missing(namedRolesOf(settings.login))),
      ),
    )
    await report('service', () => checkService({ application, runsHere }))
  } finally {
    await database?.handle.close().catch(() => {})
  }
}

async function loginAddresses({ handle }: OpenDatabase): Promise<readonly string[]> {
  const { list } = await createLoginLogStore(handle.database).page(
    { reason: 'logged-in' },
    { pageIndex: 1, pageSize: MAX_LOGINS },
  )
  return list.map(({ ipaddr }) => ipaddr)
}

/** Returns the absolute path of an embedded database. */
function embeddedFile(url: string): string | undefined {
  const outcome = parseAddress(url)
  const file = 'value' in outcome ? databaseFileOf(outcome.value) : undefined
  return file === undefined ? undefined : resolve(file)
}

/** Returns the files that contain one secret setting each. */
function valueFilesOf({ sources }: LoadedSettings): readonly string[] {
  return catalogue.flatMap(({ key, setting }) => {
    const source = sources.get(key)
    return setting.secret && source?.kind === 'value-file' ? [resolve(source.path)] : []
  })
}
