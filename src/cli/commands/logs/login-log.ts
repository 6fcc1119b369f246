import type { Command } from 'commander'
import { notFound } from '../../../foundation/refusal/refusal.ts'
import { counted } from '../../../foundation/text/counted.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from '../../../logs/login-log/login-status.ts'
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
  readonly user?: string
  readonly address?: string
  readonly status?: string
  readonly reason?: string
}

const OUTCOMES = { success: LOGIN_SUCCEEDED, failure: LOGIN_FAILED } as const

export function addLoginLogCommands(program: Command): void {
  const log = program.command('login-log').description('read and delete the log of login attempts')
  addList(log)
  addShow(log)
  addExport(log)
  addDelete(log)
  addVerify(log, (options, work) =>
    withCommandContext(options, async (context) => {
      const { verifyLoginLog } = await import('../../../logs/login-log/login-log-verification.ts')
      const { head, base } = await context.loginLogStore.ends()
      await work(head.position - base.position, (how) =>
        verifyLoginLog({ ...context, loginLog: context.loginLogStore, ...how }),
      )
    }),
  )
}

function withFilter(command: Command): Command {
  return withTimeRange(command)
    .option('--user <name>', 'only attempts with this username')
    .option('--address <address>', 'only attempts from this address')
    .addOption(choiceOption('--status <outcome>', 'only attempts with this outcome', OUTCOMES))
    .option('--reason <code>', 'only attempts with this reason, such as credentials-wrong')
}

function filterOf(options: FilterOptions) {
  const { user: username, address: ipaddr, status, reason } = options
  return { username, ipaddr, status, reason, ...timeRangeOf(options) }
}

function addList(log: Command): void {
  withFilter(withListOptions(log.command('list'), { sort: BY_TIME, limit: 50 }))
    .description('list attempts, newest first')
    .action(async (options: FilterOptions & ListOptions) => {
      const page = await withCommandContext(options, ({ loginLogStore }) =>
        loginLogStore.page(filterOf(options), pageOf(options), timeOrderOf(options)),
      )
      const rows = page.list.map((one) => ({
        ...one,
        outcome: outcomeOf(one.status),
        loginTime: timeOf(one.loginTime),
      }))
      const columns = {
        id: 'ID',
        loginTime: 'TIME',
        username: 'NAME',
        method: 'METHOD',
        outcome: 'OUTCOME',
        ipaddr: 'ADDRESS',
        browser: 'BROWSER',
        msg: 'MESSAGE',
      }
      printPage(options, page, rows, columns)
    })
}

function outcomeOf(status: string): string {
  return status === LOGIN_SUCCEEDED ? 'success' : 'failure'
}

function addShow(log: Command): void {
  withCommonOptions(log.command('show <id>'))
    .description('show an attempt')
    .action(async (text: string, options: CommonOptions) => {
      const id = wholeNumber(text)
      const entry = await withCommandContext(options, ({ loginLogStore }) => loginLogStore.find(id))
      if (!entry) throw notFound('login log entry', id)
      print(entry, options.json, fieldsOf({ ...entry, status: outcomeOf(entry.status) }))
    })
}

function addExport(log: Command): void {
  withFilter(withCommonOptions(log.command('export')))
    .description('write attempts to standard output as CSV, newest first')
    .action(async (options: FilterOptions) => {
      const { loginLogCsv } = await import('../../../logs/login-log/login-log-csv.ts')
      await withCommandContext(options, ({ loginLogStore }) =>
        writeOut(loginLogCsv(loginLogStore.each(filterOf(options)))),
      )
    })
}

function addDelete(log: Command): void {
  withCommonOptions(log.command('delete <ids...>'))
    .description('delete attempts, all of them or none; the deletion is recorded in the audit log')
    .action(async (ids: string[], options: CommonOptions) => {
      const done = await withCommandContext(options, ({ loginLogAdministration }) =>
        loginLogAdministration.remove(ids.map(wholeNumber)),
      )
      print(done, options.json, [`deleted ${counted(done.removed, 'entry', 'entries')}`])
    })
}
