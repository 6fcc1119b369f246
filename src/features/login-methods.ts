/** The login methods of the service, enabled or not. Stored in users and in the login log, so a name never changes. */
export const LOGIN_METHODS = ['password', 'ldap', 'oidc', 'code', 'passkey', 'service'] as const
/** Where one-time codes and links can be sent to. */
export const CODE_CHANNELS = ['email', 'sms'] as const

export type BuiltInMethodName = (typeof LOGIN_METHODS)[number]

/** The name of a method that an embedding app adds, such as `app:wechat`. Commands take it without knowing the app. */
export type AppMethodName = `app:${string}`

export type LoginMethodName = BuiltInMethodName | AppMethodName

/** Of the whole name, such as `app:wechat`. */
export const APP_METHOD_PATTERN = '^app:[a-z][a-z0-9-]{0,15}$'
const APP_METHOD = new RegExp(APP_METHOD_PATTERN)

/** The names of so many methods fit the column of the user. */
export const MAX_METHODS_OF_USER = 12

/** Stands for all methods of the app in `captcha.methods`. */
export const ALL_APP_METHODS = 'app:*'

/** The methods whose login can require a captcha: those of people. */
export const CAPTCHA_METHODS = [...LOGIN_METHODS.filter((name) => name !== 'service'), ALL_APP_METHODS]

/** Without a captcha, programs could guess passwords, or have codes sent and guess them. */
const GUESSABLE_METHODS: readonly string[] = ['password', 'ldap', 'code']

/** How messages list the names that are accepted. */
export const METHOD_NAMES_IN_WORDS = `${LOGIN_METHODS.join(', ')} or app:NAME`

export function isBuiltInMethod(value: unknown): value is BuiltInMethodName {
  return LOGIN_METHODS.some((name) => name === value)
}

export function isAppMethod(value: unknown): value is AppMethodName {
  return typeof value === 'string' && APP_METHOD.test(value)
}

/** Returns whether a text can be the name of a login method. Whether the app has a method of this name is not known here. */
export function isLoginMethod(value: unknown): value is LoginMethodName {
  return isBuiltInMethod(value) || isAppMethod(value)
}

/** Returns what is wrong with the list of enabled methods: "must …". */
export function problemOfLoginMethods(methods: readonly string[]): string | undefined {
  if (methods.length === 0) return 'must list at least one login method, such as password'
  const twice = methods.find((name, index) => methods.indexOf(name) !== index)
  return twice === undefined ? undefined : `must not list ${twice} twice`
}

/** Returns the methods that require a captcha, with the names of the enabled methods of the app. */
export function namedCaptchaMethods(
  captchaMethods: readonly string[],
  enabled: readonly string[],
): readonly string[] {
  const ofApp = enabled.filter((name) => isAppMethod(name) && !captchaMethods.includes(name))
  return captchaMethods.flatMap((name) => (name === ALL_APP_METHODS ? ofApp : [name]))
}

/**
 * Returns what is wrong with the list of methods whose login requires a captcha, outside dev: "must …". An app adds the names of
 * its own methods that can be guessed.
 */
export function problemOfCaptchaMethods(
  captchaMethods: readonly string[],
  enabled: readonly string[],
  guessable: readonly string[] = GUESSABLE_METHODS,
): string | undefined {
  const missing = enabled.filter((name) => guessable.includes(name) && !captchaMethods.includes(name))
  if (missing.length === 0) return undefined
  return `must list ${missing.join(', ')}: without a captcha, programs could guess passwords and codes. Only oidc, passkey and methods of the app that cannot be guessed can be left out. Fix: add ${missing.join(', ')}`
}
