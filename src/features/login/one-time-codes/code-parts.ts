import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { Core } from '../../../core/service/core.ts'
import type { MessageParts } from '../messages/message-parts.ts'
import { createLoginCodes, type LoginCodes } from './login-codes.ts'

/** Creates the login by one-time codes, or nothing if the method is not enabled. */
export function createCodeParts(
  { settings, secret, storage, now }: Core,
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
