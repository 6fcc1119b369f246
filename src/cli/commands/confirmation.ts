import type { Command } from 'commander'
import {
  CONFIRMATION_STATUSES,
  type ConfirmationStatus,
} from '../../administration/four-eyes/confirmation.ts'
import {
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../context/command-options.ts'
import { type ListOptions, pageOf, printPage, timeOrderOf, withListOptions } from '../context/list-options.ts'
import { withCommandContext } from '../context/with-command-context.ts'
import { print } from '../output/output.ts'
import { timeOf } from '../output/words.ts'

/** Confirming is for people, over HTTP or in the console. */
export function addConfirmationCommands(program: Command): void {
  const confirmation = program
    .command('confirmation')
    .description('read and withdraw changes that a second administrator has to confirm')
  addList(confirmation)
  addWithdrawal(confirmation)
}

function addList(confirmation: Command): void {
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

function addWithdrawal(confirmation: Command): void {
  withCommonOptions(confirmation.command('withdraw'))
    .argument('<id>', 'number of the confirmation', wholeNumber)
    .description('withdraw a confirmation, so that the change is not made with it')
    .action(async (id: number, options: CommonOptions) => {
      const withdrawn = await withCommandContext(options, ({ confirmationAdministration, operator }) =>
        confirmationAdministration.withdraw(operator, id),
      )
      const { beneficiaries: _users, decidedById: _id, ...shown } = withdrawn
      const { username, method, path } = shown
      print(shown, options.json, [
        `withdrew confirmation ${id}, which ${username} has asked for: ${method} ${path}`,
      ])
    })
}
