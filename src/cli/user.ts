import type { Command } from 'commander'
import { Refusal } from '../refusal.ts'
import { DISABLED, ENABLED, type Status, type User } from '../user/user.ts'
import { isSortable, USER_ORDERS, type UserOrder, usualOrder } from '../user/user-list.store.ts'
import { type CommonOptions, chosen, wholeNumber, withCommonOptions } from './command-options.ts'
import { type CommandContext, withCommandContext } from './context.ts'
import { fieldsOf, more, print, stateOf, tableOf } from './output.ts'
import { readPassword } from './read-password.ts'
import { addUserImport } from './user-import.ts'

interface PasswordOptions extends CommonOptions {
  readonly passwordStdin?: true
  readonly mustChange?: true
}

interface DetailOptions {
  readonly nickName?: string
  readonly email?: string
  readonly phone?: string
  readonly remark?: string
}

interface ListOptions extends CommonOptions {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly role?: string
  readonly status?: Status
  readonly sort?: UserOrder['by']
  readonly descending?: true
  readonly limit: number
}

const PAGE_SIZE = 200
const PASSWORD_STDIN = 'read the password from standard input (one line) instead of asking for it'
const MUST_CHANGE = 'have the user set a new password at the next login'
const STATES = { enabled: ENABLED, disabled: DISABLED } as const

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('the users that may log in')
  addAdd(user)
  addList(user)
  addShow(user)
  addChange(user)
  addPasswd(user)
  addStatus(user, 'disable', DISABLED, 'keep a user out: every token of theirs is dead at once')
  addStatus(user, 'enable', ENABLED, 'let a disabled user in again')
  addDelete(user)
  addUserImport(user)
}

function withDetails(command: Command): Command {
  return command
    .option('--nick-name <text>', 'the name to show')
    .option('--email <address>', 'the email address')
    .option('--phone <number>', 'the phone number')
    .option('--remark <text>', 'a remark')
}

function detailsOf({ nickName, email, phone, remark }: DetailOptions): DetailOptions {
  return {
    ...(nickName === undefined ? {} : { nickName }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(remark === undefined ? {} : { remark }),
  }
}

function addAdd(user: Command): void {
  withDetails(withCommonOptions(user.command('add <name>')))
    .description('add a user')
    .requiredOption('--role <key>', 'the key of the role, such as admin')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--must-change', MUST_CHANGE)
    .action(async (username: string, options: PasswordOptions & DetailOptions & { role: string }) => {
      const password = await readPassword(options.passwordStdin === true)
      const pwdChangeDue = options.mustChange === true
      const { role: roleKey } = options
      const added = await withCommandContext(options, ({ userAdministration }) =>
        userAdministration.add({ username, password, roleKey, pwdChangeDue, ...detailsOf(options) }),
      )
      print(added, options.json, [`added user ${added.username} (id ${added.userId}) with role ${roleKey}`])
    })
}

function addList(user: Command): void {
  withCommonOptions(user.command('list'))
    .description('list the users')
    .option('--name <text>', 'only those whose name begins with this')
    .option('--email <address>', 'only those with this email address')
    .option('--phone <number>', 'only those with this phone number')
    .option('--role <key>', 'only those with this role')
    .option('--status <state>', 'only those that are "enabled" or "disabled"', chosen(STATES))
    .option('--sort <field>', `by ${USER_ORDERS.join(', ')}`, chosen(USER_ORDERS))
    .option('--descending', 'the other way round')
    .option('--limit <n>', 'no more than this', wholeNumber, 1000)
    .action(async (options: ListOptions) => {
      const { list, count } = await withCommandContext(options, (context) => usersOf(context, options))
      const rows = list.map((one) => ({ ...one, state: stateOf(one.status) }))
      const columns = {
        userId: 'ID',
        username: 'NAME',
        roleId: 'ROLE ID',
        state: 'STATUS',
        createdAt: 'CREATED',
      }
      print(list, options.json, tableOf(rows, columns))
      more(list.length, count)
    })
}

async function usersOf(
  context: CommandContext,
  options: ListOptions,
): Promise<{ list: User[]; count: number }> {
  const { name: username, email, phone, status, limit } = options
  const role = options.role === undefined ? undefined : await context.roles.findByKey(options.role)
  if (options.role !== undefined && !role) throw new Refusal('role-unknown', { role: `"${options.role}"` })
  const filter = { username, email, phone, status, roleId: role?.roleId }
  const by = options.sort ?? usualOrder(filter)
  if (!isSortable(filter, by))
    throw new Error('with --name, --email or --phone, users are sorted by their names')
  const order = { by, descending: options.descending === true }
  const list: User[] = []
  for (let after: string | undefined; ; ) {
    const page = await context.userList.page(filter, order, { pageIndex: 1, pageSize: PAGE_SIZE, after })
    list.push(...page.list)
    if (!page.next || list.length >= limit) return { list: list.slice(0, limit), count: page.count }
    after = page.next
  }
}

function addShow(user: Command): void {
  withCommonOptions(user.command('show <name>'))
    .description('show a user')
    .action(async (username: string, options: CommonOptions) => {
      const found = await withCommandContext(options, ({ users }) => users.findByName(username))
      if (!found) throw new Refusal('user-unknown', { name: username })
      print(found, options.json, fieldsOf(found))
    })
}

function addChange(user: Command): void {
  withDetails(withCommonOptions(user.command('change <name>')))
    .description('change a user; another name or role ends every session of theirs')
    .option('--name <name>', 'the new name')
    .option('--role <key>', 'the key of the new role')
    .option('--must-change', MUST_CHANGE)
    .action(
      async (
        username: string,
        options: CommonOptions & DetailOptions & { name?: string; role?: string; mustChange?: true },
      ) => {
        const changed = await withCommandContext(options, ({ userAdministration }) =>
          userAdministration.change(username, {
            ...detailsOf(options),
            username: options.name,
            roleKey: options.role,
            pwdChangeDue: options.mustChange,
          }),
        )
        print(changed, options.json, [`changed user ${changed.username}`])
      },
    )
}

function addPasswd(user: Command): void {
  withCommonOptions(user.command('passwd <name>'))
    .description('give a user a new password: every token of theirs is dead at once')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--must-change', MUST_CHANGE)
    .action(async (username: string, options: PasswordOptions) => {
      const password = await readPassword(options.passwordStdin === true)
      const changed = await withCommandContext(options, ({ userAdministration }) =>
        userAdministration.setPassword(username, password, options.mustChange === true),
      )
      print(changed, options.json, [`user ${changed.username} has a new password`])
    })
}

function addStatus(user: Command, verb: 'enable' | 'disable', status: Status, description: string): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .action(async (username: string, options: CommonOptions) => {
      const changed = await withCommandContext(options, ({ userAdministration }) =>
        userAdministration.setStatus(username, status),
      )
      print(changed, options.json, [`user ${changed.username} is ${verb}d`])
    })
}

function addDelete(user: Command): void {
  withCommonOptions(user.command('delete <names...>'))
    .description('delete users, all of them or none: every token of theirs is dead at once')
    .action(async (usernames: string[], options: CommonOptions) => {
      const done = await withCommandContext(options, ({ userAdministration }) =>
        userAdministration.remove(usernames),
      )
      print(done, options.json, [`deleted ${usernames.join(', ')}`])
    })
}
