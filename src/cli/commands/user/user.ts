import { type Command, Option } from 'commander'
import type { StoppedAccount } from '../../../accounts/service-account/service-account.store.ts'
import { DISABLED, ENABLED, type Status } from '../../../accounts/status.ts'
import type { UserDetails } from '../../../accounts/user/user.ts'
import { ALL_USERS } from '../../../accounts/user/user-scope.ts'
import type { Language } from '../../../foundation/refusal/refusal.ts'
import {
  type CommonOptions,
  choiceOption,
  count,
  type TimeOption,
  timeOption,
  withCommonOptions,
} from '../../context/command-options.ts'
import { idsOf } from '../../context/find-by-name.ts'
import { readPassword } from '../../context/prompt.ts'
import { CHECK_OPTION, printScopePreview } from '../../context/scope-preview.ts'
import { withCommandContext } from '../../context/with-command-context.ts'
import { print } from '../../output/output.ts'
import { DATA_SCOPE_NAMES, timeOf } from '../../output/words.ts'
import { addUserExport } from './user-export.ts'
import { addUserImport } from './user-import.ts'
import { addUserList, addUserShow, roleIdOfOption } from './user-list.ts'
import { addLoginMethodCommands, addPasskeys, addRemovePasskey } from './user-login-methods.ts'
import { addSuspensionCommands } from './user-suspension.ts'

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

const PASSWORD_STDIN = 'read the password from standard input (one line) instead of the terminal'
const MUST_CHANGE = 'require a new password at the next login'

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage users')
  addAdd(user)
  addUserList(user)
  addUserShow(user)
  addChange(user)
  addPasswd(user)
  addInvite(user)
  addStatus(user, 'disable', DISABLED, 'disable a user; all tokens of the user are revoked immediately')
  addStatus(user, 'enable', ENABLED, 'enable a disabled user')
  addSuspensionCommands(user)
  addResetSecondFactor(user)
  addPasskeys(user)
  addRemovePasskey(user)
  addDelete(user)
  addLoginMethodCommands(user)
  addUserImport(user)
  addUserExport(user)
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

function addAdd(user: Command): void {
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
      const added = await withCommandContext(options, async (context, settings) => {
        const { operator, userAdministration } = context
        // Checked before the operator has to type a password.
        const roleId = await context.roleIdOf(roleKey)
        const user = { username, roleId, ...detailsOf(options), ...membershipOf(options) }
        if (invite) {
          const { withInvitations } = await import('../../context/with-invitations.ts')
          return withInvitations(context, settings, (invitations) =>
            invitations.add(operator, user, options.language),
          )
        }
        const password = await readPassword(options.passwordStdin === true)
        return userAdministration.add(operator, { ...user, password, pwdChangeDue })
      })
      print(added, options.json, [
        `${invite ? 'invited' : 'added'} user ${added.username} (id ${added.userId}) with role ${roleKey}`,
      ])
    })
}

function addInvite(user: Command): void {
  withCommonOptions(user.command('invite <name>'))
    .description('send a user a link to set the password; it is valid once')
    .addOption(languageOption())
    .action(async (username: string, options: CommonOptions & { language: Language }) => {
      const sent = await withCommandContext(options, async (context, settings) => {
        const { withInvitations } = await import('../../context/with-invitations.ts')
        const userId = await context.userIdOf(username)
        return withInvitations(context, settings, (invitations) =>
          invitations.invite(context.operator, userId, options.language),
        )
      })
      print({ username, ...sent }, options.json, [`sent ${username} a link to ${sent.to} (${sent.channel})`])
    })
}

function languageOption(): Option {
  return choiceOption('--language <language>', 'language of the message', ['en', 'zh']).default('en')
}

function addChange(user: Command): void {
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
        return printScopePreview(options, async (context) => {
          const userId = await context.userIdOf(username)
          return {
            user: { userId, ...membershipOf(options), roleId: await roleIdOfOption(context, options) },
          }
        })
      const changed = await withCommandContext(options, async (context) => {
        const { userAdministration, operator, userIdOf, databaseNow } = context
        const roleId = await roleIdOfOption(context, options)
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

function addPasswd(user: Command): void {
  withCommonOptions(user.command('passwd <name>'))
    .description('set a new password; all tokens of the user are revoked immediately')
    .option('--password-stdin', PASSWORD_STDIN)
    .option('--must-change', MUST_CHANGE)
    .action(async (username: string, options: PasswordOptions) => {
      const changed = await withCommandContext(options, async (context) => {
        // Checked before the operator has to type a password.
        const userId = await context.userIdOf(username)
        const password = await readPassword(options.passwordStdin === true)
        const pwdChangeDue = options.mustChange === true
        return context.userAdministration.setPassword(context.operator, userId, { password, pwdChangeDue })
      })
      print(changed, options.json, [`set a new password for user ${changed.username}`])
    })
}

function addStatus(user: Command, verb: 'enable' | 'disable', status: Status, description: string): void {
  withCommonOptions(user.command(`${verb} <name>`))
    .description(description)
    .action(async (username: string, options: CommonOptions) => {
      const changed = await withCommandContext(options, async (context) => {
        const { userAdministration, serviceAccounts, operator } = context
        const id = await context.userIdOf(username)
        const user = await userAdministration.change(operator, id, { status })
        return { ...user, stoppedAccounts: await serviceAccounts.stoppedWith(ALL_USERS, [id]) }
      })
      print(changed, options.json, [
        `${verb}d user ${changed.username}`,
        ...stoppedLines(changed.stoppedAccounts),
      ])
    })
}

function addResetSecondFactor(user: Command): void {
  withCommonOptions(user.command('reset-second-factor <name>'))
    .description('remove the second factor of a user who has lost it; all tokens of the user are revoked')
    .action(async (username: string, options: CommonOptions) => {
      await withCommandContext(options, async ({ secondFactorAdministration, operator, userIdOf }) =>
        secondFactorAdministration.reset(operator, await userIdOf(username)),
      )
      print({ username }, options.json, [`removed the second factor of user ${username}`])
    })
}

function addDelete(user: Command): void {
  withCommonOptions(user.command('delete <names...>'))
    .description('delete users, all of them or none; their tokens are revoked immediately')
    .action(async (usernames: string[], options: CommonOptions) => {
      const done = await withCommandContext(options, async ({ userAdministration, operator, userIdOf }) =>
        userAdministration.remove(operator, await idsOf(usernames, userIdOf)),
      )
      print(done, options.json, [`deleted ${usernames.join(', ')}`, ...stoppedLines(done.stoppedAccounts)])
    })
}

/** Returns the lines about service accounts that stop because their owners have no access. */
function stoppedLines(stopped: readonly StoppedAccount[]): string[] {
  if (stopped.length === 0) return []
  return [
    `service accounts that can no longer log in: ${stopped.map(({ username }) => username).join(', ')}`,
    'hand one over: castellan service-account change <name> --owner <name>',
  ]
}
