import { type Command, Option } from 'commander'
import {
  type CommonOptions,
  choiceOption,
  wholeNumber,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  orderOf,
  pageOf,
  printPage,
  withListOptions,
} from '../../platform/cli/context/list-options.ts'
import { fieldsOf, print } from '../../platform/cli/output/output.ts'
import type { Operator } from '../audit-log/operator.ts'
import {
  CHECK_OPTION,
  printScopePreview,
  type ScopePreviewParts,
} from '../data-scope/command-scope-preview.ts'
import {
  DATA_SCOPE_NAMES,
  dataScopeCodeOf,
  dataScopeOf,
  STATES,
  stateOf,
  timeOf,
} from '../user/command-words.ts'
import { idsOf, requireRole } from '../user/find-by-name.ts'
import type { Status } from '../user/status.ts'
import type { RoleStore } from './role.store.ts'
import { ROLE_ORDERS, type Role, type RoleOrder } from './role.ts'
import type { RoleAdministration } from './roles.ts'

interface RoleOptions extends CommonOptions {
  readonly name?: string
  readonly key?: string
  readonly dataScope?: string
  readonly departments?: readonly number[]
  readonly remark?: string
  readonly status?: Status
}

const SCOPES = `${Object.entries(DATA_SCOPE_NAMES)
  .map(([name, code]) => `${name} (${code})`)
  .join(', ')}`

interface Parts extends ScopePreviewParts {
  readonly roles: RoleStore
  readonly roleAdministration: RoleAdministration
  readonly operator: Operator
  readonly roleIdOf: (roleKey: string) => Promise<number>
}

export function addRoleCommands(program: Command, run: RunCommand<Parts>): void {
  const role = program.command('role').description('manage roles')
  addAdd(role, run)
  addCopy(role, run)
  addList(role, run)
  addShow(role, run)
  addChange(role, run)
  addDelete(role, run)
}

const OWN_DATA_NOTE = 'its data scope is own: an operator with this role sees no other user (--data-scope)'

function departmentsOption(): Option {
  return new Option(
    '--departments <ids>',
    'departments of the data scope custom, separated by commas; none for none',
  ).argParser((text: string) => (text === 'none' ? [] : text.split(',').map(wholeNumber)))
}

function addAdd(role: Command, run: RunCommand<Parts>): void {
  withCommonOptions(role.command('add <key>'))
    .description('add a role')
    .requiredOption('--name <name>', 'display name')
    .option('--data-scope <scope>', SCOPES, 'own')
    .addOption(departmentsOption())
    .option('--remark <text>', 'a remark')
    .action(async (roleKey: string, options: RoleOptions & { name: string }) => {
      const { name: roleName, departments: deptIds, remark } = options
      const dataScope = dataScopeCodeOf(options.dataScope)
      const added = await run(options, ({ roleAdministration, operator }) =>
        roleAdministration.add(operator, { roleKey, roleName, dataScope, deptIds, remark }),
      )
      const note = added.dataScope === DATA_SCOPE_NAMES.own ? [OWN_DATA_NOTE] : []
      print(added, options.json, [`added role ${added.roleKey} (id ${added.roleId})`, ...note])
    })
}

function addCopy(role: Command, run: RunCommand<Parts>): void {
  withCommonOptions(role.command('copy <key> <new-key>'))
    .description('add a role with the data scope, status, remark and rules of another one')
    .requiredOption('--name <name>', 'display name of the copy')
    .action(async (roleKey: string, newKey: string, options: RoleOptions & { name: string }) => {
      const copy = await run(options, async ({ roleAdministration, operator, roleIdOf }) =>
        roleAdministration.copy(operator, await roleIdOf(roleKey), {
          roleKey: newKey,
          roleName: options.name,
        }),
      )
      print(copy, options.json, [`copied role ${roleKey} to ${copy.roleKey} (id ${copy.roleId})`])
    })
}

function addList(role: Command, run: RunCommand<Parts>): void {
  withListOptions(role.command('list'), { sort: ROLE_ORDERS })
    .description('list the roles, sorted by id')
    .option('--key <text>', 'only keys that contain this text')
    .option('--name <text>', 'only names that contain this text')
    .addOption(choiceOption('--status <state>', 'only roles with this status', STATES))
    .action(async (options: RoleOptions & ListOptions<RoleOrder['by']>) => {
      const { key: roleKey, name: roleName, status } = options
      const page = await run(options, ({ roles }) =>
        roles.page({ roleKey, roleName, status }, orderOf(options, 'roleId'), pageOf(options)),
      )
      const columns = {
        roleId: 'ID',
        roleKey: 'KEY',
        roleName: 'NAME',
        dataScope: 'DATA SCOPE',
        status: 'STATUS',
      }
      printPage(options, page, page.list.map(rowOf), columns)
    })
}

/** Returns a role with words instead of codes. */
function rowOf(role: Role) {
  return {
    ...role,
    dataScope: dataScopeOf(role.dataScope),
    deptIds: role.deptIds.join(', '),
    status: stateOf(role.status),
    createdAt: timeOf(role.createdAt),
    updatedAt: timeOf(role.updatedAt),
  }
}

function addShow(role: Command, run: RunCommand<Parts>): void {
  withCommonOptions(role.command('show <key>'))
    .description('show a role')
    .action(async (roleKey: string, options: CommonOptions) => {
      const found = await run(options, ({ roles }) => requireRole(roles, roleKey))
      print(found, options.json, fieldsOf(rowOf(found)))
    })
}

function addChange(role: Command, run: RunCommand<Parts>): void {
  withCommonOptions(role.command('change <key>'))
    .description('change a role; a new key, data scope or status ends the sessions of its users')
    .option('--key <key>', 'new key; the policy rules of the role are kept')
    .option('--name <name>', 'new name')
    .option('--data-scope <scope>', SCOPES)
    .addOption(departmentsOption())
    .addOption(choiceOption('--status <state>', 'new status', STATES))
    .option('--remark <text>', 'a remark')
    .option(...CHECK_OPTION)
    .action(async (roleKey: string, options: RoleOptions & { readonly check?: true }) => {
      const { key, name: roleName, departments: deptIds, remark, status } = options
      const dataScope = dataScopeCodeOf(options.dataScope)
      if (options.check)
        return printScopePreview(options, run, async ({ roleIdOf }) => ({
          role: { roleId: await roleIdOf(roleKey), dataScope, deptIds },
        }))
      const change = { roleKey: key, roleName, dataScope, deptIds, remark, status }
      const changed = await run(options, async ({ roleAdministration, operator, roleIdOf }) =>
        roleAdministration.change(operator, await roleIdOf(roleKey), change),
      )
      print(changed, options.json, [`changed role ${changed.roleKey}`])
    })
}

function addDelete(role: Command, run: RunCommand<Parts>): void {
  withCommonOptions(role.command('delete <keys...>'))
    .description(
      'delete roles and their rules, all of them or none; a role that a user has cannot be deleted',
    )
    .action(async (roleKeys: string[], options: CommonOptions) => {
      const done = await run(options, async ({ roleAdministration, operator, roleIdOf }) =>
        roleAdministration.remove(operator, await idsOf(roleKeys, roleIdOf)),
      )
      print(done, options.json, [`deleted ${roleKeys.join(', ')}`])
    })
}
