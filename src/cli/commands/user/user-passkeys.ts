import type { Command } from 'commander'
import { Refusal } from '../../../foundation/refusal/refusal.ts'
import { type CommonOptions, wholeNumber, withCommonOptions } from '../../context/command-options.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { print } from '../../output/output.ts'
import { tableOf } from '../../output/table.ts'
import { timeOf } from '../../output/words.ts'

export function addPasskeyCommands(user: Command): void {
  addList(user)
  addRemove(user)
}

function addList(user: Command): void {
  withCommonOptions(user.command('passkeys <name>'))
    .description('list the passkeys of a user')
    .action(async (username: string, options: CommonOptions) => {
      const passkeys = await withCommandContext(options, async (context) => {
        const found = await context.users.findByName(username)
        if (!found) throw new Refusal('user-unknown', { name: username })
        return context.passkeys.ofUser(found.userId)
      })
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

function addRemove(user: Command): void {
  withCommonOptions(user.command('remove-passkey <name> <id>'))
    .description('remove a passkey; all tokens of the user are revoked immediately')
    .action(async (username: string, id: string, options: CommonOptions) => {
      const passkeyId = wholeNumber(id)
      const removed = await withCommandContext(options, ({ passkeyAdministration }) =>
        passkeyAdministration.remove(username, passkeyId),
      )
      print(removed, options.json, [`removed passkey ${removed.id} (${removed.name}) of user ${username}`])
    })
}
