import type { Command } from 'commander'
import { notFound } from '../../../foundation/refusal/refusal.ts'
import {
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../../context/command-options.ts'
import {
  BY_TIME,
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../../context/list-options.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { fieldsOf, print, writeOut } from '../../output/output.ts'
import { timeOf } from '../../output/words.ts'
import { addVerify, type TimeRangeOptions, timeRangeOf, withTimeRange } from './log-commands.ts'

interface FilterOptions extends CommonOptions, TimeRangeOptions {
  readonly operator?: string
  readonly action?: string
  readonly target?: string
  readonly targetId?: number
}

const TARGETS = ['user', 'role', 'policy', 'session', 'login-log', 'database'] as const

export function addAuditLogCommands(program: Command): void {
  const log = program.command('audit-log').description('read the log of changes made by operators')
  addList(log)
  addShow(log)
  addExport(log)
  addVerify(log, (options, work) =>
    withCommandContext(options, async (context) => {
      const { verifyAuditLog } = await import('../../../logs/audit-log/audit-log-verification.ts')
      const { head } = await context.auditLog.ends()
      await work(head.position, (how) => verifyAuditLog({ ...context, ...how }))
    }),
  )
}

function withFilter(command: Command): Command {
  return withTimeRange(command)
    .option(
      '--operator <name>',
      'only changes by this operator; commands are recorded under the user of the operating system',
    )
    .option('--action <action>', 'only changes such as user.create or policy.add')
    .addOption(choiceOption('--target <kind>', 'only changes of this kind of target', TARGETS))
    .option('--target-id <id>', 'only changes of the target with this id', wholeNumber)
}

function filterOf(options: FilterOptions) {
  const { operator, action, target: targetKind, targetId } = options
  return { operator, action, targetKind, targetId, ...timeRangeOf(options) }
}

function addList(log: Command): void {
  withFilter(withListOptions(log.command('list'), { sort: BY_TIME, limit: 50 }))
    .description('list changes, newest first')
    .action(async (options: FilterOptions & ListOptions) => {
      const page = await withCommandContext(options, ({ auditLog }) =>
        auditLog.page(filterOf(options), pageOf(options), timeOrderOf(options)),
      )
      const columns = {
        id: 'ID',
        time: 'TIME',
        operator: 'OPERATOR',
        source: 'SOURCE',
        ipaddr: 'ADDRESS',
        action: 'ACTION',
        target: 'TARGET',
      }
      const rows = page.list.map((one) => ({ ...one, time: timeOf(one.time) }))
      printPage(options, page, rows, columns)
    })
}

function addShow(log: Command): void {
  withCommonOptions(log.command('show <id>'))
    .description('show a change with the values before and after it')
    .action(async (text: string, options: CommonOptions) => {
      const id = wholeNumber(text)
      const entry = await withCommandContext(options, ({ auditLog }) => auditLog.find(id))
      if (!entry) throw notFound('audit log entry', id)
      print(entry, options.json, fieldsOf(entry))
    })
}

function addExport(log: Command): void {
  withFilter(withCommonOptions(log.command('export')))
    .description('write changes to standard output as CSV, newest first')
    .action(async (options: FilterOptions) => {
      const { auditLogCsv } = await import('../../../logs/audit-log/audit-log-csv.ts')
      await withCommandContext(options, ({ auditLog }) =>
        writeOut(auditLogCsv(auditLog.each(filterOf(options)))),
      )
    })
}
