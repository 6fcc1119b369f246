import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { createAccountStore } from '../../../core/user/account.store.ts'
import { SET_PASSWORD } from '../../../core/user/code-addresses.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import type { User } from '../../../core/user/user.ts'
import { changeableUser, noteUser } from '../../../core/user/user-operation.ts'
import type { UserAdministration, UserToAdd } from '../../../core/user/users.ts'
import { type Language, type LocalizedText, Refusal } from '../../../platform/refusal/refusal.ts'
import { type Destination, destinationOf } from '../messages/destination.ts'
import type { CodeChannel } from '../messages/login-code.ts'
import type { CodeMessage } from '../messages/message-sender.ts'
import { createLinkMessage } from './link-message.ts'
import { hasOwnPassword, linkWith } from './password-link.ts'
import { storeLink } from './store-link.ts'

interface InvitationsOptions {
  readonly operations: Operations
  readonly userAdministration: Pick<UserAdministration, 'add'>
  /** Throws if too many messages are sent to an address. */
  readonly admit: (destination: Destination) => Promise<void>
  /** Returns whether the message was sent. */
  readonly send: (message: CodeMessage) => Promise<boolean>
  /** In order of preference. */
  readonly channels: readonly CodeChannel[]
  readonly lifetimeHours: number
  /** The name of the application in messages. */
  readonly name: string
  /** Where links lead to: a setting, and never what a request names as its host. */
  readonly publicUrl: string
}

const PROBLEMS = {
  disabled: { en: 'the user or the role is disabled.', zh: '用户或其角色已停用。' },
  elsewhere: {
    en: 'the user does not log in with a password of this service.',
    zh: '该用户不使用本服务的密码登录。',
  },
  unreachable: {
    en: 'the user has no e-mail address or phone number that messages can be sent to.',
    zh: '该用户没有可接收消息的邮箱或手机号。',
  },
} as const satisfies Record<string, LocalizedText>

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations(options: InvitationsOptions) {
  const { operations, userAdministration, admit, channels } = options
  const minutes = options.lifetimeHours * 60

  async function storeInvitation(operation: Operation, user: User) {
    const { userId, username } = user
    const refusal = (problem: LocalizedText) => new Refusal('not-invitable', { name: username, problem })
    const account = await createAccountStore(operation.transaction).find(userId)
    if (!account?.enabled) throw refusal(PROBLEMS.disabled)
    if (!hasOwnPassword(account)) throw refusal(PROBLEMS.elsewhere)
    const destination = destinationOf(user, channels)
    if (!destination) throw refusal(PROBLEMS.unreachable)
    await admit(destination)
    const secret = await storeLink(operation, account, minutes)
    const after = { channel: destination.channel, address: destination.to, minutes }
    await noteUser(operation, 'user.invite', user, { after })
    return { user, destination, secret }
  }

  type Invited = Awaited<ReturnType<typeof storeInvitation>>

  async function send({ user, destination, secret }: Invited, language: Language): Promise<void> {
    const link = linkWith(options.publicUrl, secret)
    const { name } = options
    const { username } = user
    const isSent = await options.send(
      createLinkMessage({ kind: 'invitation', destination, language, name, username, link, minutes }),
    )
    if (!isSent) throw new Refusal('message-not-sent')
  }

  return {
    /** Sends a user a link to set the password. Requires as much as setting it. */
    async invite(operator: Operator, userId: number, language: Language): Promise<Destination> {
      // Someone who has stolen a session must not set the password.
      if (operator.userId === userId) throw new Refusal('own-password')
      const invited = await operations.run(operator, async (operation) => {
        const user = await changeableUser(operation, userId)
        await (await operation.authority()).assertMayCall(SET_PASSWORD)
        if (isServiceAccount(user)) throw new Refusal('service-account')
        return storeInvitation(operation, user)
      })
      await send(invited, language)
      return invited.destination
    },

    /** Adds a user without a password, and sends the user a link to set it. */
    async add(operator: Operator, user: Omit<UserToAdd, 'password'>, language: Language) {
      let invited: Invited | undefined
      const added = await userAdministration.add(
        operator,
        { ...user, password: undefined },
        async (operation, created) => {
          invited = await storeInvitation(operation, created)
        },
      )
      if (invited) await send(invited, language)
      return added
    },
  }
}
