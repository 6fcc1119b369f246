import type { Command } from 'commander'
import {
  addressOption,
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import { print } from '../../platform/cli/output/output.ts'
import type { AddressRange } from '../../platform/network/address-range.ts'
import { counted } from '../../platform/text/counted.ts'
import {
  addLogCommands,
  type CommandLog,
  type LogFilterOptions,
  timeRangeOf,
} from '../audit-log/log-commands.ts'
import type { Operator } from '../audit-log/operator.ts'
import { timeOf } from '../user/command-words.ts'
import { ALL_USERS } from '../user/list/user-scope.ts'
import type { ListedLoginLogEntry } from './login-log.store.ts'
import type { LoginLogAdministration } from './login-log-administration.ts'
import { LOGIN_FAILED, LOGIN_PENDING, LOGIN_SUCCEEDED } from './login-status.ts'
import type { OpenLogs } from './open-logs.ts'

interface FilterOptions extends LogFilterOptions {
  readonly user?: string
  readonly address?: AddressRange
  readonly status?: string
  readonly reason?: string
  readonly newNetwork?: true
}

const OUTCOMES = { success: LOGIN_SUCCEEDED, failure: LOGIN_FAILED, 'first-step': LOGIN_PENDING } as const

const LOG: CommandLog<ListedLoginLogEntry, FilterOptions> = {
  entryName: 'login log entry',
  noun: 'attempts',
  showDescription: 'show an attempt',
  withFilter,
  open: (logs) => ({
    page: (options, page, order) => logs.loginLogStore.page(ALL_USERS, filterOf(options), page, order),
    find: (id) => logs.loginLogStore.find(ALL_USERS, id),
    async csv(options) {
      const { loginLogCsv } = await import('./login-log-csv.ts')
      return loginLogCsv(logs.loginLogStore.each(ALL_USERS, filterOf(options)))
    },
  }),
  columns: {
    id: 'ID',
    loginTime: 'TIME',
    username: 'NAME',
    method: 'METHOD',
    outcome: 'OUTCOME',
    ipaddr: 'ADDRESS',
    browser: 'BROWSER',
    msg: 'MESSAGE',
  },
  lessImportant: ['browser', 'method', 'id', 'ipaddr'],
  rowOf: (entry) => ({
    ...entry,
    outcome: outcomeOf(entry),
    loginTime: timeOf(entry.loginTime),
  }),
  fieldsOf: (entry) => ({ ...entry, status: outcomeOf(entry) }),
}

interface Parts {
  readonly loginLogAdministration: LoginLogAdministration
  readonly operator: Operator
}

export function addLoginLogCommands(
  program: Command,
  run: RunCommand<Parts>,
  runWithLogs: RunCommand<OpenLogs>,
): Command {
  const command = program.command('login-log').description('read and delete the log of login attempts')
  addLogCommands(command, runWithLogs, LOG)
  addDelete(command, run)
  return command
}

function withFilter(command: Command): Command {
  return command
    .option(
      '--user <name>',
      'only attempts with this username, or with names that begin so: "ali*"; a backslash before the asterisk makes it a part of the name; upper and lower case differ',
    )
    .addOption(addressOption('only attempts from'))
    .addOption(choiceOption('--status <outcome>', 'only attempts with this outcome', OUTCOMES))
    .option('--new-network', 'only logins from networks from which the user had not logged in before')
    .option('--reason <code>', 'only attempts with this reason, such as credentials-wrong')
}

function filterOf(options: FilterOptions) {
  const { user: username, address, status, reason, newNetwork } = options
  return { username, addresses: address, status, reason, newNetwork, ...timeRangeOf(options) }
}

function outcomeOf({ status, secondStep, newNetwork }: ListedLoginLogEntry): string {
  if (status === LOGIN_PENDING) return `first step, ${secondStep}`
  if (newNetwork) return 'success, new network'
  return status === LOGIN_SUCCEEDED ? 'success' : 'failure'
}

function addDelete(log: Command, run: RunCommand<Parts>): void {
  withCommonOptions(log.command('delete <ids...>'))
    .description('delete attempts, all of them or none; the deletion is recorded in the audit log')
    .action(async (ids: string[], options: CommonOptions) => {
      const done = await run(options, ({ loginLogAdministration, operator }) =>
        loginLogAdministration.remove(operator, ids.map(wholeNumber)),
      )
      print(done, options.json, [`deleted ${counted(done.removed, 'entry', 'entries')}`])
    })
}
