import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import {
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { DEFAULT_LIMIT } from '../../../platform/cli/context/list-options.ts'
import { confirm } from '../../../platform/cli/context/prompt.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { DEFAULT_DAYS, MAX_DAYS } from '../../../platform/http/endpoint/limits.ts'
import { counted } from '../../../platform/text/counted.ts'
import type { CleanUp } from './clean-up/clean-up.ts'
import { readReport } from './report-lines.ts'
import { type CleanUpName, REPORTS, type ReportName } from './report-name.ts'
import type { Reports } from './reports.ts'

interface ReportOptions extends CommonOptions {
  readonly days: number
  readonly limit: number
  readonly cleanUp?: true
  readonly yes?: true
}

const SUBJECTS: Readonly<Record<ReportName, string>> = {
  'unused-rules': 'rules that have not been used',
  'covered-rules': 'rules that another rule of the same role covers',
  'same-rights': 'roles with the same rights as another role',
  'unused-roles': 'roles without users',
  'idle-users': 'users without a login',
  'empty-scopes': 'roles and users who see no rows',
}

/** What a clean-up does, with the number of things it does it to. */
const CLEAN_UPS: Readonly<Record<CleanUpName, (count: number, verb: 'remove' | 'removed') => string>> = {
  'unused-rules': (count, verb) => `${verb} ${counted(count, 'rule')}`,
  'covered-rules': (count, verb) => `${verb} ${counted(count, 'rule')}`,
  'same-rights': (count, verb) =>
    `${verb === 'remove' ? 'merge' : 'merged'} ${counted(count, 'role')} into another role`,
  'unused-roles': (count, verb) => `${verb === 'remove' ? 'delete' : 'deleted'} ${counted(count, 'role')}`,
  'idle-users': (count, verb) => `${verb === 'remove' ? 'disable' : 'disabled'} ${counted(count, 'user')}`,
}

interface Parts {
  readonly reports: Reports
  readonly cleanUp: CleanUp
  readonly operator: Operator
  readonly noteChange: () => void
}

export function addReportCommand(program: Command, run: RunCommand<Parts>): void {
  withCommonOptions(program.command('report'))
    .addArgument(
      new Argument('[name]', 'which report; without it, the number of entries of each').choices(REPORTS),
    )
    .description('list rules, roles and users that need attention, or clean them up')
    .option('--days <n>', 'period of unused-rules, unused-roles and idle-users', daysOf, DEFAULT_DAYS)
    .option('--limit <n>', 'maximum number of rows', wholeNumber, DEFAULT_LIMIT)
    .option('--clean-up', 'remove the rules, merge or delete the roles, or disable the users: all or none')
    .option('--yes', 'do not ask for confirmation of the clean-up')
    .action(async (name: ReportName | undefined, options: ReportOptions) => {
      if (name !== undefined) requireTerminal(options)
      if (options.cleanUp && name === undefined)
        throw new UsageError('--clean-up needs the name of a report', 'castellan report')
      if (options.cleanUp && name === 'empty-scopes')
        throw new UsageError(
          'empty-scopes has no clean-up: change the departments or data scopes of these roles and users',
          'castellan report',
        )
      await run(options, async (parts) => {
        if (name === undefined) await printSummary(parts, options)
        else if (options.cleanUp && name !== 'empty-scopes')
          await cleanUpAfterConfirmation(parts, name, options)
        else await printReport(parts, name, options)
      })
    })
}

function daysOf(text: string): number {
  const days = wholeNumber(text)
  if (days > MAX_DAYS) throw new InvalidArgumentError(`The maximum is ${MAX_DAYS} days.`)
  return days
}

async function printSummary({ reports }: Parts, options: ReportOptions): Promise<void> {
  const rows: { report: ReportName; entries: number; description: string }[] = []
  for (const name of REPORTS) {
    const { count, note } = await readReport(reports, name, { days: options.days, limit: 0 })
    const description = [SUBJECTS[name], ...(note === undefined ? [] : [note])].join('. ')
    rows.push({ report: name, entries: count, description })
  }
  const columns = { report: 'REPORT', entries: 'ENTRIES', description: 'DESCRIPTION' }
  print(rows, options.json, tableOf(rows, columns))
}

async function printReport({ reports }: Parts, name: ReportName, options: ReportOptions): Promise<number> {
  const { count, note, result, lines } = await readReport(reports, name, options)
  const rest = count - options.limit
  print(result, options.json, count === 0 ? [note ?? `no ${SUBJECTS[name]}`] : lines)
  if (rest > 0) console.error(`${counted(rest, 'more row')}: add a larger --limit`)
  if (note !== undefined && count > 0) console.error(note)
  return count
}

/** Shows the report and asks, unless --yes is given. */
async function cleanUpAfterConfirmation(
  parts: Parts,
  name: CleanUpName,
  options: ReportOptions,
): Promise<void> {
  if (!options.yes) {
    const count = await printReport(parts, name, options)
    if (count === 0) return
    const action = CLEAN_UPS[name](count, 'remove')
    parts.noteChange()
    if (!(await confirm(`${action.charAt(0).toUpperCase()}${action.slice(1)}?`)))
      throw new Error('nothing was done')
  }
  await runCleanUp(parts, name, options)
}

function requireTerminal({ cleanUp: isCleanUp, yes, json }: ReportOptions): void {
  if (!isCleanUp || yes || (process.stdin.isTTY && !json)) return
  throw new UsageError(
    'there is no terminal to confirm the clean-up: add --yes to run it, or leave out --clean-up to see the report',
    'castellan report',
  )
}

/** Cleans up everything in the report, up to its limit. */
async function runCleanUp(parts: Parts, name: CleanUpName, options: ReportOptions): Promise<void> {
  const { cleanUp, operator } = parts
  const runs = {
    'unused-rules': () => cleanUp.removeUnusedRules(operator, options.days, 'all'),
    'covered-rules': () => cleanUp.removeCoveredRules(operator, 'all'),
    'same-rights': () => cleanUp.mergeRoles(operator, 'all'),
    'unused-roles': () => cleanUp.deleteUnusedRoles(operator, options.days, 'all'),
    'idle-users': () => cleanUp.disableIdleUsers(operator, options.days, 'all'),
  }
  const { done, left, version } = await runs[name]()
  const rest = left > 0 ? [`${left} left${done > 0 ? ': run the command again' : ''}`] : []
  print({ report: name, done, left, version }, options.json, [CLEAN_UPS[name](done, 'removed'), ...rest])
}
