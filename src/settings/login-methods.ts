/** All login methods, enabled or not. Stored in users and in the login log, so a name never changes. */
export const LOGIN_METHODS = ['password', 'ldap', 'oidc', 'code', 'passkey', 'service'] as const
export type LoginMethodName = (typeof LOGIN_METHODS)[number]

/** The methods whose login can require a captcha: those of people. */
export const CAPTCHA_METHODS = LOGIN_METHODS.filter((name) => name !== 'service')

/** Without a captcha, programs could guess passwords, or have codes sent and guess them. */
const GUESSABLE_METHODS: readonly string[] = ['password', 'ldap', 'code']

export function isLoginMethod(value: unknown): value is LoginMethodName {
  return LOGIN_METHODS.some((name) => name === value)
}

/** Returns what is wrong with the list of enabled methods: "must …". */
export function problemOfLoginMethods(methods: readonly string[]): string | undefined {
  if (methods.length === 0) return 'must list at least one login method, such as password'
  const twice = methods.find((name, index) => methods.indexOf(name) !== index)
  return twice === undefined ? undefined : `must not list ${twice} twice`
}

/** Returns what is wrong with the list of methods whose login requires a captcha, outside dev: "must …". */
export function problemOfCaptchaMethods(
  captchaMethods: readonly string[],
  enabled: readonly string[],
): string | undefined {
  const missing = enabled.filter((name) => GUESSABLE_METHODS.includes(name) && !captchaMethods.includes(name))
  if (missing.length === 0) return undefined
  return `must list ${missing.join(', ')}: without a captcha, programs could guess passwords and codes. Only oidc and passkey can be left out. Fix: add ${missing.join(', ')}`
}
