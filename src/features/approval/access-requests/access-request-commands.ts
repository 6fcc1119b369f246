import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
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
import { counted } from '../../../platform/text/counted.ts'
import type { AccessRequestStore } from './access-request.store.ts'
import { REQUEST_FILTERS, type RequestFilter } from './access-request.ts'
import type { AccessRequestAdministration } from './access-requests.ts'

interface DecisionOptions extends CommonOptions {
  readonly note?: string
}

interface Parts {
  readonly accessRequests: AccessRequestStore
  readonly accessRequestAdministration: AccessRequestAdministration
  readonly operator: Operator
  readonly databaseNow: () => number
}

export function addAccessRequestCommands(program: Command, run: RunCommand<Parts>): void {
  const request = program.command('access-request').description('decide about requests for roles')
  addList(request, run)
  addDecision(request, run, 'approve', 'give the user the role for the requested hours')
  addDecision(request, run, 'refuse', 'refuse a request')
}

function addList(request: Command, run: RunCommand<Parts>): void {
  withListOptions(request.command('list'))
    .description('list requests for roles, the newest first')
    .addOption(choiceOption('--status <status>', 'only requests with this status', REQUEST_FILTERS))
    .action(async (options: ListOptions & { readonly status?: RequestFilter }) => {
      const page = await run(options, ({ accessRequests, databaseNow }) =>
        accessRequests.page(
          ALL_USERS,
          { status: options.status },
          pageOf(options),
          databaseNow(),
          timeOrderOf(options),
        ),
      )
      const columns = {
        id: 'ID',
        username: 'USER',
        roleKey: 'ROLE',
        hours: 'HOURS',
        status: 'STATUS',
        expiresAt: 'EXPIRES',
        decidedBy: 'DECIDED BY',
        reason: 'REASON',
      }
      const rows = page.list.map((one) => ({ ...one, expiresAt: timeOf(one.expiresAt) }))
      printPage(options, page, rows, columns)
    })
}

function addDecision(
  request: Command,
  run: RunCommand<Parts>,
  decision: 'approve' | 'refuse',
  description: string,
): void {
  withCommonOptions(request.command(decision))
    .argument('<id>', 'id of the request', wholeNumber)
    .description(description)
    .option('--note <text>', 'note for the user')
    .action(async (id: number, { note, ...options }: DecisionOptions) => {
      const decided = await run(options, ({ accessRequestAdministration, operator }) =>
        accessRequestAdministration.decide(operator, id, { decision, note }),
      )
      const { status, username, roleKey, hours } = decided
      print(decided, options.json, [
        `${status} the request of ${username} for the role ${roleKey} for ${counted(hours, 'hour')}`,
      ])
    })
}
