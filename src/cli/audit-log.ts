import type { Command } from 'commander'
import { auditLogCsv } from '../audit-log/audit-log-csv.ts'
import { verifyAuditLog } from '../audit-log/audit-log-verification.ts'
import { Refusal } from '../refusal.ts'
import { type CommonOptions, wholeNumber, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { addVerify, type SpanOptions, spanOf, withSpan } from './log-commands.ts'
import { fieldsOf, more, print, tableOf, writeOut } from './output.ts'

interface FilterOptions extends CommonOptions, SpanOptions {
  readonly operator?: string
  readonly action?: string
  readonly target?: string
  readonly targetId?: number
}

export function addAuditLogCommands(program: Command): void {
  const log = program.command('audit-log').description('every change that operators have made')
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
  return withSpan(withCommonOptions(command))
    .option('--operator <name>', 'only what this one changed')
    .option('--action <action>', 'only changes such as user.create or policy.add')
    .option('--target <kind>', 'only changes of a user, role, policy, session, login-log or database')
    .option('--target-id <id>', 'only changes of the one with this id', wholeNumber)
}

function filterOf(options: FilterOptions) {
  const { operator, action, target: targetKind, targetId } = options
  return { operator, action, targetKind, targetId, ...spanOf(options) }
}

function addList(log: Command): void {
  withFilter(log.command('list'))
    .description('list changes, the newest first')
    .option('--limit <n>', 'no more than this', wholeNumber, 50)
    .action(async (options: FilterOptions & { limit: number }) => {
      const { list, count } = await withCommandContext(options, ({ auditLog }) =>
        auditLog.page(filterOf(options), { pageIndex: 1, pageSize: options.limit }),
      )
      const columns = {
        id: 'ID',
        time: 'TIME',
        operator: 'OPERATOR',
        source: 'BY',
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
    .description('show a change: what was before it, and what after')
    .action(async (text: string, options: CommonOptions) => {
      const id = wholeNumber(text)
      const entry = await withCommandContext(options, ({ auditLog }) => auditLog.find(id))
      if (!entry) throw new Refusal('not-found', { thing: 'audit log entry', id })
      print(entry, options.json, fieldsOf(entry))
    })
}

function addExport(log: Command): void {
  withFilter(log.command('export'))
    .description('write changes to standard output as CSV, the newest first')
    .action(async (options: FilterOptions) => {
      await withCommandContext(options, ({ auditLog }) =>
        writeOut(auditLogCsv(auditLog.each(filterOf(options)))),
      )
    })
}
