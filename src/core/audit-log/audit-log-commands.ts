import type { Command } from 'commander'
import { choiceOption, wholeNumber } from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import type { OpenLogs } from '../login-log/open-logs.ts'
import { timeOf } from '../user/command-words.ts'
import type { AuditLogEntry } from './audit-log.store.ts'
import { AUDIT_ACTIONS } from './audit-log-entry.ts'
import { READS_ALL } from './audit-log-reader.ts'
import { changesOf } from './change-text.ts'
import { addLogCommands, type CommandLog, type LogFilterOptions, timeRangeOf } from './log-commands.ts'

interface FilterOptions extends LogFilterOptions {
  readonly operator?: string
  readonly action?: string
  readonly target?: string
  readonly targetKind?: string
  readonly targetId?: number
}

const TARGET_KINDS = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf('.'))))]

const LOG: CommandLog<AuditLogEntry, FilterOptions> = {
  entryName: 'audit log entry',
  noun: 'changes',
  showDescription: 'show a change with the values before and after it',
  withFilter,
  open: (logs) => ({
    page: (options, page, order) => logs.auditLog.page(READS_ALL, filterOf(options), page, order),
    find: (id) => logs.auditLog.find(READS_ALL, id),
    async csv(options) {
      const { auditLogCsv } = await import('./audit-log-csv.ts')
      return auditLogCsv(logs.auditLog.each(READS_ALL, filterOf(options)))
    },
  }),
  columns: {
    id: 'ID',
    time: 'TIME',
    operator: 'OPERATOR',
    source: 'SOURCE',
    ipaddr: 'ADDRESS',
    action: 'ACTION',
    target: 'TARGET',
    changes: 'CHANGES',
  },
  lessImportant: ['ipaddr', 'source', 'operator'],
  rowOf: ({ operator, operatorOwner, ...entry }) => ({
    ...entry,
    operator: operatorOwner === '' ? operator : `${operator} (owner: ${operatorOwner})`,
    time: timeOf(entry.time),
    changes: changesOf(entry),
  }),
  fieldsOf: (entry) => entry,
}

export function addAuditLogCommands(program: Command, run: RunCommand<OpenLogs>): Command {
  const command = program.command('audit-log').description('read the log of changes made by operators')
  addLogCommands(command, run, LOG)
  return command
}

function withFilter(command: Command): Command {
  return command
    .option(
      '--operator <name>',
      'only changes by this operator, or by names that begin so: "ali*"; a backslash before the asterisk makes it a part of the name; upper and lower case differ; commands are recorded under the user of the operating system',
    )
    .option('--action <action>', 'only changes such as user.create or policy.add')
    .addOption(choiceOption('--target-kind <kind>', 'only changes of this kind of target', TARGET_KINDS))
    .option(
      '--target <name>',
      'only changes of the target with this name, such as a username or the key of a role',
    )
    .option('--target-id <id>', 'only changes of the target with this id', wholeNumber)
}

function filterOf(options: FilterOptions) {
  const { operator, action, target, targetKind, targetId } = options
  return { operator, action, target, targetKind, targetId, ...timeRangeOf(options) }
}
