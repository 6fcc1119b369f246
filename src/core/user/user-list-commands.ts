import type { Command } from 'commander'
import {
  type CommonOptions,
  choiceOption,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  orderOf,
  printPage,
  withListOptions,
} from '../../platform/cli/context/list-options.ts'
import { fieldsOf, labelled, print } from '../../platform/cli/output/output.ts'
import { UsageError } from '../../platform/cli/output/usage-error.ts'
import type { Page } from '../../platform/database/query/page.ts'
import { requireFound } from '../operations/require-found.ts'
import type { RoleStore } from '../role/role.store.ts'
import { dataScopeOf, STATES, stateOf, timeOf, untilText } from './command-words.ts'
import type { UserListStore } from './list/user-list.store.ts'
import { defaultOrder, isSortable, USER_ORDERS, type UserOrder } from './list/user-order.ts'
import { ALL_USERS } from './list/user-scope.ts'
import type { Status } from './status.ts'
import type { UserStore } from './user.store.ts'
import type { User, UserDetails } from './user.ts'

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
  readonly userIdOf: (username: string) => Promise<number>
  readonly departments: {
    readonly namesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  }
  readonly userActivity: {
    readonly of: (userIds: readonly number[], now: number) => Promise<(userId: number) => Activity>
  }
  readonly databaseNow: () => number
}

interface Activity {
  readonly lastLoginTime: string | null
  readonly liveSessions: number
}

export function addUserList(user: Command, run: RunCommand<UserListParts>): void {
  withListOptions(user.command('list'), { sort: USER_ORDERS })
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
        nickName: 'DISPLAY NAME',
        roleKey: 'ROLE',
        department: 'DEPARTMENT',
        status: 'STATUS',
        lastLogin: 'LAST LOGIN',
        createdAt: 'CREATED',
      }
      printPage(options, page, rows, columns, ['createdAt', 'nickName', 'lastLogin', 'department'])
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
async function rowsOf(parts: UserListParts, users: readonly User[]) {
  const { roles, suspensions, departments, userActivity, databaseNow } = parts
  const [others, names, activityOf] = await Promise.all([
    suspensions.otherNames(users),
    departments.namesOf([...new Set(users.map(({ deptId }) => deptId))]),
    userActivity.of(
      users.map(({ userId }) => userId),
      databaseNow(),
    ),
  ])
  const keys = new Map<number, string>()
  const ids = users.flatMap(({ roleId, formerRoleId }) => [roleId, formerRoleId])
  for (const roleId of ids) {
    if (!keys.has(roleId)) keys.set(roleId, (await roles.find(roleId))?.roleKey ?? String(roleId))
  }
  return users.map((user) => {
    const { userId, roleId, roleUntil, formerRoleId, deptId, dataScope, status, suspension } = user
    const { lastLoginTime, liveSessions } = activityOf(userId)
    return {
      userId,
      username: user.username,
      nickName: user.nickName,
      email: user.email,
      phone: user.phone,
      remark: user.remark,
      roleKey: `${keys.get(roleId)}${untilText(roleUntil)}`,
      formerRoleKey: roleUntil === null ? undefined : keys.get(formerRoleId),
      department: deptId === 0 ? '' : `${names.get(deptId) ?? 'unknown'} (${deptId})`,
      dataScope: dataScope === '' ? "the role's" : dataScopeOf(dataScope),
      status: suspension ? `suspended with ${others.get(userId)}` : stateOf(status),
      pwdChangeDue: user.pwdChangeDue,
      loginMethods: user.loginMethods.join(', ') || 'all',
      lastLogin: lastLoginTime === null ? 'never' : timeOf(lastLoginTime),
      liveSessions,
      createdAt: timeOf(user.createdAt),
      updatedAt: timeOf(user.updatedAt),
    }
  })
}

/** What `show` calls the fields. One without a value is left out if it says nothing. */
const LABELS = {
  userId: 'id',
  username: 'name',
  nickName: 'display name',
  email: 'e-mail',
  phone: 'phone',
  roleKey: 'role',
  formerRoleKey: 'role afterwards',
  department: 'department',
  dataScope: 'data scope',
  status: 'status',
  pwdChangeDue: 'new password due',
  loginMethods: 'login methods',
  lastLogin: 'last login',
  liveSessions: 'sessions',
  remark: 'remark',
  createdAt: 'created',
  updatedAt: 'changed',
} as const

export function addUserShow(user: Command, run: RunCommand<UserListParts>): void {
  withCommonOptions(user.command('show <name>'))
    .description('show a user')
    .action(async (username: string, options: CommonOptions) => {
      const { found, rows } = await run(options, async (parts) => {
        const found = requireFound(await parts.users.find(await parts.userIdOf(username)), 'user', username)
        return { found, rows: await rowsOf(parts, [found]) }
      })
      print(
        found,
        options.json,
        rows.flatMap((row) => fieldsOf(labelled(row, LABELS))),
      )
    })
}

/** Returns the id of the role that an option names. */
export async function roleIdOfOption(
  { roleIdOf }: Pick<UserListParts, 'roleIdOf'>,
  { role }: { role?: string },
) {
  return role === undefined ? undefined : roleIdOf(role)
}
