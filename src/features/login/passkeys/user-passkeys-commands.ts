import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import {
  type CommonOptions,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import type { PasskeyStore } from './passkey.store.ts'
import type { PasskeyAdministration } from './passkeys.ts'

interface Parts {
  readonly passkeys: PasskeyStore
  readonly passkeyAdministration: PasskeyAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
}

/** Adds the commands for the passkeys of a user. */
export function addPasskeyCommands(user: Command, run: RunCommand<Parts>): void {
  addList(user, run)
  addRemove(user, run)
}

function addList(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('passkeys <name>'))
    .description('list the passkeys of a user')
    .action(async (username: string, options: CommonOptions) => {
      const passkeys = await run(options, async (parts) =>
        parts.passkeys.ofUser(await parts.userIdOf(username)),
      )
      const rows = passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
        id,
        name,
        synchronized: backedUp ? 'yes' : 'no',
        createdAt: timeOf(createdAt),
        lastUsedAt: lastUsedAt === null ? 'never' : timeOf(lastUsedAt),
      }))
      const columns = {
        id: 'ID',
        name: 'NAME',
        synchronized: 'SYNCHRONIZED',
        createdAt: 'CREATED',
        lastUsedAt: 'LAST USED',
      }
      print(passkeys, options.json, tableOf(rows, columns))
    })
}

function addRemove(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('remove-passkey <name> <id>'))
    .description('remove a passkey; all tokens of the user are revoked immediately')
    .action(async (username: string, id: string, options: CommonOptions) => {
      const passkeyId = wholeNumber(id)
      const removed = await run(options, async ({ passkeyAdministration, operator, userIdOf }) =>
        passkeyAdministration.remove(operator, await userIdOf(username), passkeyId),
      )
      print(removed, options.json, [`removed passkey ${removed.id} (${removed.name}) of user ${username}`])
    })
}
