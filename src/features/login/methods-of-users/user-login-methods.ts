import type { Command } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { timeOf } from '../../../core/user/command-words.ts'
import { requireUser } from '../../../core/user/find-by-name.ts'
import type { UserListStore } from '../../../core/user/list/user-list.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserLinkStore } from '../../../core/user/user-link.store.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { type CommonOptions, withCommonOptions } from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import { print } from '../../../platform/cli/output/output.ts'
import { tableOf } from '../../../platform/cli/output/table.ts'
import { UsageError } from '../../../platform/cli/output/usage-error.ts'
import { isLoginMethod, MAX_METHODS_OF_USER, METHOD_NAMES_IN_WORDS } from '../../login-methods.ts'
import type { UserLinkAdministration } from '../external-accounts/user-links.ts'
import type { SecondFactorStore } from '../second-factor/second-factor.store.ts'

interface NamedPasskey {
  readonly id: number
  readonly name: string
}

interface Parts {
  readonly users: UserStore
  readonly userList: UserListStore
  readonly secondFactorStore: SecondFactorStore
  readonly passkeys: { readonly ofUser: (userId: number) => Promise<readonly NamedPasskey[]> }
  readonly userLinks: UserLinkStore
  readonly userAdministration: UserAdministration
  readonly userLinkAdministration: UserLinkAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
}

/** Adds the commands for what users log in with. */
export function addLoginMethodCommands(user: Command, run: RunCommand<Parts>): void {
  addLogins(user, run)
  addLimit(user, run)
  addLink(user, run)
  addUnlink(user, run)
}

function addLogins(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('login-methods <name>'))
    .description('show with what a user can log in')
    .action(async (username: string, options: CommonOptions) => {
      const shown = await run(options, (parts) => loginMethodsOf(parts, username))
      const { loginMethods, passkeys } = shown
      const { enabledAt, recoveryCodesLeft } = shown.secondFactor
      const links = shown.links.map((link) => ({ ...link, lastLoginAt: link.lastLoginAt ?? 'never' }))
      print(shown, options.json, [
        `login methods: ${loginMethods.length === 0 ? 'all that are enabled' : loginMethods.join(', ')}`,
        `second factor: ${enabledAt === null ? 'off' : `on since ${timeOf(enabledAt)}, recovery codes left: ${recoveryCodesLeft}`}`,
        `passkeys: ${passkeys.length === 0 ? 'none' : passkeys.map(({ id, name }) => `${name} (${id})`).join(', ')}`,
        ...(links.length === 0 ? ['links: none'] : tableOf(links, LINK_COLUMNS)),
      ])
    })
}

async function loginMethodsOf(parts: Parts, username: string) {
  const { userId, loginMethods } = await requireUser(parts.users, parts.userList, username)
  const confirmedAt = (await parts.secondFactorStore.find(userId))?.confirmedAt ?? 0
  const enabled = confirmedAt > 0
  return {
    loginMethods,
    secondFactor: {
      enabled,
      enabledAt: enabled ? new Date(confirmedAt).toISOString() : null,
      recoveryCodesLeft: enabled ? await parts.secondFactorStore.countRecoveryCodes(userId) : 0,
    },
    passkeys: await parts.passkeys.ofUser(userId),
    links: await parts.userLinks.ofUser(userId),
  }
}

const LINK_COLUMNS = { id: 'LINK', issuer: 'ISSUER', subject: 'SUBJECT', lastLoginAt: 'LAST LOGIN' }

function addLimit(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('limit-login <name>'))
    .description('limit a user to certain login methods; the sessions of the user end')
    .requiredOption('--methods <list>', `separated by commas: ${METHOD_NAMES_IN_WORDS}; or all`)
    .action(async (username: string, options: CommonOptions & { methods: string }) => {
      const loginMethods = parseMethods(options.methods)
      const changed = await run(options, async ({ userAdministration, operator, userIdOf }) =>
        userAdministration.change(operator, await userIdOf(username), { loginMethods }),
      )
      const limit = loginMethods.length === 0 ? 'all enabled login methods' : loginMethods.join(', ')
      print(changed, options.json, [`user ${changed.username} may log in with ${limit}`])
    })
}

function parseMethods(list: string): readonly string[] {
  if (list === 'all') return []
  const methods = [...new Set(list.split(',').map((name) => name.trim()))]
  const unknown = methods.find((name) => !isLoginMethod(name))
  if (unknown !== undefined)
    throw new UsageError(`--methods: "${unknown}" is not a login method: ${METHOD_NAMES_IN_WORDS}, or all`)
  if (methods.length > MAX_METHODS_OF_USER)
    throw new UsageError(`--methods: a user can be limited to ${MAX_METHODS_OF_USER} login methods at most`)
  return methods
}

function addLink(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('link <name>'))
    .description('let a user log in with an account of an identity provider or a directory')
    .requiredOption('--issuer <issuer>', 'issuer of the provider, such as https://accounts.google.com')
    .requiredOption('--subject <subject>', 'permanent identifier of the account at the issuer (claim sub)')
    .action(async (username: string, options: CommonOptions & { issuer: string; subject: string }) => {
      const { issuer, subject } = options
      const added = await run(options, async ({ userLinkAdministration, operator, userIdOf }) =>
        userLinkAdministration.link(operator, await userIdOf(username), { issuer, subject }),
      )
      print(added, options.json, [`linked user ${username} to ${subject} of ${issuer} (link ${added.id})`])
    })
}

function addUnlink(user: Command, run: RunCommand<Parts>): void {
  withCommonOptions(user.command('unlink <name> <link>'))
    .description('remove a link of a user, as login-methods lists it; the sessions of the user end')
    .action(async (username: string, link: string, options: CommonOptions) => {
      if (!/^[1-9]\d{0,15}$/.test(link)) throw new UsageError(`"${link}" is not the number of a link`)
      await run(options, async ({ userLinkAdministration, operator, userIdOf }) =>
        userLinkAdministration.unlink(operator, await userIdOf(username), Number(link)),
      )
      print({}, options.json, [`removed link ${link} of user ${username}`])
    })
}
