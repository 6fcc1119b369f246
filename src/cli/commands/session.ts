import type { Command } from 'commander'
import { ALL_USERS } from '../../accounts/user/user-scope.ts'
import type { SessionFilter } from '../../authentication/session/session.store.ts'
import type { AddressRange } from '../../foundation/network/address-range.ts'
import { counted } from '../../foundation/text/counted.ts'
import {
  addressOption,
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../context/command-options.ts'
import type { CommandContext } from '../context/context.ts'
import { type ListOptions, pageOf, printPage, timeOrderOf, withListOptions } from '../context/list-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'
import { UsageError } from '../output/usage-error.ts'
import { timeOf } from '../output/words.ts'

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('manage sessions')
  addList(session)
  addEnd(session)
}

interface FilterOptions {
  readonly user?: string
  readonly role?: string
  readonly address?: AddressRange
  readonly browser?: string
  readonly os?: string
  readonly minAge?: number
}

/** Adds the options that select sessions. */
function withFilter(command: Command): Command {
  return command
    .option('--user <name>', 'only sessions of this user')
    .option('--role <key>', 'only sessions of the users of this role')
    .addOption(addressOption('only sessions from'))
    .option('--browser <name>', 'only sessions of browsers that begin so, such as Firefox')
    .option('--os <name>', 'only sessions on operating systems that begin so, such as Windows')
    .option('--min-age <hours>', 'only sessions whose login was at least this many hours ago', wholeNumber)
}

function addList(session: Command): void {
  withFilter(withListOptions(session.command('list'), { limit: 1000 }))
    .description('list the active sessions, newest first')
    .action(async (options: ListOptions & FilterOptions) => {
      const page = await withCommandContext(options, async (context) => {
        const filter = { ...(await filterOf(context, options)), username: options.user }
        return context.sessionStore.page(ALL_USERS, filter, pageOf(options), Date.now(), timeOrderOf(options))
      })
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
  withFilter(withCommonOptions(session.command('end [ids...]')))
    .description('end sessions by id, or all that the options select; their tokens are revoked immediately')
    .action(async (ids: string[], options: CommonOptions & FilterOptions) => {
      const { user: username, role: roleKey, address, browser, os, minAge: minAgeHours } = options
      const selected = { username, roleKey, addresses: address?.text, browser, os, minAgeHours }
      const isFiltered = Object.values(selected).some((value) => value !== undefined)
      if (ids.length > 0 === isFiltered) {
        throw new UsageError('give either ids, or options such as --user and --role', 'castellan session end')
      }
      const done = await withCommandContext(options, async (context) => {
        const { sessionAdministration, operator, userIdOf } = context
        if (!isFiltered) return sessionAdministration.end(operator, ids.map(wholeNumber))
        const user = username === undefined ? {} : { userId: await userIdOf(username) }
        const filter = { ...(await filterOf(context, options)), ...user }
        return sessionAdministration.endMatching(operator, filter, selected)
      })
      print(done, options.json, [`ended ${counted(done.ended, 'session')}`])
    })
}

/** Returns the filter of the options, without the user, who need not exist for a list. */
async function filterOf(
  { roleIdOf }: CommandContext,
  { role, address, browser, os, minAge }: FilterOptions,
): Promise<SessionFilter> {
  const roleId = role === undefined ? undefined : await roleIdOf(role)
  return { roleId, addresses: address, browser, os, minAgeHours: minAge }
}
