import type { Operations } from '../../../core/operations/operations.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { SettingsError } from '../../../platform/settings/settings-error.ts'
import { createConfiguredSender } from '../messages/configured-sender.ts'
import { isCodeChannel, type LoginCodeSettings } from '../messages/login-code.ts'
import { createInvitations, type Invitations } from './invitations.ts'

const TIMEOUT_MS = MINUTE_IN_MS

interface Parts {
  readonly operations: Operations
  readonly userAdministration: UserAdministration
  readonly settings: InvitationSettings
  /** What the settings lack for links to set a password. */
  readonly problem: string | undefined
}

interface InvitationSettings {
  readonly application: { readonly name: string; readonly publicUrl: string }
  readonly login: {
    readonly code: LoginCodeSettings & { readonly timeoutSeconds: number }
    readonly passwordLink: { readonly enabled: boolean; readonly invitationHours: number }
  }
}

/** Runs work that invites users, with the sender of the settings. Throws if a message cannot be sent. */
export async function withInvitations<T>(
  { operations, userAdministration, settings, problem }: Parts,
  work: (invitations: Invitations) => Promise<T>,
): Promise<T> {
  const { application, login } = settings
  if (!login.passwordLink.enabled) throw new Refusal('password-links-disabled')
  if (problem !== undefined) throw new SettingsError(`login.passwordLink.enabled ${problem}`)
  const { name, publicUrl } = application
  const sender = await createConfiguredSender({ code: login.code, name, now: Date.now })
  const invitations = createInvitations({
    operations,
    userAdministration,
    async admit() {},
    async send(message) {
      await sender.send(message, AbortSignal.timeout(TIMEOUT_MS))
      return true
    },
    channels: login.code.channels.filter(isCodeChannel),
    lifetimeHours: login.passwordLink.invitationHours,
    name,
    publicUrl,
  })
  try {
    return await work(invitations)
  } finally {
    await sender.close?.()
  }
}
