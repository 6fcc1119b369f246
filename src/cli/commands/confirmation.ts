import type { Command } from 'commander'
import {
  CONFIRMATION_STATUSES,
  type ConfirmationStatus,
} from '../../administration/four-eyes/confirmation.ts'
import { choiceOption } from '../context/command-options.ts'
import { type ListOptions, pageOf, printPage, timeOrderOf, withListOptions } from '../context/list-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { timeOf } from '../output/words.ts'

/** Confirming is for people, over HTTP or in the console. */
export function addConfirmationCommands(program: Command): void {
  const confirmation = program
    .command('confirmation')
    .description('read changes that a second administrator has to confirm')
  withListOptions(confirmation.command('list'), { limit: 50 })
    .description('list confirmations, newest first')
    .addOption(choiceOption('--status <status>', 'only those with this status', CONFIRMATION_STATUSES))
    .action(async (options: ListOptions & { readonly status?: ConfirmationStatus }) => {
      const page = await withCommandContext(options, async ({ confirmations, databaseNow }) => {
        const found = await confirmations.page(
          options.status,
          pageOf(options),
          databaseNow(),
          timeOrderOf(options),
        )
        return {
          ...found,
          list: found.list.map(({ beneficiaries: _users, decidedById: _id, ...shown }) => shown),
        }
      })
      const rows = page.list.map((one) => ({
        ...one,
        createdAt: timeOf(one.createdAt),
        call: `${one.method} ${one.path}`,
        kinds: one.kinds.join(', '),
      }))
      const columns = {
        id: 'ID',
        createdAt: 'TIME',
        username: 'ASKED BY',
        call: 'CALL',
        kinds: 'KINDS',
        status: 'STATUS',
        decidedBy: 'DECIDED BY',
      }
      printPage(options, page, rows, columns)
    })
}
