import type { Command } from 'commander'
import { DISABLED, ENABLED, type Status, type User } from '../user/user.ts'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { print, tableOf } from './output.ts'
import { readPassword } from './read-password.ts'
import { inWorkshop } from './workshop.ts'

interface PasswordOptions extends CommonOptions {
  readonly passwordStdin?: true
}

interface AddOptions extends PasswordOptions {
  readonly role: string
  readonly nickName?: string
  readonly email?: string
  readonly phone?: string
  readonly remark?: string
}

const PAGE_SIZE = 200
const PASSWORD_STDIN = 'read the password from standard input (one line) instead of asking for it'

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('the users that may log in')
  addAdd(user)
  addList(user)
  addPasswd(user)
  addStatus(user, 'disable', DISABLED, 'keep a user out: every token of theirs is dead at once')
  addStatus(user, 'enable', ENABLED, 'let a disabled user in again')
}

function addAdd(user: Command): void {
  withCommonOptions(user.command('add <name>'))
    .description('add a user')
    .requiredOption('--role <key>', 'the key of the role, such as admin')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--nick-name <text>', 'the name to show')
    .option('--email <address>', 'the email address')
    .option('--phone <number>', 'the phone number')
    .option('--remark <text>', 'a remark')
    .action(async (username: string, options: AddOptions) => {
      const { role: roleKey, config: _config, set: _set, json, passwordStdin, ...rest } = options
      const password = await readPassword(passwordStdin === true)
      const added = await inWorkshop(options, ({ userAdministration }) =>
        userAdministration.add({ username, password, roleKey, ...rest }),
      )
      print(added, json, [`added user ${added.username} (id ${added.userId}) with role ${roleKey}`])
    })
}

function addList(user: Command): void {
  withCommonOptions(user.command('list'))
    .description('list the users')
    .action(async (options: CommonOptions) => {
      const users = await inWorkshop(options, async (workshop) => {
        const all: User[] = []
        for (let pageIndex = 1; ; pageIndex++) {
          const page = await workshop.users.page({}, { pageIndex, pageSize: PAGE_SIZE })
          all.push(...page.list)
          if (page.list.length < PAGE_SIZE) return all
        }
      })
      const rows = users.map((one) => ({ ...one, state: one.status === ENABLED ? 'enabled' : 'disabled' }))
      const columns = {
        userId: 'ID',
        username: 'NAME',
        roleId: 'ROLE ID',
        state: 'STATUS',
        createdAt: 'CREATED',
      }
      print(users, options.json, tableOf(rows, columns))
    })
}

function addPasswd(user: Command): void {
  withCommonOptions(user.command('passwd <name>'))
    .description('give a user a new password: every token of theirs is dead at once')
    .option('--password-stdin', PASSWORD_STDIN)
    .action(async (username: string, options: PasswordOptions) => {
      const password = await readPassword(options.passwordStdin === true)
      const changed = await inWorkshop(options, ({ userAdministration }) =>
        userAdministration.setPassword(username, password),
      )
      print(changed, options.json, [`user ${changed.username} has a new password`])
    })
}

function addStatus(user: Command, verb: 'enable' | 'disable', status: Status, description: string): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .action(async (username: string, options: CommonOptions) => {
      const changed = await inWorkshop(options, ({ userAdministration }) =>
        userAdministration.setStatus(username, status),
      )
      print(changed, options.json, [`user ${changed.username} is ${verb}d`])
    })
}
