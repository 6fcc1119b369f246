import type { Command } from 'commander'
import { Refusal } from '../refusal.ts'
import { type CommonOptions, wholeNumber, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { more, print, tableOf } from './output.ts'

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('manage sessions')
  addList(session)
  addEnd(session)
}

function addList(session: Command): void {
  withCommonOptions(session.command('list'))
    .description('list the active sessions, newest first')
    .option('--user <name>', 'only sessions of this user')
    .option('--address <address>', 'only sessions from this address')
    .option('--limit <n>', 'maximum number of rows', wholeNumber, 1000)
    .action(async (options: CommonOptions & { user?: string; address?: string; limit: number }) => {
      const filter = { username: options.user, ipaddr: options.address }
      const { list, count } = await withCommandContext(options, ({ sessions }) =>
        sessions.page(filter, { pageIndex: 1, pageSize: options.limit }, Date.now()),
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
      print(list, options.json, tableOf(list, columns))
      more(list.length, count)
    })
}

function addEnd(session: Command): void {
  withCommonOptions(session.command('end [ids...]'))
    .description('end sessions by id, or all sessions of a user; their tokens are revoked immediately')
    .option('--user <name>', 'all sessions of this user')
    .action(async (ids: string[], options: CommonOptions & { user?: string }) => {
      const { user } = options
      if ((user === undefined) === (ids.length === 0)) {
        throw new Refusal('invalid-parameters', { problem: 'give either ids or --user.' })
      }
      const done = await withCommandContext(options, ({ sessionAdministration }) =>
        user === undefined
          ? sessionAdministration.end(ids.map(wholeNumber))
          : sessionAdministration.endAllOf(user),
      )
      print(done, options.json, [`ended ${done.ended} sessions`])
    })
}
