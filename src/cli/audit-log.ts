import type { Command } from 'commander'
import { auditLogCsv } from '../audit-log/audit-log-csv.ts'
import { verifyAuditLog } from '../audit-log/audit-log-verification.ts'
import { Refusal } from '../refusal.ts'
import { type CommonOptions, wholeNumber, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { addVerify, type TimeRangeOptions, timeRangeOf, withTimeRange } from './log-commands.ts'
import { fieldsOf, more, print, tableOf, writeOut } from './output.ts'

interface FilterOptions extends CommonOptions, TimeRangeOptions {
  readonly operator?: string
  readonly action?: string
  readonly target?: string
  readonly targetId?: number
}

export function addAuditLogCommands(program: Command): void {
  const log = program.command('audit-log').description('read the log of changes made by operators')
  addList(log)
  addShow(log)
  addExport(log)
  addVerify(log, (options, work) =>
    withCommandContext(options, async (context) => {
      const { head } = await context.auditLog.ends()
      await work(head.position, (how) => verifyAuditLog({ ...context, ...how }))
    }),
  )
}

function withFilter(command: Command): Command {
  return withTimeRange(withCommonOptions(command))
    .option('--operator <name>', 'only changes by this operator')
    .option('--action <action>', 'only changes such as user.create or policy.add')
    .option('--target <kind>', 'only changes of a user, role, policy, session, login-log or database')
    .option('--target-id <id>', 'only changes of the target with this id', wholeNumber)
}

function filterOf(options: FilterOptions) {
  const { operator, action, target: targetKind, targetId } = options
  return { operator, action, targetKind, targetId, ...timeRangeOf(options) }
}

function addList(log: Command): void {
  withFilter(log.command('list'))
    .description('list changes, newest first')
    .option('--limit <n>', 'maximum number of rows', wholeNumber, 50)
    .action(async (options: FilterOptions & { limit: number }) => {
      const { list, count } = await withCommandContext(options, ({ auditLog }) =>
        auditLog.page(filterOf(options), { pageIndex: 1, pageSize: options.limit }),
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
      print(list, options.json, tableOf(list, columns))
      more(list.length, count)
    })
}

function addShow(log: Command): void {
  withCommonOptions(log.command('show <id>'))
    .description('show a change with the values before and after it')
    .action(async (text: string, options: CommonOptions) => {
      const id = wholeNumber(text)
      const entry = await withCommandContext(options, ({ auditLog }) => auditLog.find(id))
      if (!entry) throw new Refusal('not-found', { thing: 'audit log entry', id })
      print(entry, options.json, fieldsOf(entry))
    })
}

function addExport(log: Command): void {
  withFilter(log.command('export'))
    .description('write changes to standard output as CSV, newest first')
    .action(async (options: FilterOptions) => {
      await withCommandContext(options, ({ auditLog }) =>
        writeOut(auditLogCsv(auditLog.each(filterOf(options)))),
      )
    })
}
