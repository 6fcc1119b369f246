import type { LoginLog } from '../../../core/login-log/login-log.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { PasswordHashes } from '../../../core/password/password-hash.ts'
import type { PasswordRules } from '../../../core/password/password-rules.ts'
import type { RoleStore } from '../../../core/role/role.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { UserAddressStore } from '../../../core/user/user-address.store.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { HOUR_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import type { MessageParts } from '../messages/message-parts.ts'
import { createForgottenPassword, type ForgottenPassword } from './forgotten-password.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { createPasswordByLink, type PasswordByLink } from './password-by-link.ts'
import type { PasswordLinkStore } from './password-link.store.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'now'> {
  readonly messages: MessageParts | undefined
  readonly loginLog: Pick<LoginLog, 'record'>
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  readonly administration: {
    readonly operations: Operations
    readonly userAdministration: UserAdministration
  }
  readonly storage: {
    readonly accounts: AccountStore
    readonly users: UserStore
    readonly userAddresses: UserAddressStore
    readonly roles: RoleStore
    readonly userNetworks: UserNetworkStore
    readonly passwordLinks: PasswordLinkStore
  }
}

/** What sets passwords over links. Each part is undefined if the settings do not enable it. */
export interface PasswordLinkParts {
  readonly invitations: Invitations | undefined
  readonly forgottenPassword: ForgottenPassword | undefined
  readonly passwordByLink: PasswordByLink | undefined
}

export function createPasswordLinkParts(parts: Parts): PasswordLinkParts {
  const { settings, messages, loginLog, storage, administration, hashes, passwordRules, now } = parts
  const { enabled, invitationHours, forgottenMinutes } = settings.login.passwordLink
  if (!enabled || !messages)
    return { invitations: undefined, forgottenPassword: undefined, passwordByLink: undefined }
  const { operations, userAdministration } = administration
  const { name, publicUrl } = settings.application
  const { limits, channels, queue, send, onTotalLimit } = messages
  const { accounts, users, userAddresses, roles, userNetworks } = storage
  return {
    invitations: createInvitations({
      operations,
      userAdministration,
      async admit(destination) {
        // Operators share what is reserved for known networks, so that nobody else can keep them from inviting a user.
        const admission = await limits.admitMessage(destination, { isFromKnownNetwork: true })
        if (admission === 'total-limit') onTotalLimit()
        if (admission !== 'admitted')
          throw new Refusal('rate-limited', { retryAfterSeconds: HOUR_IN_SECONDS })
      },
      send,
      channels,
      lifetimeHours: invitationHours,
      name,
      publicUrl,
    }),
    forgottenPassword:
      forgottenMinutes === 0
        ? undefined
        : createForgottenPassword({
            operations,
            accounts,
            users,
            userAddresses,
            roles,
            userNetworks,
            limits,
            queue,
            send,
            onTotalLimit,
            channels,
            lifetimeMinutes: forgottenMinutes,
            name,
            publicUrl,
          }),
    passwordByLink: createPasswordByLink({
      operations,
      links: storage.passwordLinks,
      users,
      accounts,
      hashes,
      passwordRules,
      loginLog,
      now,
    }),
  }
}
