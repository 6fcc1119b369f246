import { codeAddressesOf } from './login-code.ts'
import { createMessageLogin } from './message-parts.ts'

interface SettingsParts {
  readonly settings: { readonly login: Parameters<typeof codeAddressesOf>[0] }
}

export const messagesFeature = {
  /** Returns the fields of users that messages are sent to. */
  codeAddresses: ({ settings }: SettingsParts) => codeAddressesOf(settings.login),
  login: createMessageLogin,
}
