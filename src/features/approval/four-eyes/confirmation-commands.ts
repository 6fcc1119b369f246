import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import {
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  timeOrderOf,
  withListOptions,
} from '../../../platform/cli/context/list-options.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { visible } from '../../../platform/cli/output/visible.ts'
import { notFound } from '../../../platform/refusal/refusal.ts'
import type { ConfirmationStore } from './confirmation.store.ts'
import { CONFIRMATION_STATUSES, type ConfirmationStatus } from './confirmation.ts'
import type { ConfirmationAdministration } from './confirmations.ts'
import { reachLines } from './reach-lines.ts'

interface Parts {
  readonly confirmations: ConfirmationStore
  readonly confirmationAdministration: ConfirmationAdministration
  readonly operator: Operator
  readonly databaseNow: () => number
}

/** Confirming is for people, over HTTP or in the console. */
export function addConfirmationCommands(program: Command, run: RunCommand<Parts>): void {
  const confirmation = program
    .command('confirmation')
    .description('read and withdraw changes that a second administrator has to confirm')
  addList(confirmation, run)
  addShow(confirmation, run)
  addWithdrawal(confirmation, run)
}

function addList(confirmation: Command, run: RunCommand<Parts>): void {
  withListOptions(confirmation.command('list'))
    .description('list confirmations, newest first')
    .addOption(choiceOption('--status <status>', 'only those with this status', CONFIRMATION_STATUSES))
    .action(async (options: ListOptions & { readonly status?: ConfirmationStatus }) => {
      const page = await run(options, async ({ confirmations, databaseNow }) => {
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

function addShow(confirmation: Command, run: RunCommand<Parts>): void {
  withCommonOptions(confirmation.command('show'))
    .argument('<id>', 'number of the confirmation', wholeNumber)
    .description('show what a change means: its users and roles before and after it')
    .action(async (id: number, options: CommonOptions) => {
      const found = await run(options, async ({ confirmations, databaseNow }) => {
        const stored = await confirmations.find(id, databaseNow())
        if (!stored) throw notFound('confirmation', id)
        return stored
      })
      const { beneficiaries: _users, decidedById: _id, ...shown } = found
      const { username, method, path, kinds, status, expiresAt, changes, reach } = shown
      print(shown, options.json, [
        `confirmation ${id}, ${status}: ${method} ${path}, for which ${username} has asked (${kinds.join(', ')})`,
        `to be carried out until ${timeOf(expiresAt)}`,
        ...changes.map((change) => visible(JSON.stringify(change))),
        ...reachLines(reach).map(visible),
      ])
    })
}

function addWithdrawal(confirmation: Command, run: RunCommand<Parts>): void {
  withCommonOptions(confirmation.command('withdraw'))
    .argument('<id>', 'number of the confirmation', wholeNumber)
    .description('withdraw a confirmation, so that the change is not made with it')
    .action(async (id: number, options: CommonOptions) => {
      const withdrawn = await run(options, ({ confirmationAdministration, operator }) =>
        confirmationAdministration.withdraw(operator, id),
      )
      const { beneficiaries: _users, decidedById: _id, ...shown } = withdrawn
      const { username, method, path } = shown
      print(shown, options.json, [
        `withdrew confirmation ${id}, which ${username} has asked for: ${method} ${path}`,
      ])
    })
}
