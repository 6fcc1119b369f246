import { hostname } from 'node:os'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import { describeUnusableDepartment, namedDepartmentsOf } from '../../../core/department/named-departments.ts'
import { createEventStore } from '../../../core/events/event.store.ts'
import { createStoredHashStore } from '../../../core/password/stored-hash.store.ts'
import { describeMissingRole, namedRolesOf } from '../../../core/role/named-roles.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import type { LoadedSettings } from '../../../core/settings/load-settings.ts'
import { type Finding, ok, problem, skipped, warning, worstOf } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import { createChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { createNodeStore } from '../../../platform/cluster/nodes/node.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { capabilitiesOf } from '../../../platform/database/engines.ts'
import { within } from '../../../platform/database/time-limits.ts'
import { openForDiagnosis, reasonWithoutTables } from '../../../platform/database/unmigrated.ts'
import { databaseUrlOf } from '../../../platform/settings/addresses.ts'
import { createSecondFactorStore } from '../../login/second-factor/second-factor.store.ts'
import { createWebhookStore } from '../../monitoring/events/webhooks/webhook.store.ts'
import { checkSpool, checkWebhooks } from './backlog.ts'
import { checkClock, checkNodes, checkRedis, observeNodes } from './cluster.ts'
import { checkDatabase, checkMigrations } from './database.ts'
import { checkDisk, checkWriteAccess } from './disk.ts'
import { checkFileAccess, placesOf } from './files.ts'
import { checkKeys, checkSecondFactorKey, MAX_SECRETS } from './keys.ts'
import {
  checkAssertionAudience,
  checkCodeSenders,
  checkFourEyes,
  checkIdentityProviders,
  checkPasswordHashes,
  checkPasswordVariable,
} from './logins.ts'
import { checkConsole, checkService } from './service.ts'
import { checkMode, checkSecrets, checkTrustedRanges } from './settings.ts'

export type Diagnosis = Awaited<ReturnType<typeof diagnose>>

/** A finding with the name of its check. */
interface NamedFinding extends Finding {
  readonly check: string
}

type Check = () => readonly Finding[] | Promise<readonly Finding[]>
type Report = (check: string, work: Check) => Promise<void>

/**
 * Runs all checks, one after the other. None of them changes anything, and none affects the others. `version` is that of the program.
 * See docs/decisions/0036-doctor.md.
 */
export async function diagnose(loaded: LoadedSettings, version: string, now: () => number) {
  const findings: NamedFinding[] = []
  const report: Report = async (check, work) => void findings.push(...(await runCheck(check, work)))

  await report('versions', () => [
    ok(`castellan ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`),
  ])
  await checkMachine(report, loaded, now)
  await checkServers(report, loaded, now)
  return { status: worstOf(findings), version, findings }
}

/** Longer than the time limits of all connections that a check opens. */
const TIME_LIMIT_MS = 30_000

/** Runs a check. One that fails or does not end in time is a problem of its own and does not affect the others. */
export async function runCheck(
  name: string,
  check: Check,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<readonly NamedFinding[]> {
  const fix = 'Remove the cause that this error names, and run "castellan doctor" again.'
  const findings = await within(
    timeLimitMs,
    Promise.resolve().then(check),
    () => new Error(`the check did not end within ${timeLimitMs / 1000} s`),
  ).catch((error: unknown) => [problem(textOfError(error), fix)])
  return findings.map((finding) => ({ check: name, ...finding }))
}

/** Runs the checks that need no server. */
async function checkMachine(report: Report, loaded: LoadedSettings, now: () => number): Promise<void> {
  const { settings } = loaded
  const places = placesOf(settings)
  await report('mode', () => checkMode(settings))
  await report('secret', () => checkSecrets(loaded, places.secretFile))
  await report('keys', () => checkKeys(settings, now))
  await report('files', () => checkFileAccess(loaded, places))
  await report('files', () => checkWriteAccess(settings, places))
  await report('disk', () => checkDisk(places))
  await report('spool', () => checkSpool(settings.logger, places.spoolFolder, now))
  await report('proxy', () => checkTrustedRanges(settings.application))
  await report('one-time codes', () => checkCodeSenders(settings.login))
  await report('identity providers', () => checkIdentityProviders(settings.login))
  await report('service accounts', () => checkAssertionAudience(settings))
  await report('console', () => checkConsole(settings.console.enabled))
}

/** Runs the checks of the database, of Redis, and of what is stored there. */
async function checkServers(report: Report, { settings }: LoadedSettings, now: () => number): Promise<void> {
  const connection = await openForDiagnosis(databaseUrlOf(settings), now)
  const open = connection.state === 'open' ? connection : undefined
  try {
    await report('database', () => checkDatabase(connection))
    await report('migrations', () => checkMigrations(connection))
    const redis = await checkRedis(settings.redis.url, now)
    await report('redis', () => redis.findings)
    const databaseClock = open?.roundTrips.clock
    await report('clock', () => checkClock({ 'the database server': databaseClock, Redis: redis.clock }))

    const reason = reasonWithoutTables(connection)
    const reportFromTables = (check: string, work: (database: RootDatabase) => ReturnType<Check>) =>
      report(check, () =>
        open === undefined || reason !== undefined ? [skipped(reason ?? '')] : work(open.handle.database),
      )
    let runsHere: boolean | undefined
    await reportFromTables('nodes', async (database) => {
      const stores = { nodes: createNodeStore(database), changes: createChangeStore(database) }
      const observed = await observeNodes(stores, () => now() + (databaseClock?.aheadMs ?? 0))
      runsHere = observed.live.some(({ host }) => host === hostname())
      return checkNodes({
        ...observed,
        isSecretShared: settings.jwt.secret !== '',
        hasRedis: settings.redis.url !== '',
        isEmbedded: capabilitiesOf(database).embedded,
      })
    })
    await reportFromTables('webhooks', (database) => {
      const names = settings.events.webhooks.map(({ name }) => name)
      const stores = { events: createEventStore(database), store: createWebhookStore(database) }
      return checkWebhooks(names, stores, now)
    })
    await reportFromTables('passwords', async (database) => {
      const adminRole = await createRoleStore(database).findByKey(ADMIN_ROLE_KEY)
      const hasAdmin =
        adminRole !== undefined && (await createRoleHolderStore(database).isRoleHeld(adminRole.roleId))
      return [
        ...(await checkPasswordHashes(createStoredHashStore(database))),
        ...checkPasswordVariable(hasAdmin, process.env),
      ]
    })
    await reportFromTables('second factor', async (database) => {
      const secrets = await createSecondFactorStore(database).someSecrets(MAX_SECRETS)
      return checkSecondFactorKey(settings.login.secondFactor, placesOf(settings).dataDir, secrets)
    })
    await reportFromTables('roles', async (database) => {
      const missing = await createRoleStore(database).missing(namedRolesOf(settings))
      return missing.map(describeMissingRole).map(({ found, fix }) => warning(found, fix))
    })
    await reportFromTables('four eyes', async (database) =>
      checkFourEyes(database, {
        operations: settings.administration.fourEyes.operations,
        admins: (await createRoleHolderStore(database).confirmerIds()).length,
        // A role that users may only ask for is not granted by a setting.
        named: namedRolesOf(settings).filter(({ key }) => key !== 'administration.requests'),
      }),
    )
    await reportFromTables('departments', async (database) => {
      const unusable = await createDepartmentStore(database).unusable(namedDepartmentsOf(settings))
      return unusable.map(describeUnusableDepartment).map(({ found, fix }) => warning(found, fix))
    })
    await report('service', () => checkService(settings.application, runsHere))
  } finally {
    await open?.handle.close().catch(() => {})
  }
}
