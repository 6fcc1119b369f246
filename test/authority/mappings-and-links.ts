import type { Operator } from '../../src/core/audit-log/operator.ts'
import { createPasswordRules } from '../../src/core/password/password-rules.ts'
import { createRoleStore } from '../../src/core/role/role.store.ts'
import { createAccountStore } from '../../src/core/user/account.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createUserAddressStore } from '../../src/core/user/user-address.store.ts'
import { createExternalAccounts } from '../../src/features/login/external-accounts/external-accounts.ts'
import type { CodeMessage } from '../../src/features/login/messages/message-sender.ts'
import { createForgottenPassword } from '../../src/features/login/password-links/forgotten-password.ts'
import { createInvitations } from '../../src/features/login/password-links/invitations.ts'
import { createPasswordByLink } from '../../src/features/login/password-links/password-by-link.ts'
import { createPasswordLinkStore } from '../../src/features/login/password-links/password-link.store.ts'
import type { RootDatabase } from '../../src/platform/database/database.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { COMMAND_LINE, type Fixture, UNUSABLE_HASH } from './administration-fixture.ts'

/** The directory whose groups give roles and departments. */
export const ISSUER = 'ldap'

/** What the directory says about one of its entries at this moment. */
export interface Mapped {
  readonly subject: string
  readonly username: string
  /** Undefined: the entry is in no group with a role. */
  readonly roleKey: string | undefined
  readonly deptId: number | undefined
  readonly how: 'login' | 'sync'
}

/** What operators do beside changes of users, roles and rules. */
export type OperatorAct =
  | { readonly kind: 'link'; readonly userId: number; readonly subject: string }
  | { readonly kind: 'unlink'; readonly userId: number; readonly linkId: number }
  | { readonly kind: 'invite'; readonly userId: number }
  | { readonly kind: 'clean-up'; readonly report: 'same-rights' | 'covered' | 'unused' | 'idle' }

/** The rows by which users log in. */
export async function credentialRows(database: RootDatabase) {
  const links = await database.selectFrom('user_links').selectAll().orderBy('id').execute()
  const passwordLinks = await database.selectFrom('password_links').selectAll().orderBy('id').execute()
  return { links, passwordLinks }
}

export type CredentialRows = Awaited<ReturnType<typeof credentialRows>>

/** Creates the ways by which users come to their accounts: logins by a directory, invitations and links. */
export function createMappingsAndLinks({ database, administration, now }: Fixture) {
  const { operations, userAdministration, userLinkAdministration, cleanUp } = administration
  const accounts = createExternalAccounts({ database, administration, onProblem: () => {}, now })
  const users = createUserStore(database)
  const roles = createRoleStore(database)
  const stored = createAccountStore(database)
  /** The secrets of all messages, oldest first, and whom they were sent to. */
  const secrets: { readonly username: string; readonly secret: string }[] = []
  const queued: Promise<void>[] = []

  const send = async ({ link, username }: CodeMessage & { readonly username?: string }): Promise<boolean> => {
    if (link !== '') secrets.push({ username: username ?? '', secret: link.slice(link.indexOf('#') + 1) })
    return true
  }
  const common = {
    operations,
    channels: ['email' as const],
    name: 'Castle',
    publicUrl: 'https://castle.example',
  }
  const invitations = createInvitations({
    ...common,
    userAdministration,
    admit: async () => {},
    send,
    lifetimeHours: 72,
  })
  const forgotten = createForgottenPassword({
    ...common,
    accounts: stored,
    users,
    userAddresses: createUserAddressStore(database),
    roles,
    userNetworks: { isKnown: async () => true },
    limits: {
      admitRequest: async () => {},
      admitMessage: async () => 'admitted',
    } as unknown as Parameters<typeof createForgottenPassword>[0]['limits'],
    queue: {
      add: (work) => void queued.push(work(new AbortController().signal)),
      close: async () => {},
    },
    send,
    onTotalLimit: () => {},
    lifetimeMinutes: 60,
  })
  const byLink = createPasswordByLink({
    operations,
    links: createPasswordLinkStore(database),
    users,
    accounts: stored,
    hashes: {
      hash: async () => UNUSABLE_HASH,
      matches: async () => false,
      matchesInEqualTime: async () => false,
      isCurrent: () => true,
      load: () => ({ running: 0, waiting: 0 }),
    },
    passwordRules: createPasswordRules({ minLength: 1 }),
    loginLog: { record: async () => {} },
    now,
  })

  function perform(operator: Operator, act: OperatorAct): Promise<unknown> {
    switch (act.kind) {
      case 'link':
        return userLinkAdministration.link(operator, act.userId, { issuer: ISSUER, subject: act.subject })
      case 'unlink':
        return userLinkAdministration.unlink(operator, act.userId, act.linkId)
      case 'invite':
        return invitations.invite(operator, act.userId, 'en')
      case 'clean-up':
        switch (act.report) {
          case 'same-rights':
            return cleanUp.mergeRoles(operator, 'all')
          case 'covered':
            return cleanUp.removeCoveredRules(operator, 'all')
          case 'unused':
            return cleanUp.deleteUnusedRoles(operator, 1, 'all')
          case 'idle':
            return cleanUp.disableIdleUsers(operator, 2, 'all')
        }
    }
  }

  return {
    /** Lets an entry of the directory log in, or compares its account with the directory. Returns the user of a login. */
    async map(mapped: Mapped): Promise<number | undefined> {
      const { how, ...external } = mapped
      const account = { method: 'ldap' as const, issuer: ISSUER, ...external }
      if (how === 'sync') {
        await accounts.refresh(account)
        return undefined
      }
      return (await accounts.login(account, { createUser: true, linkExisting: true }))?.userId
    },

    /** Executes what an operator does. Returns the reason of a refusal, if any. */
    perform: (operator: Operator, act: OperatorAct) => reasonOf(() => perform(operator, act)),

    /** Sends a link to whoever has forgotten a password. */
    async forget(username: string): Promise<void> {
      await forgotten.request({ account: username, address: '', requestId: '', language: 'en' })
      await Promise.all(queued.splice(0))
    },

    /** Sets a password over one of the links that were sent, and returns the name of its user. */
    async setPasswordByLink(n: number): Promise<string | undefined> {
      const sent = secrets[n % Math.max(1, secrets.length)]
      if (!sent) return undefined
      let username: string | undefined
      await reasonOf(async () => {
        username = await byLink.set({
          ...{ link: sent.secret, password: 'a new password' },
          ...{ address: '', userAgent: '', requestId: '' },
        })
      })
      return username
    },
  }
}

export type MappingsAndLinks = ReturnType<typeof createMappingsAndLinks>

/** Gives every user an address that links are sent to, and lets the roles that have permissions to grant send them. */
export async function prepareInvitations({ database, administration }: Fixture): Promise<void> {
  const rule = { method: 'PUT', path: '/api/v1/sys-user/:id/password' }
  const rules = ['k0', 'k1'].map((roleKey) => ({ roleKey, ...rule }))
  await administration.policyAdministration.add(COMMAND_LINE, rules)
  const users = await database.selectFrom('users').select('id').execute()
  for (const { id } of users)
    await administration.userAdministration.change(COMMAND_LINE, id, { email: `user${id}@example.com` })
}

/** Returns the reason of a refusal, if any. Any other error is a bug and is thrown. */
async function reasonOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}
