import type { Command } from 'commander'
import {
  listKnownRoutes,
  ROUTES_OPTION,
  type RunWithRoutes,
} from '../../../core/check/routes/known-routes.ts'
import type { KnownRoute } from '../../../core/check/routes/route-classes.ts'
import { formatRule } from '../../../core/permission/policy-rule.ts'
import { readChangeFile, readPolicyFile } from '../../../core/permission/rules/policy-file.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import { failAsUsage } from '../../../platform/cli/context/file-problems.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { EXIT_CODES } from '../../../platform/cli/output/report-failure.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { PolicyPreview, RoutePreview } from './policy-preview.ts'
import type { ProposedChange } from './proposed-change.ts'

interface PreviewOptions extends CommonOptions {
  readonly routes?: string
  readonly replace?: true
  readonly replaceRole?: readonly string[]
  readonly exitCode?: true
}

interface Parts {
  readonly previewPolicy: (change: ProposedChange, routes: readonly KnownRoute[]) => Promise<PolicyPreview>
}

export function addPolicyPreview(policy: Command, uses: RunWithRoutes<Parts>): void {
  withCommonOptions(policy.command('preview <file>'))
    .description(
      'show who gains and who loses which recorded calls by a change, without making it. The file is Casbin CSV (p, role, path, method), or "-" for standard input: a line that starts with "-" is a rule to remove, all others are rules to add',
    )
    .option('--replace', 'the file is the whole new policy: rules that it does not have are removed')
    .option('--replace-role <key...>', 'the file has all rules that these roles will have')
    .option(...ROUTES_OPTION)
    .option(
      '--exit-code',
      'exit with code 0 if nobody loses anything, 1 if a role does, and 2 without a preview',
    )
    .action(async (file: string, options: PreviewOptions) => {
      const work = () => previewOf(file, options, uses)
      const preview = await (options.exitCode ? failAsUsage(work) : work())
      // Without a record, nobody loses a recorded call by any change.
      if (options.exitCode && isWithoutRecord(preview))
        throw new UsageError(`no preview: ${recordText(preview)}`)
      print(preview, options.json, previewLines(preview))
      if (options.exitCode && preview.lossCount > 0) process.exitCode = EXIT_CODES.refused
    })
}

async function previewOf(
  file: string,
  options: PreviewOptions,
  { run, routesOfSettings }: RunWithRoutes<Parts>,
): Promise<PolicyPreview> {
  const change = await readChange(file, options)
  const routes = await listKnownRoutes(options, routesOfSettings)
  return run(options, ({ previewPolicy }) => previewPolicy(change, routes))
}

async function readChange(file: string, { replace, replaceRole }: PreviewOptions): Promise<ProposedChange> {
  if (replace && replaceRole)
    throw new UsageError('give --replace or --replace-role, not both', 'castellan policy preview')
  if (!replace && !replaceRole) return readChangeFile(file)
  return { add: await readPolicyFile(file), remove: [], replace: replaceRole ?? 'all' }
}

function isWithoutRecord({ keepDays, recordedSince }: PolicyPreview): boolean {
  return keepDays === 0 || recordedSince === null
}

function recordText({ keepDays, recordedSince }: PolicyPreview): string {
  if (keepDays === 0) return 'The record of calls is off (usage.keepDays is 0)'
  return recordedSince === null
    ? 'No calls are recorded yet'
    : `Calls are recorded since ${timeOf(recordedSince)}`
}

const COLUMNS = {
  change: 'CHANGE',
  role: 'ROLE',
  users: 'USERS',
  method: 'METHOD',
  route: 'ROUTE',
  used: 'USED',
  lastUsed: 'LAST USED',
  refused: 'REFUSED',
  lastRefused: 'LAST REFUSED',
}

/** Returns the lines that say who gains and who loses what by a change. */
export function previewLines(preview: PolicyPreview): string[] {
  const { addedRules, removedRules, gains, losses, gainCount, lossCount, roles } = preview
  const usersByRole = new Map(roles.map(({ roleKey, enabledUsers }) => [roleKey, enabledUsers]))
  const rowOf = (change: string) => (entry: RoutePreview) => ({
    change: entry.extent === 'part' ? `${change} partly` : change,
    role: entry.roleKey,
    users: usersByRole.get(entry.roleKey) ?? '',
    method: entry.method,
    route: entry.route,
    used: entry.usedCount,
    lastUsed: entry.lastUsedAt === null ? '' : timeOf(entry.lastUsedAt),
    refused: entry.refusedCount,
    lastRefused: entry.lastRefusedAt === null ? '' : timeOf(entry.lastRefusedAt),
  })
  const rows = [...losses.map(rowOf('loses')), ...gains.map(rowOf('gains'))]
  const hidden = gainCount + lossCount - rows.length
  return [
    `${counted(addedRules, 'rule')} would be added, ${removedRules} removed. Nothing was changed.`,
    `${recordText(preview)}.`,
    ...(rows.length === 0 ? ['The change affects no recorded call.'] : tableOf(rows, COLUMNS)),
    ...(hidden > 0 ? [`… and ${hidden} more`] : []),
    ...openedLines(preview),
  ]
}

/** Says what becomes possible, whether or not it was ever called. */
function openedLines({ openedCounts, administeringRoles, closedParents }: PolicyPreview): string[] {
  const { service, app, upstream } = openedCounts
  return [
    `Routes that become callable: ${service} of the service, ${app} of the app, ${upstream} of upstream services.`,
    ...administeringRoles.map((role) => `${role} becomes able to change users, roles, departments or rules.`),
    ...closedParents.map(
      (rule) => `${formatRule(rule)} stays denied: /* does not include the path before it.`,
    ),
  ]
}
