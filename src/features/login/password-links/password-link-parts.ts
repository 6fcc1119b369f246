import type { LoginLog } from '../../../core/login-log/login-log.ts'
import type { Core } from '../../../core/service/core.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { MessageParts } from '../messages/message-parts.ts'
import { createForgottenPassword } from './forgotten-password.ts'
import { createInvitations } from './invitations.ts'
import { createPasswordByLink } from './password-by-link.ts'

const HOUR_IN_SECONDS = 60 * 60

/** Creates what sets passwords over links. Each part is undefined if the settings do not enable it. */
export function createPasswordLinkParts(
  core: Core,
  messages: MessageParts | undefined,
  loginLog: Pick<LoginLog, 'record'>,
) {
  const { settings, storage, administration, hashes, passwordRules, now } = core
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
