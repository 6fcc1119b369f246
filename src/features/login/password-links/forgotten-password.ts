import { LOGIN_SERVICE } from '../../../core/audit-log/operator.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { AccountStore, StoredAccount } from '../../../core/user/account.store.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserAddressStore } from '../../../core/user/user-address.store.ts'
import { noteUser } from '../../../core/user/user-operation.ts'
import { type Language, Refusal } from '../../../platform/refusal/refusal.ts'
import { destinationOf } from '../messages/destination.ts'
import type { CodeChannel } from '../messages/login-code.ts'
import type { MessageLimits } from '../messages/message-limits.ts'
import type { MessageQueue } from '../messages/message-queue.ts'
import type { CodeMessage } from '../messages/message-sender.ts'
import { createLinkMessage } from './link-message.ts'
import { hasOwnPassword, linkWith } from './password-link.ts'
import { storeLink } from './store-link.ts'

/** Several users can have the same address, such as that of a team. */
const MAX_USERS_PER_ADDRESS = 5

export interface LinkRequest {
  /** A username, an e-mail address or a phone number. */
  readonly account: string
  /** The address of the client. */
  readonly address: string
  readonly requestId: string
  readonly language: Language
}

interface ForgottenPasswordOptions {
  readonly operations: Operations
  readonly accounts: Pick<AccountStore, 'find' | 'findByName'>
  readonly users: Pick<UserStore, 'find'>
  readonly userAddresses: Pick<UserAddressStore, 'find'>
  readonly roles: Pick<RoleStore, 'find'>
  readonly userNetworks: Pick<UserNetworkStore, 'isKnown'>
  readonly limits: MessageLimits
  readonly queue: MessageQueue
  readonly send: (message: CodeMessage, signal: AbortSignal) => Promise<unknown>
  /** Called if the limit of all messages of a day is reached. */
  readonly onTotalLimit: () => void
  /** In order of preference. */
  readonly channels: readonly CodeChannel[]
  readonly lifetimeMinutes: number
  /** The name of the application in messages. */
  readonly name: string
  /** Where links lead to: a setting, and never what a request names as its host. */
  readonly publicUrl: string
}

export type ForgottenPassword = ReturnType<typeof createForgottenPassword>

export function createForgottenPassword(options: ForgottenPasswordOptions) {
  const {
    operations,
    accounts,
    users,
    userAddresses,
    roles,
    userNetworks,
    limits,
    queue,
    channels,
    lifetimeMinutes,
  } = options

  /** Finds users by name and by address: the name of one user must not keep messages from those who have it as their address. */
  async function findUsers(account: string): Promise<Iterable<number>> {
    const named = await accounts.findByName(account)
    const addressed = await userAddresses.find(account, MAX_USERS_PER_ADDRESS)
    return new Set(named ? [named.userId, ...addressed] : addressed)
  }

  async function sendTo(userId: number, request: LinkRequest, signal: AbortSignal): Promise<void> {
    // The account first: a link is not stored if the account has changed since, so that it belongs to this address.
    const account = await accounts.find(userId)
    const user = await users.find(userId)
    if (!account?.enabled || !user || isServiceAccount(account)) return
    const destination = destinationOf(user, channels)
    if (!destination) return
    const isFromKnownNetwork = await userNetworks.isKnown(userId, request.address)
    const admission = await limits.admitMessage(destination, { isFromKnownNetwork })
    if (admission === 'total-limit') options.onTotalLimit()
    if (admission !== 'admitted') return
    const secret = (await mayRequestLink(account))
      ? await storeRequested(account, destination.channel, request)
      : ''
    if (secret === undefined) return
    const message = createLinkMessage({
      kind: secret === '' ? 'no-link' : 'forgotten',
      destination,
      language: request.language,
      name: options.name,
      username: user.username,
      link: secret === '' ? '' : linkWith(options.publicUrl, secret),
      minutes: secret === '' ? 0 : lifetimeMinutes,
    })
    await options.send(message, signal)
  }

  /** Returns the secret of a new link, or undefined if the account has changed meanwhile. */
  async function storeRequested(
    account: StoredAccount,
    channel: CodeChannel,
    { address, requestId }: LinkRequest,
  ): Promise<string | undefined> {
    const operator = { ...LOGIN_SERVICE, ipaddr: address, requestId }
    try {
      const { secret } = await operations.run(operator, async (operation) => {
        const created = await storeLink(operation, account, lifetimeMinutes)
        const after = { channel, minutes: lifetimeMinutes }
        await noteUser(operation, 'user.password-request', account, { after })
        return { secret: created }
      })
      return secret
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  /** A mailbox alone must not be enough to become an admin: an admin needs a second factor too, which a link does not replace. */
  async function mayRequestLink(account: StoredAccount): Promise<boolean> {
    if (!hasOwnPassword(account)) return false
    if (account.secondFactorEnabled) return true
    // The role that returns counts as held.
    const former = await roles.find(account.formerRoleId)
    return account.roleKey !== ADMIN_ROLE_KEY && former?.roleKey !== ADMIN_ROLE_KEY
  }

  return {
    /**
     * Sends a link to set the password, in the background. The response and its time are the same for accounts that do not exist,
     * are disabled or have no address, and for those whose password cannot be set over a link: only their users are told so.
     */
    async request(request: LinkRequest): Promise<void> {
      await limits.admitRequest({ username: request.account, address: request.address })
      queue.add(async (signal) => {
        for (const userId of await findUsers(request.account)) await sendTo(userId, request, signal)
      })
    },
  }
}
