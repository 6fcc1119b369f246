import { type Command, Option } from 'commander'
import {
  type CommonOptions,
  choiceOption,
  count,
  languageOption,
  type TimeOption,
  timeOption,
  withCommonOptions,
} from '../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../platform/cli/context/command-runner.ts'
import { confirm, readPassword } from '../../platform/cli/context/prompt.ts'
import { print } from '../../platform/cli/output/output.ts'
import type { Language } from '../../platform/refusal/refusal.ts'
import { shellWord } from '../../platform/text/shell-command.ts'
import type { Operator } from '../audit-log/operator.ts'
import {
  CHECK_OPTION,
  printScopePreview,
  type ScopePreviewParts,
} from '../data-scope/command-scope-preview.ts'
import { DATA_SCOPE_NAMES, timeOf } from './command-words.ts'
import { idsOf } from './find-by-name.ts'
import { ALL_USERS, type UserScope } from './list/user-scope.ts'
import { DISABLED, ENABLED, type Status } from './status.ts'
import type { User, UserDetails } from './user.ts'
import { addUserList, addUserShow, roleIdOfOption, type UserListParts } from './user-list-commands.ts'
import type { UserAdministration, UserToAdd } from './users.ts'

interface PasswordOptions extends CommonOptions {
  readonly passwordStdin?: true
  readonly mustChange?: true
}

interface MembershipOptions {
  readonly department?: number
  readonly dataScope?: string
}

interface AddOptions extends PasswordOptions, UserDetails, MembershipOptions {
  readonly role: string
  readonly invite?: true
  readonly language: Language
}

interface ChangeOptions extends CommonOptions, UserDetails, MembershipOptions {
  readonly name?: string
  readonly role?: string
  readonly until?: TimeOption
  readonly mustChange?: true
  readonly check?: true
}

const YES_OPTION = ['--yes', 'do not ask for confirmation at a terminal'] as const

interface ConfirmedOptions extends CommonOptions {
  readonly yes?: true
}

interface Named {
  readonly username: string
}

const PASSWORD_STDIN = 'read the password from standard input (one line) instead of the terminal'
const MUST_CHANGE = 'require a new password at the next login'

interface Parts extends UserListParts, ScopePreviewParts {
  readonly userAdministration: UserAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
  /** Says which database will be changed, before the operator confirms a change. */
  readonly noteChange: () => void
  readonly ownerAccess: {
    readonly stoppedWith: (scope: UserScope, ownerIds: readonly number[]) => Promise<readonly Named[]>
    readonly stoppingWith: (scope: UserScope, ownerIds: readonly number[]) => Promise<readonly Named[]>
  }
  /** Adds a user without a password, and sends the user a link to set it. */
  readonly addInvited: (user: Omit<UserToAdd, 'password'>, language: Language) => Promise<User>
}

export function addUserCommands(program: Command, run: RunCommand<Parts>): Command {
  const user = program.command('user').description('manage users')
  addAdd(user, run)
  addUserList(user, run)
  addUserShow(user, run)
  addChange(user, run)
  addPasswd(user, run)
  addStatus(user, run, 'disable', DISABLED, 'disable a user; all tokens of the user are revoked immediately')
  addStatus(user, run, 'enable', ENABLED, 'enable a disabled user')
  addDelete(user, run)
  return user
}

function withDetails(command: Command): Command {
  return command
    .option('--nick-name <text>', 'display name')
    .option('--email <address>', 'e-mail address')
    .option('--phone <number>', 'phone number')
    .option('--remark <text>', 'a remark')
}

function withMembership(command: Command): Command {
  return command
    .addOption(new Option('--department <id>', 'department; 0 for none').argParser(count))
    .addOption(
      choiceOption('--data-scope <scope>', "data scope instead of the role's; role for the role's", {
        role: '',
        ...DATA_SCOPE_NAMES,
      }),
    )
}

function membershipOf({ department: deptId, dataScope }: MembershipOptions) {
  return { deptId, dataScope }
}

function detailsOf({ nickName, email, phone, remark }: UserDetails): UserDetails {
  return { nickName, email, phone, remark }
}

function addAdd(user: Command, run: RunCommand<Parts>): void {
  withMembership(withDetails(withCommonOptions(user.command('add <name>'))))
    .description('add a user')
    .requiredOption('--role <key>', 'role key, such as admin')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--must-change', MUST_CHANGE)
    .addOption(
      new Option('--invite', 'send a link to set the password, instead of a password').conflicts([
        'passwordStdin',
        'mustChange',
      ]),
    )
    .addOption(languageOption())
    .action(async (username: string, options: AddOptions) => {
      const pwdChangeDue = options.mustChange === true
      const { role: roleKey, invite = false } = options
      const added = await run(options, async (parts) => {
        const { operator, userAdministration } = parts
        // Checked before the operator has to type a password.
        const roleId = await parts.roleIdOf(roleKey)
        const user = { username, roleId, ...detailsOf(options), ...membershipOf(options) }
        if (invite) return parts.addInvited(user, options.language)
        const password = await readPassword(options.passwordStdin === true)
        return userAdministration.add(operator, { ...user, password, pwdChangeDue })
      })
      print(added, options.json, [
        `${invite ? 'invited' : 'added'} user ${added.username} (id ${added.userId}) with role ${roleKey}`,
      ])
    })
}

function addChange(user: Command, run: RunCommand<Parts>): void {
  withMembership(withDetails(withCommonOptions(user.command('change <name>'))))
    .description('change a user; a new name, role or data scope ends all sessions of the user')
    .option('--name <name>', 'new name')
    .option('--role <key>', 'key of the new role')
    .addOption(
      new Option(
        '--until <time>',
        'when the role ends and the former one returns: 8h, 3d, 2026-12-01T18:00Z or never',
      ).argParser(timeOption),
    )
    .option('--must-change', MUST_CHANGE)
    .option(...CHECK_OPTION)
    .action(async (username: string, options: ChangeOptions) => {
      if (options.check)
        return printScopePreview(options, run, async (parts) => {
          const userId = await parts.userIdOf(username)
          return {
            user: { userId, ...membershipOf(options), roleId: await roleIdOfOption(parts, options) },
          }
        })
      const changed = await run(options, async (parts) => {
        const { userAdministration, operator, userIdOf, databaseNow } = parts
        const roleId = await roleIdOfOption(parts, options)
        return userAdministration.change(operator, await userIdOf(username), {
          ...detailsOf(options),
          ...membershipOf(options),
          username: options.name,
          roleId,
          roleUntil: roleUntilOf(options.until, databaseNow),
          pwdChangeDue: options.mustChange,
        })
      })
      const end = changed.roleUntil === null ? [] : [`the role ends at ${timeOf(changed.roleUntil)}`]
      print(changed, options.json, [`changed user ${changed.username}`, ...end])
    })
}

function roleUntilOf(until: TimeOption | undefined, databaseNow: () => number): string | null | undefined {
  if (until === undefined) return undefined
  if (until === 'never') return null
  return 'at' in until ? until.at : new Date(databaseNow() + until.afterMs).toISOString()
}

function addPasswd(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('passwd <name>'))
    .description('set a new password; all tokens of the user are revoked immediately')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--must-change', MUST_CHANGE)
    .action(async (username: string, options: PasswordOptions) => {
      const changed = await run(options, async (parts) => {
        // Checked before the operator has to type a password.
        const userId = await parts.userIdOf(username)
        const password = await readPassword(options.passwordStdin === true)
        const pwdChangeDue = options.mustChange === true
        return parts.userAdministration.setPassword(parts.operator, userId, { password, pwdChangeDue })
      })
      print(changed, options.json, [`set a new password for user ${changed.username}`])
    })
}

function addStatus(
  user: Command,
  run: RunCommand<Parts>,
  verb: 'enable' | 'disable',
  status: Status,
  description: string,
): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .option(...YES_OPTION)
    .action(async (username: string, options: ConfirmedOptions) => {
      const changed = await run(options, async (parts) => {
        const { userAdministration, ownerAccess, operator } = parts
        const id = await parts.userIdOf(username)
        const stopping = status === DISABLED ? await ownerAccess.stoppingWith(ALL_USERS, [id]) : []
        if (stopping.length > 0)
          await confirmAtTerminal(parts, options, [...stoppingLines(stopping), `Disable ${username}?`])
        const user = await userAdministration.change(operator, id, { status })
        return { ...user, stoppedAccounts: await ownerAccess.stoppedWith(ALL_USERS, [id]) }
      })
      print(changed, options.json, [
        `${verb}d user ${changed.username}`,
        ...stoppedLines(changed.stoppedAccounts),
      ])
    })
}

function addDelete(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('delete <names...>'))
    .description('delete users, all of them or none; their tokens are revoked immediately')
    .option(...YES_OPTION)
    .action(async (usernames: string[], options: ConfirmedOptions) => {
      const done = await run(options, async (parts) => {
        const ids = await idsOf(usernames, parts.userIdOf)
        const stopping = await parts.ownerAccess.stoppingWith(ALL_USERS, ids)
        await confirmAtTerminal(parts, options, [
          ...stoppingLines(stopping),
          `Delete ${usernames.join(', ')}? This cannot be undone.`,
        ])
        return parts.userAdministration.remove(parts.operator, ids)
      })
      print(done, options.json, [`deleted ${usernames.join(', ')}`, ...stoppedLines(done.stoppedAccounts)])
    })
}

/** Asks at the terminal before a change. Scripts are not asked. */
async function confirmAtTerminal(
  { noteChange }: Pick<Parts, 'noteChange'>,
  { yes, json }: ConfirmedOptions,
  lines: readonly string[],
): Promise<void> {
  if (yes || json || !process.stdin.isTTY) return
  noteChange()
  for (const line of lines.slice(0, -1)) console.error(line)
  if (!(await confirm(lines.at(-1) ?? ''))) throw new Error('nothing was done')
}

/** Returns the lines about service accounts that will stop, and how to prevent it. */
function stoppingLines(stopping: readonly Named[]): string[] {
  if (stopping.length === 0) return []
  return [
    'These service accounts will no longer be able to log in. To prevent it, answer no and hand them over:',
    ...stopping.map(
      ({ username }) => `  castellan service-account change ${shellWord(username)} --owner <name>`,
    ),
  ]
}

/** Returns the lines about service accounts that stop because their owners have no access. */
function stoppedLines(stopped: readonly Named[]): string[] {
  if (stopped.length === 0) return []
  return [
    `service accounts that can no longer log in: ${stopped.map(({ username }) => username).join(', ')}`,
    'hand one over: castellan service-account change <name> --owner <name>',
  ]
}
