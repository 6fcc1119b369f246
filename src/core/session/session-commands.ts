import type { Command } from 'commander'
import {
  addressOption,
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../../platform/cli/context/list-options.ts'
import { print } from '../../platform/cli/output/output.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import type { AddressRange } from '../../platform/network/address-range.ts'
import { counted } from '../../platform/text/counted.ts'
import type { Operator } from '../audit-log/operator.ts'
import { timeOf } from '../user/command-words.ts'
import { ALL_USERS } from '../user/list/user-scope.ts'
import type { SessionFilter, SessionStore } from './session.store.ts'
import type { SessionAdministration } from './sessions.ts'

interface Parts {
  readonly sessionStore: SessionStore
  readonly sessionAdministration: SessionAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
  readonly roleIdOf: (roleKey: string) => Promise<number>
}

export function addSessionCommands(program: Command, run: RunCommand<Parts>): void {
  const session = program.command('session').description('manage sessions')
  addList(session, run)
  addEnd(session, run)
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

function addList(session: Command, run: RunCommand<Parts>): void {
  withFilter(withListOptions(session.command('list')))
    .description('list the active sessions, newest first')
    .action(async (options: ListOptions & FilterOptions) => {
      const page = await run(options, async (parts) => {
        const filter = { ...(await filterOf(parts, options)), username: options.user }
        return parts.sessionStore.page(ALL_USERS, filter, pageOf(options), Date.now(), timeOrderOf(options))
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

function addEnd(session: Command, run: RunCommand<Parts>): void {
  withFilter(withCommonOptions(session.command('end [ids...]')))
    .description('end sessions by id, or all that the options select; their tokens are revoked immediately')
    .action(async (ids: string[], options: CommonOptions & FilterOptions) => {
      const { user: username, role: roleKey, address, browser, os, minAge: minAgeHours } = options
      const selected = { username, roleKey, addresses: address?.text, browser, os, minAgeHours }
      const isFiltered = Object.values(selected).some((value) => value !== undefined)
      if (ids.length > 0 === isFiltered) {
        throw new UsageError('give either ids, or options such as --user and --role', 'castellan session end')
      }
      const done = await run(options, async (parts) => {
        const { sessionAdministration, operator, userIdOf } = parts
        if (!isFiltered) return sessionAdministration.end(operator, ids.map(wholeNumber))
        const user = username === undefined ? {} : { userId: await userIdOf(username) }
        const filter = { ...(await filterOf(parts, options)), ...user }
        return sessionAdministration.endMatching(operator, filter, selected)
      })
      print(done, options.json, [`ended ${counted(done.ended, 'session')}`])
    })
}

/** Returns the filter of the options, without the user, who need not exist for a list. */
async function filterOf(
  { roleIdOf }: Parts,
  { role, address, browser, os, minAge }: FilterOptions,
): Promise<SessionFilter> {
  const roleId = role === undefined ? undefined : await roleIdOf(role)
  return { roleId, addresses: address, browser, os, minAgeHours: minAge }
}
