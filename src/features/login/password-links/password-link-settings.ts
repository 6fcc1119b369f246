import { type Combination, listed } from '../../../core/settings/combination.ts'
import { problemOfSecureUrl } from '../../../platform/settings/addresses.ts'
import { flag, type Group, integer } from '../../../platform/settings/setting.ts'

export const passwordLink = {
  enabled: flag({
    default: false,
    doc: 'Whether users can set their passwords over links: operators invite users, and login pages offer “Forgot password?”. The links are sent by the senders in `login.code`, within its limits, and lead to `application.publicUrl`.',
    example: true,
  }),
  invitationHours: integer({
    default: 72,
    min: 1,
    max: 720,
    unit: 'hours',
    doc: 'How long the link of an invitation is valid.',
  }),
  forgottenMinutes: integer({
    default: 30,
    min: 0,
    max: 1440,
    unit: 'minutes',
    doc: 'How long a link is valid that a user has requested by “Forgot password?”. 0: users cannot request links themselves.',
  }),
} satisfies Group

interface LinkSettings {
  readonly login: {
    readonly methods: readonly string[]
    readonly passwordLink: { readonly enabled: boolean }
  }
  readonly application: { readonly publicUrl: string }
}

/** Returns what links to set a password lack, if they are enabled. */
export function problemOfPasswordLinks({
  login,
  application: { publicUrl },
}: LinkSettings): string | undefined {
  if (!login.passwordLink.enabled) return undefined
  if (!login.methods.includes('password')) {
    return 'is true, but login.methods does not contain password. Fix: add it, or remove this setting'
  }
  if (publicUrl === '') {
    return 'requires application.publicUrl, which the links lead to. Fix: set it to the address of the console, such as https://admin.example.com'
  }
  return problemOfSecureUrl(publicUrl) === undefined
    ? undefined
    : 'requires an application.publicUrl with https, which only localhost may lack: anyone on the network path could use the links. Fix: write https://'
}

/** What the settings must satisfy together for links to set a password. */
export const PASSWORD_LINK_COMBINATIONS: readonly Combination<LinkSettings>[] = [
  {
    reads: ['login.methods', 'login.passwordLink', 'application.publicUrl'],
    find: (settings) => listed('login.passwordLink.enabled', problemOfPasswordLinks(settings)),
  },
]
