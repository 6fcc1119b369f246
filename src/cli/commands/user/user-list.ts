import type { Command } from 'commander'
import type { RoleStore } from '../../../accounts/role/role.store.ts'
import type { Status } from '../../../accounts/status.ts'
import type { UserStore } from '../../../accounts/user/user.store.ts'
import type { User, UserDetails } from '../../../accounts/user/user.ts'
import type { UserListStore } from '../../../accounts/user/user-list.store.ts'
import { defaultOrder, isSortable, USER_ORDERS, type UserOrder } from '../../../accounts/user/user-order.ts'
import { ALL_USERS } from '../../../accounts/user/user-scope.ts'
import type { Page } from '../../../database/page.ts'
import { type CommonOptions, choiceOption, withCommonOptions } from '../../context/command-options.ts'
import type { RunCommand } from '../../context/command-runner.ts'
import { requireUser } from '../../context/find-by-name.ts'
import { type ListOptions, orderOf, printPage, withListOptions } from '../../context/list-options.ts'
import { fieldsOf, print } from '../../output/output.ts'
import { UsageError } from '../../output/usage-error.ts'
import { dataScopeOf, STATES, stateOf, timeOf, untilText } from '../../output/words.ts'

interface UserListOptions extends ListOptions<UserOrder['by']>, Pick<UserDetails, 'email' | 'phone'> {
  readonly name?: string
  readonly role?: string
  readonly status?: Status
}

const PAGE_SIZE = 200

export interface UserListParts {
  readonly users: UserStore
  readonly userList: UserListStore
  readonly roles: RoleStore
  readonly suspensions: {
    readonly otherNames: (users: readonly User[]) => Promise<ReadonlyMap<number, string>>
  }
  readonly roleIdOf: (roleKey: string) => Promise<number>
}

export function addUserList(user: Command, run: RunCommand<UserListParts>): void {
  withListOptions(user.command('list'), { sort: USER_ORDERS, limit: 1000 })
    .description('list the users, sorted by id, or by name if a text is searched')
    .option('--name <text>', 'only names that begin with this text')
    .option('--email <address>', 'only this e-mail address')
    .option('--phone <number>', 'only this phone number')
    .option('--role <key>', 'only users with this role')
    .addOption(choiceOption('--status <state>', 'only users with this status', STATES))
    .action(async (options: UserListOptions) => {
      const { page, rows } = await run(options, async (parts) => {
        const found = await usersOf(parts, options)
        return { page: found, rows: await rowsOf(parts, found.list) }
      })
      const columns = {
        userId: 'ID',
        username: 'NAME',
        roleKey: 'ROLE',
        status: 'STATUS',
        createdAt: 'CREATED',
      }
      printPage(options, page, rows, columns)
    })
}

async function usersOf(parts: UserListParts, options: UserListOptions): Promise<Page<User>> {
  const { name: username, email, phone, status, limit, offset } = options
  const filter = { username, email, phone, status, roleId: await roleIdOfOption(parts, options) }
  const order = orderOf(options, defaultOrder(filter))
  if (!isSortable(filter, order.by))
    throw new UsageError(
      '--sort cannot be combined with --name, --email or --phone: those lists are sorted by name',
    )
  const list: User[] = []
  for (let after: string | undefined; ; ) {
    const request = { pageIndex: 1, pageSize: PAGE_SIZE, after, offset }
    const page = await parts.userList.page(ALL_USERS, filter, order, request)
    list.push(...page.list)
    if (!page.next || list.length >= limit) return { ...page, list: list.slice(0, limit) }
    after = page.next
  }
}

/** Returns the users with words instead of codes. */
async function rowsOf({ roles, suspensions }: UserListParts, users: readonly User[]) {
  const others = await suspensions.otherNames(users)
  const keys = new Map<number, string>()
  const ids = users.flatMap(({ roleId, formerRoleId }) => [roleId, formerRoleId])
  for (const roleId of ids) {
    if (!keys.has(roleId)) keys.set(roleId, (await roles.find(roleId))?.roleKey ?? String(roleId))
  }
  return users.map(
    ({ roleId, roleUntil, formerRoleId, dataScope, status, suspension, createdAt, updatedAt, ...user }) => ({
      ...user,
      roleKey: `${keys.get(roleId)}${untilText(roleUntil)}`,
      ...(roleUntil === null ? {} : { formerRoleKey: keys.get(formerRoleId) }),
      dataScope: dataScope === '' ? "the role's" : dataScopeOf(dataScope),
      status: suspension ? `suspended with ${others.get(user.userId)}` : stateOf(status),
      createdAt: timeOf(createdAt),
      updatedAt: timeOf(updatedAt),
    }),
  )
}

export function addUserShow(user: Command, run: RunCommand<UserListParts>): void {
  withCommonOptions(user.command('show <name>'))
    .description('show a user')
    .action(async (username: string, options: CommonOptions) => {
      const { found, rows } = await run(options, async (parts) => {
        const found = await requireUser(parts.users, username)
        return { found, rows: await rowsOf(parts, [found]) }
      })
      print(found, options.json, rows.flatMap(fieldsOf))
    })
}

/** Returns the id of the role that an option names. */
export async function roleIdOfOption(
  { roleIdOf }: Pick<UserListParts, 'roleIdOf'>,
  { role }: { role?: string },
) {
  return role === undefined ? undefined : roleIdOf(role)
}
