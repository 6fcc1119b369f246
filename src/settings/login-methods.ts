/** All login methods, enabled or not. Stored in users and in the login log, so a name never changes. */
export const LOGIN_METHODS = ['password', 'ldap', 'oidc', 'code', 'passkey', 'service'] as const
export type LoginMethodName = (typeof LOGIN_METHODS)[number]

export function isLoginMethod(value: unknown): value is LoginMethodName {
  return LOGIN_METHODS.some((name) => name === value)
}

/** Returns what is wrong with the list of enabled methods: "must …". */
export function problemOfLoginMethods(methods: readonly string[]): string | undefined {
  if (methods.length === 0) return 'must list at least one login method, such as password'
  const twice = methods.find((name, index) => methods.indexOf(name) !== index)
  return twice === undefined ? undefined : `must not list ${twice} twice`
}
