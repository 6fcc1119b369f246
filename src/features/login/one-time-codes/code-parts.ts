import type { LoginMethods } from '../../../core/login/offered-login.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { AccountStore } from '../../../core/user/account.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import type { MessageParts } from '../messages/message-parts.ts'
import { createLoginCodes, type LoginCodes } from './login-codes.ts'

interface Parts extends Pick<ServiceContext, 'settings' | 'secret' | 'now'>, LoginMethods {
  readonly messages: MessageParts | undefined
  readonly pendingLogins: PendingLogins
  readonly storage: {
    readonly accounts: AccountStore
    readonly users: UserStore
    readonly userNetworks: UserNetworkStore
  }
}

/** Adds the login by one-time codes, if the method is enabled. */
export function createCodeLogin(
  parts: Parts,
): LoginMethods & { readonly loginCodes: LoginCodes | undefined } {
  const { settings, methods, offers } = parts
  const loginCodes = createCodeParts(parts)
  return {
    loginCodes,
    methods: loginCodes ? [...methods, loginCodes.method] : methods,
    offers: { ...offers, code: [{ channels: settings.login.code.channels }] },
  }
}

function createCodeParts(parts: Parts): LoginCodes | undefined {
  const { settings, secret, storage, messages, pendingLogins, now } = parts
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
