import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { MessageParts } from '../messages/message-parts.ts'
import { createLoginCodes, type LoginCodes } from './login-codes.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'secret' | 'now'> {
  readonly storage: {
    readonly accounts: AccountStore
    readonly users: UserStore
    readonly userNetworks: UserNetworkStore
  }
}

/** Creates the login by one-time codes, or nothing if the method is not enabled. */
export function createCodeParts(
  { settings, secret, storage, now }: Parts,
  messages: MessageParts | undefined,
  pendingLogins: PendingLogins,
): LoginCodes | undefined {
  if (!messages || !settings.login.methods.includes('code')) return undefined
  const { code } = settings.login
  return createLoginCodes({
    pending: pendingLogins,
    ...messages,
    accounts: storage.accounts,
    users: storage.users,
    userNetworks: storage.userNetworks,
    digits: code.digits,
    lifetimeSeconds: code.lifetimeSeconds,
    maxAttempts: code.maxAttempts,
    texts: code.texts,
    name: settings.application.name,
    secret,
    now,
  })
}
