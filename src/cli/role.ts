import type { Command } from 'commander'
import { Refusal } from '../refusal.ts'
import { ROLE_ORDERS, type RoleOrder } from '../role/role.store.ts'
import { DISABLED, ENABLED, type Status } from '../user/user.ts'
import { type CommonOptions, chosen, withCommonOptions } from './command-options.ts'
import { withCommandContext } from './context.ts'
import { fieldsOf, print, stateOf, tableOf } from './output.ts'

interface RoleOptions extends CommonOptions {
  readonly name?: string
  readonly key?: string
  readonly dataScope?: string
  readonly remark?: string
  readonly status?: Status
}

const MAX_ROLES = 100_000
const SCOPES = '1 all, 2 custom departments, 3 own, 4 own and below, 5 own data only'
const STATES = { enabled: ENABLED, disabled: DISABLED } as const

export function addRoleCommands(program: Command): void {
  const role = program.command('role').description('manage roles')
  addAdd(role)
  addList(role)
  addShow(role)
  addChange(role)
  addDelete(role)
}

function addAdd(role: Command): void {
  withCommonOptions(role.command('add <key>'))
    .description('add a role')
    .requiredOption('--name <name>', 'display name')
    .option('--data-scope <n>', SCOPES, '1')
    .option('--remark <text>', 'a remark')
    .action(async (roleKey: string, options: RoleOptions & { name: string }) => {
      const { name: roleName, dataScope, remark } = options
      const added = await withCommandContext(options, ({ roleAdministration }) =>
        roleAdministration.add({ roleKey, roleName, dataScope, remark }),
      )
      print(added, options.json, [`added role ${added.roleKey} (id ${added.roleId})`])
    })
}

function addList(role: Command): void {
  withCommonOptions(role.command('list'))
    .description('list the roles')
    .option('--key <text>', 'only keys that contain this text')
    .option('--name <text>', 'only names that contain this text')
    .option('--status <state>', 'only "enabled" or "disabled" roles', chosen(STATES))
    .option('--sort <field>', `sort by ${ROLE_ORDERS.join(', ')}`, chosen(ROLE_ORDERS))
    .option('--descending', 'sort in descending order')
    .action(async (options: RoleOptions & { sort?: RoleOrder['by']; descending?: true }) => {
      const { key: roleKey, name: roleName, status, sort: by = 'roleId' } = options
      const { list } = await withCommandContext(options, ({ roles }) =>
        roles.page(
          { roleKey, roleName, status },
          { by, descending: options.descending === true },
          { pageIndex: 1, pageSize: MAX_ROLES },
        ),
      )
      const rows = list.map((one) => ({ ...one, state: stateOf(one.status) }))
      const columns = { roleId: 'ID', roleKey: 'KEY', roleName: 'NAME', dataScope: 'SCOPE', state: 'STATUS' }
      print(list, options.json, tableOf(rows, columns))
    })
}

function addShow(role: Command): void {
  withCommonOptions(role.command('show <key>'))
    .description('show a role')
    .action(async (roleKey: string, options: CommonOptions) => {
      const found = await withCommandContext(options, ({ roles }) => roles.findByKey(roleKey))
      if (!found) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
      print(found, options.json, fieldsOf(found))
    })
}

function addChange(role: Command): void {
  withCommonOptions(role.command('change <key>'))
    .description('change a role; a new key, data scope or status ends the sessions of its users')
    .option('--key <key>', 'new key; the policy rules of the role are kept')
    .option('--name <name>', 'new name')
    .option('--data-scope <n>', SCOPES)
    .option('--status <state>', '"enabled" or "disabled"', chosen(STATES))
    .option('--remark <text>', 'a remark')
    .action(async (roleKey: string, options: RoleOptions) => {
      const { key, name: roleName, dataScope, remark, status } = options
      const changed = await withCommandContext(options, ({ roleAdministration }) =>
        roleAdministration.change(roleKey, { roleKey: key, roleName, dataScope, remark, status }),
      )
      print(changed, options.json, [`changed role ${changed.roleKey}`])
    })
}

function addDelete(role: Command): void {
  withCommonOptions(role.command('delete <keys...>'))
    .description(
      'delete roles and their rules, all of them or none; a role that a user has cannot be deleted',
    )
    .action(async (roleKeys: string[], options: CommonOptions) => {
      const done = await withCommandContext(options, ({ roleAdministration }) =>
        roleAdministration.remove(roleKeys),
      )
      print(done, options.json, [`deleted ${roleKeys.join(', ')}`])
    })
}
