import { existsSync, readFileSync } from 'node:fs'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { confirm } from '../../../platform/cli/context/prompt.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { createProgress } from '../../../platform/cli/output/progress.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { hasPassword, parseAddress } from '../../../platform/database/address.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ImportCommandOptions, ImportParts, SystemName } from './import-options.ts'
import { type Comparison, type ImportPlan, planImport } from './import-plan.ts'
import { createReport, type Report } from './import-report.ts'
import { writeLoginLog } from './login-log-file.ts'
import { writeMenus } from './menus-file.ts'
import { createNameSet } from './name-set.ts'
import { openOldDatabase } from './old-database.store.ts'
import type { OldSystem } from './old-system.ts'
import { readPermissions } from './permission-file.ts'
import { planJson, planLines } from './plan-output.ts'
import { createReportFile } from './report-file.ts'
import { openSystem } from './systems.ts'
import { readUserNames } from './user-plan.ts'

/** Shows what an import would do, asks, and does it. */
export async function runImport(
  system: SystemName,
  options: ImportCommandOptions,
  run: RunCommand<ImportParts>,
): Promise<void> {
  if (options.pathPrefix !== '' && !/^(?:\/[A-Za-z0-9._~-]+)+$/.test(options.pathPrefix))
    throw new UsageError('--path-prefix must be a path such as /api', `castellan import ${system}`)
  // Before anything is written.
  for (const file of [options.report, options.menus, options.loginLog]) {
    if (file !== undefined && existsSync(file))
      throw new Error(`${file} exists already: choose another name or delete it`)
  }
  const url = urlOf(options.from, system)
  await run(options, async (parts) => {
    const old = await openOldDatabase(url)
    try {
      const permissions = await readPermissions(options.permissions, old)
      const opened = await openSystem(system, old, { permissions, tenant: options.tenant })
      await importFrom(system, opened, { options, parts })
    } finally {
      await old.close()
    }
  })
}

/** Returns the URL. Messages never contain it: it can have a password. */
function urlOf(from: string, system: SystemName): string {
  const command = `castellan import ${system}`
  const isFile = from.startsWith('@')
  let url = from
  if (isFile) {
    try {
      url = readFileSync(from.slice(1), 'utf8').trim()
    } catch {
      throw new UsageError(`the file ${from.slice(1)} with the URL cannot be read`, command)
    }
  }
  const address = parseAddress(url)
  if ('problem' in address) throw new UsageError(`the URL of --from ${address.problem}`, command)
  if (!isFile && hasPassword(address.value)) {
    console.error(
      'warning: the password in --from is on the command line, where other users of this machine can read it: write the URL to a file and use --from @FILE',
    )
  }
  return url
}

interface Work {
  readonly options: ImportCommandOptions
  readonly parts: ImportParts
}

async function importFrom(system: SystemName, old: OldSystem, { options, parts }: Work): Promise<void> {
  const reportFile = createReportFile(options.report)
  const report = createReport(reportFile.addFinding)
  const { admin: admins, preferRoles: preferredRoles, pathPrefix } = options
  const names = await withProgress('reading names', undefined, (onProgress) =>
    readUserNames(old, { quiet: createReport(), createSet: createNameSet, onProgress }),
  )
  const comparison = { old, names, options: { admins, preferredRoles, pathPrefix } }
  const plan = await withProgress('comparing users', names.count, (onProgress) =>
    planImport({ ...comparison, database: parts.database, report, onProgress }, reportFile.addUsers),
  )
  reportFile.addStructure(plan.structure)
  reportFile.close()
  assertAdminsFound(admins, plan)
  if (!options.json) print(plan, false, planLines(plan, report))
  const isImported =
    !options.dryRun && (await carryOut(system, { comparison, plan, report }, { options, parts }))
  const files = [
    ...(options.menus === undefined ? [] : [await writeMenus(options.menus, plan.structure)]),
    ...(options.loginLog === undefined ? [] : [await writeLoginLog(options.loginLog, old)]),
  ]
  const done = isImported ? ['imported'] : options.dryRun ? ['nothing was written: --dry-run'] : []
  print({ isImported, ...planJson(plan, report), files }, options.json, [
    ...done,
    ...files.map((file) => `wrote ${file}`),
  ])
}

interface Seen {
  readonly comparison: Omit<Comparison, 'database' | 'report' | 'onProgress'>
  readonly plan: ImportPlan
  readonly report: Report
}

/** Returns whether something was written. */
async function carryOut(system: SystemName, seen: Seen, { options, parts }: Work): Promise<boolean> {
  const { comparison, plan } = seen
  const { departments, roles, rules, users } = plan.counts
  if ([departments, roles, rules, users].every(({ create }) => create === 0)) return false
  parts.noteChange()
  if (!options.yes && !(await confirm('Import this?'))) throw new Error('nothing was done')
  await withProgress('importing users', comparison.names.count, async (onProgress) => {
    const work = { ...comparison, system, seen: plan, report: createReport(), onProgress }
    return parts.systemImport.carryOut(parts.operator, work).catch(describeConflict)
  })
  return true
}

function describeConflict(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'changed-meanwhile')
    throw new Error(
      'the old system or this one has changed since the plan was made: nothing was done; run it again',
    )
  throw error
}

function assertAdminsFound(names: readonly string[], { counts }: ImportPlan): void {
  const missing = names.find((name) => !counts.admins.includes(name))
  if (missing !== undefined)
    throw new Error(
      `--admin ${missing}: there is no such user, or the user cannot be taken. Nothing was done`,
    )
}

async function withProgress<T>(
  what: string,
  total: number | undefined,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const progress = createProgress(what, total)
  try {
    return await work(progress.update)
  } finally {
    progress.end()
  }
}
