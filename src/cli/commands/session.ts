import type { Command } from 'commander'
import type { AddressRange } from '../../foundation/network/address-range.ts'
import { counted } from '../../foundation/text/counted.ts'
import {
  addressOption,
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../context/command-options.ts'
import {
  BY_TIME,
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../context/list-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'
import { UsageError } from '../output/usage-error.ts'
import { timeOf } from '../output/words.ts'

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('manage sessions')
  addList(session)
  addEnd(session)
}

function addList(session: Command): void {
  withListOptions(session.command('list'), { sort: BY_TIME, limit: 1000 })
    .description('list the active sessions, newest first')
    .option('--user <name>', 'only sessions of this user')
    .addOption(addressOption('only sessions from'))
    .action(async (options: ListOptions & { user?: string; address?: AddressRange }) => {
      const filter = { username: options.user, addresses: options.address }
      const page = await withCommandContext(options, ({ sessionStore }) =>
        sessionStore.page(filter, pageOf(options), Date.now(), timeOrderOf(options)),
      )
      const columns = {
        sessionId: 'ID',
        username: 'USER',
        roleKey: 'ROLE',
        loginTime: 'SINCE',
        ipaddr: 'ADDRESS',
        browser: 'BROWSER',
        os: 'SYSTEM',
      }
      const rows = page.list.map((one) => ({ ...one, loginTime: timeOf(one.loginTime) }))
      printPage(options, page, rows, columns)
    })
}

function addEnd(session: Command): void {
  withCommonOptions(session.command('end [ids...]'))
    .description(
      'end sessions by id, or all sessions of a user or a role; their tokens are revoked immediately',
    )
    .option('--user <name>', 'all sessions of this user')
    .option('--role <key>', 'all sessions of the users of this role')
    .action(async (ids: string[], options: CommonOptions & { user?: string; role?: string }) => {
      const { user, role } = options
      if ([ids.length > 0, user !== undefined, role !== undefined].filter(Boolean).length !== 1) {
        throw new UsageError('give one of ids, --user and --role', 'castellan session end')
      }
      const done = await withCommandContext(options, ({ sessionAdministration }) => {
        if (user !== undefined) return sessionAdministration.endAllOf(user)
        if (role !== undefined) return sessionAdministration.endAllOfRole(role)
        return sessionAdministration.end(ids.map(wholeNumber))
      })
      print(done, options.json, [`ended ${counted(done.ended, 'session')}`])
    })
}
