import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { DATA_SCOPE_NAMES, stateOf, timeOf } from '../../../core/user/command-words.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import {
  type CommonOptions,
  choiceOption,
  count,
  wholeNumber,
  withCommonOptions,
} from '../../../platform/cli/context/command-options.ts'
import type { RunCommand } from '../../../platform/cli/context/command-runner.ts'
import {
  type ListOptions,
  pageOf,
  printPage,
  withListOptions,
} from '../../../platform/cli/context/list-options.ts'
import { fieldsOf, labelled, print } from '../../../platform/cli/output/output.ts'
import { notFound } from '../../../platform/refusal/refusal.ts'
import { DAY_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { ServiceAccountStore } from './service-account.store.ts'
import type { ServiceAccount } from './service-account-schemas.ts'
import type { ServiceAccountAdministration } from './service-accounts.ts'

interface DetailOptions extends CommonOptions {
  readonly owner?: string
  readonly days?: number
  readonly networks?: string
}

interface AddOptions extends DetailOptions {
  readonly role: string
  readonly owner: string
  readonly department?: number
  readonly dataScope?: string
  readonly remark?: string
}

interface Parts {
  readonly serviceAccounts: ServiceAccountStore
  readonly roles: { readonly find: (id: number) => Promise<{ readonly roleKey: string } | undefined> }
  readonly serviceAccountAdministration: ServiceAccountAdministration
  readonly operator: Operator
  readonly userIdOf: (username: string) => Promise<number>
  readonly roleIdOf: (roleKey: string) => Promise<number>
}

export function addServiceAccountCommands(program: Command, run: RunCommand<Parts>): void {
  const account = program
    .command('service-account')
    .description('manage accounts of programs, which log in with secrets or keys')
  addList(account, run)
  addShow(account, run)
  addAdd(account, run)
  addChange(account, run)
  addAccept(account, run)
  addAddSecret(account, run)
  addRemove(account, run, 'secret', 'a secret')
  addAddKey(account, run)
  addRemove(account, run, 'key', 'a public key')
}

function withDetails(command: Command): Command {
  return command
    .addOption(new Option('--days <n>', 'days until the account ends; 0 for no end').argParser(count))
    .option('--networks <list>', 'networks from which it may log in, separated by commas; or all')
}

function detailsOf({ days, networks }: DetailOptions) {
  return {
    expiresAt: days === undefined ? undefined : days === 0 ? 0 : Date.now() + days * DAY_IN_MS,
    networks:
      networks === undefined
        ? undefined
        : networks === 'all'
          ? []
          : networks.split(',').map((network) => network.trim()),
  }
}

/** What `show` calls the fields. */
const LABELS = {
  userId: 'id',
  username: 'name',
  owner: 'owner',
  roleKey: 'role',
  roleUntil: 'role until',
  status: 'status',
  expiresAt: 'ends',
  networks: 'networks',
  secrets: 'secrets',
  keys: 'keys',
  lastLoginAt: 'last login',
  lastUsedAt: 'last use',
  lastNetwork: 'from network',
  lastRoute: 'last route',
  remark: 'remark',
  createdAt: 'created',
} as const

/** Returns an account with words instead of codes. */
function rowOf({
  roleUntil,
  status,
  ownerHasAccess,
  accepted,
  expiresAt,
  networks,
  lastLoginAt,
  lastUsedAt,
  secrets,
  keys,
  createdAt,
  ...account
}: ServiceAccount) {
  return {
    ...account,
    createdAt: timeOf(createdAt),
    roleUntil: roleUntil === null ? 'no end' : timeOf(roleUntil),
    status: [
      stateOf(status),
      ...(accepted ? [] : ['waits for its owner']),
      ...(ownerHasAccess ? [] : ['its owner has no access']),
    ].join(', '),
    expiresAt: expiresAt === null ? 'never' : timeOf(expiresAt),
    networks: networks.length === 0 ? 'all' : networks.join(', '),
    lastLoginAt: lastLoginAt === null ? 'never' : timeOf(lastLoginAt),
    lastUsedAt: lastUsedAt === null ? 'never' : timeOf(lastUsedAt),
    secrets: secrets.map(({ id }) => id).join(', ') || 'none',
    keys: keys.map(({ id, algorithm }) => `${id} (${algorithm})`).join(', ') || 'none',
  }
}

function addList(account: Command, run: RunCommand<Parts>): void {
  withListOptions(account.command('list'), { sort: ['userId'] })
    .description('list service accounts, by their ids')
    .action(async (options: ListOptions) => {
      const page = await run(options, ({ serviceAccounts }) =>
        serviceAccounts.page(ALL_USERS, pageOf(options)),
      )
      const columns = {
        username: 'NAME',
        owner: 'OWNER',
        status: 'STATUS',
        expiresAt: 'ENDS',
        networks: 'NETWORKS',
        lastUsedAt: 'LAST USE',
        secrets: 'SECRETS',
        keys: 'KEYS',
      }
      printPage(options, page, page.list.map(rowOf), columns)
    })
}

function addShow(account: Command, run: RunCommand<Parts>): void {
  withCommonOptions(account.command('show <name>'))
    .description('show a service account')
    .action(async (username: string, options: CommonOptions) => {
      const shown = await run(options, async ({ serviceAccounts, roles, userIdOf }) => {
        const found = await serviceAccounts.find(ALL_USERS, await userIdOf(username))
        if (!found) throw notFound('service account', username, 'username')
        return { found, roleKey: (await roles.find(found.roleId))?.roleKey ?? '' }
      })
      const { found, roleKey } = shown
      print(found, options.json, fieldsOf(labelled({ ...rowOf(found), roleKey }, LABELS)))
    })
}

function addAdd(account: Command, run: RunCommand<Parts>): void {
  withDetails(withCommonOptions(account.command('add <name>')))
    .description('add a service account; it needs a secret or a key before it can log in')
    .requiredOption('--role <key>', 'role key; not admin, nor a role that requires a second factor')
    .requiredOption('--owner <name>', 'user who answers for it and may grant what it may do')
    .addOption(new Option('--department <id>', 'department; 0 for none').argParser(count))
    .addOption(choiceOption('--data-scope <scope>', "data scope instead of the role's", DATA_SCOPE_NAMES))
    .option('--remark <text>', 'what it is for')
    .action(async (username: string, options: AddOptions) => {
      const { role, owner, department: deptId, dataScope, remark } = options
      const added = await run(options, async (parts) => {
        const { serviceAccountAdministration, operator, roleIdOf, userIdOf } = parts
        return serviceAccountAdministration.add(operator, {
          username,
          roleId: await roleIdOf(role),
          ownerId: await userIdOf(owner),
          deptId,
          dataScope,
          remark,
          ...detailsOf(options),
        })
      })
      print(added, options.json, [
        `added service account ${added.username} (id ${added.userId})`,
        `next: castellan service-account add-secret ${added.username}`,
      ])
    })
}

function addChange(account: Command, run: RunCommand<Parts>): void {
  withDetails(withCommonOptions(account.command('change <name>')))
    .description('change the owner, the end or the networks; the sessions of the account end')
    .option('--owner <name>', 'hand it over to this user')
    .action(async (username: string, options: DetailOptions) => {
      const changed = await run(options, async (parts) => {
        const { serviceAccountAdministration, operator, userIdOf } = parts
        const { owner } = options
        const ownerId = owner === undefined ? undefined : await userIdOf(owner)
        const change = { ...detailsOf(options), ownerId }
        return serviceAccountAdministration.change(operator, await userIdOf(username), change)
      })
      print(changed, options.json, [`changed service account ${username}`])
    })
}

function addAccept(account: Command, run: RunCommand<Parts>): void {
  withCommonOptions(account.command('accept <name>'))
    .description('accept a service account for its owner, to whom somebody else has given it')
    .action(async (username: string, options: CommonOptions) => {
      const accepted = await run(options, async (parts) =>
        parts.serviceAccountAdministration.accept(parts.operator, await parts.userIdOf(username)),
      )
      print(accepted, options.json, [`accepted service account ${username} for ${accepted.owner}`])
    })
}

function addAddSecret(account: Command, run: RunCommand<Parts>): void {
  withCommonOptions(account.command('add-secret <name>'))
    .description('add a secret, which is printed once; an account has at most two')
    .action(async (username: string, options: CommonOptions) => {
      const added = await run(options, async (parts) =>
        parts.serviceAccountAdministration.addSecret(parts.operator, await parts.userIdOf(username)),
      )
      print(added, options.json, [added.secret])
    })
}

function addAddKey(account: Command, run: RunCommand<Parts>): void {
  withCommonOptions(account.command('add-key <name> <file>'))
    .description(
      'add a public key (PEM or JWK) from a file or standard input ("-"); an account has at most two',
    )
    .action(async (username: string, file: string, options: CommonOptions) => {
      const publicKey = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
      const added = await run(options, async ({ serviceAccountAdministration, operator, userIdOf }) =>
        serviceAccountAdministration.addKey(operator, await userIdOf(username), publicKey),
      )
      print(added, options.json, [
        `added key ${added.id} (${added.algorithm}) of service account ${username}`,
        `SHA-256 ${added.fingerprint}`,
      ])
    })
}

function addRemove(
  account: Command,
  run: RunCommand<Parts>,
  credential: 'secret' | 'key',
  description: string,
): void {
  withCommonOptions(account.command(`remove-${credential} <name> <id>`))
    .description(`remove ${description}, as show lists it; the sessions of the account end`)
    .action(async (username: string, idText: string, options: CommonOptions) => {
      const id = wholeNumber(idText)
      await run(options, async ({ serviceAccountAdministration, operator, userIdOf }) => {
        const { removeSecret, removeKey } = serviceAccountAdministration
        const remove = credential === 'secret' ? removeSecret : removeKey
        return remove(operator, await userIdOf(username), id)
      })
      print({}, options.json, [`removed ${credential} ${id} of service account ${username}`])
    })
}
