import type { Command } from 'commander'
import { ENABLED } from '../user/user.ts'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { print, tableOf } from './output.ts'
import { inWorkshop } from './workshop.ts'

interface AddOptions extends CommonOptions {
  readonly name: string
  readonly dataScope: string
  readonly remark?: string
}

const MOST_ROLES = 10_000

export function addRoleCommands(program: Command): void {
  const role = program.command('role').description('the roles that users have and rules are written for')

  withCommonOptions(role.command('add <key>'))
    .description('add a role')
    .requiredOption('--name <name>', 'the name to show')
    .option('--data-scope <n>', '1 all, 2 custom departments, 3 own, 4 own and below, 5 own data only', '1')
    .option('--remark <text>', 'a remark')
    .action(async (roleKey: string, options: AddOptions) => {
      const { name: roleName, dataScope, remark = '' } = options
      const added = await inWorkshop(options, ({ roleAdministration }) =>
        roleAdministration.add({ roleKey, roleName, dataScope, remark }),
      )
      print(added, options.json, [`added role ${added.roleKey} (id ${added.roleId})`])
    })

  withCommonOptions(role.command('list'))
    .description('list the roles')
    .action(async (options: CommonOptions) => {
      const { list } = await inWorkshop(options, ({ roles }) =>
        roles.page({ pageIndex: 1, pageSize: MOST_ROLES }),
      )
      const rows = list.map((one) => ({ ...one, state: one.status === ENABLED ? 'enabled' : 'disabled' }))
      const columns = { roleId: 'ID', roleKey: 'KEY', roleName: 'NAME', dataScope: 'SCOPE', state: 'STATUS' }
      print(list, options.json, tableOf(rows, columns))
    })
}
