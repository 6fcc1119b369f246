import type { Command } from 'commander'
import { timeOf } from '../../../core/user/command-words.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  withListOptions,
} from '../../../platform/cli/context/list-options.ts'
import type { RefusalListStore } from './refusal-list.store.ts'
import { GROUP_ORDERS, type GroupOrder } from './refusal-order.ts'

interface RefusalOptions extends ListOptions<GroupOrder['by']> {
  readonly role?: string
  readonly reason?: string
}

interface Parts {
  readonly refusalList: RefusalListStore
}

export function addPolicyRefusals(policy: Command, run: RunCommand<Parts>): void {
  withListOptions(policy.command('refusals'), { sort: GROUP_ORDERS })
    .description(
      'list refused requests in groups by role, route and reason, the group with the newest request first',
    )
    .option('--role <role>', 'only requests of users with this role')
    .option('--reason <reason>', 'only requests with this reason, such as permission-denied')
    .action(async (options: RefusalOptions) => {
      const { role, reason, sort, descending } = options
      const order = { by: sort ?? 'refusedAt', descending: sort === undefined || descending === true }
      const page = await run(options, ({ refusalList }) =>
        refusalList.groups({ scope: ALL_USERS, roleKey: role, reason }, order, pageOf(options)),
      )
      const list = page.list.map(({ newest, pattern, ...group }) => ({
        ...group,
        route: pattern,
        refusedAt: new Date(newest.refusedAt).toISOString(),
        requestId: newest.requestId,
      }))
      const rows = list.map((group) => ({ ...group, refusedAt: timeOf(group.refusedAt) }))
      printPage(options, { ...page, list }, rows, {
        roleKey: 'ROLE',
        method: 'METHOD',
        route: 'ROUTE',
        reason: 'REASON',
        count: 'REQUESTS',
        users: 'USERS',
        refusedAt: 'LAST',
        requestId: 'REQUEST ID',
      })
    })
}
