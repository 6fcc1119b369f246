import type { OfferedMethod } from '../../shell/api/client.ts'

export type PasswordMethod = 'password' | 'ldap'

/** A way to log in that the login page offers. */
export type LoginOption = { readonly key: string; readonly captchaRequired: boolean } & (
  | { readonly kind: 'credentials'; readonly methods: readonly PasswordMethod[] }
  | { readonly kind: 'code'; readonly channels: readonly string[] }
  | { readonly kind: 'oidc'; readonly provider: string; readonly label: string }
  | { readonly kind: 'passkey' }
)

/** Until the service has said what it offers. */
const PASSWORD_ONLY: readonly OfferedMethod[] = [{ method: 'password', captchaRequired: false }]

/** Returns the options in the order of the settings. Methods with the same form are one option. */
export function loginOptions(offered: readonly OfferedMethod[] = PASSWORD_ONLY): readonly LoginOption[] {
  const options = new Map<string, LoginOption>()
  for (const one of offered) {
    const option = optionOf(one, offered)
    if (option && !options.has(option.key)) options.set(option.key, option)
  }
  return [...options.values()]
}

function optionOf(
  { method, captchaRequired, provider = '', label = provider, channels = [] }: OfferedMethod,
  offered: readonly OfferedMethod[],
): LoginOption | undefined {
  if (isPasswordMethod(method)) {
    const methods = offered.map((one) => one.method).filter(isPasswordMethod)
    return { key: 'credentials', kind: 'credentials', captchaRequired, methods }
  }
  if (method === 'code') return { key: 'code', kind: 'code', captchaRequired, channels }
  if (method === 'oidc') return { key: `oidc ${provider}`, kind: 'oidc', captchaRequired, provider, label }
  return method === 'passkey' ? { key: 'passkey', kind: 'passkey', captchaRequired } : undefined
}

function isPasswordMethod(method: string): method is PasswordMethod {
  return method === 'password' || method === 'ldap'
}
