import { isAppMethod } from '../../../features/login-methods.ts'

/** Where a login comes from. */
export interface AppLoginClient {
  readonly address: string
  readonly userAgent: string
  /** Aborted when the time of the verification is over, which ends requests that were sent with it. */
  readonly signal: AbortSignal
}

/**
 * Whom a login method has verified: a user by name, or the user who is linked to an account of the method. `subject` is the
 * permanent identifier of that account. Its issuer is the name of the method, so an app cannot use the links of a provider.
 */
export type AppLogin = { readonly username: string } | { readonly subject: string }

/** The type of the object that `fields` describes. */
type AppFields = object

interface MethodOfApp<Fields extends AppFields> {
  /** At most 16 lower-case letters, digits and hyphens: `wechat` is `app:wechat` in the settings, in requests and in logs. */
  readonly name: string
  /** The name for people, which `GET /api/v1/app-config` returns. Default: the name. */
  readonly label?: string
  /** The JSON schema of the object `fields` in the body of a login. A body that it does not accept is refused with 400. */
  readonly fields: Readonly<Record<string, unknown>>
  /**
   * Verifies the fields. Returns undefined if they are wrong. It must be done within 10 seconds. An error is a 500; throw
   * `new Refusal('provider-unavailable', { provider })` if the service that it asks does not respond.
   */
  verify(fields: Fields, client: AppLoginClient): Promise<AppLogin | undefined>
}

interface GuessableMethod<Fields extends AppFields> {
  /** Whether a program could find right fields by trying, such as a code of six digits. */
  readonly guessable: true
  /**
   * Returns the name for which failures are counted, such as a phone number: whatever the same guesses are for. The login log
   * contains it until the user is known.
   */
  throttleKey(fields: Fields): string
}

interface UnguessableMethod {
  readonly guessable: false
  readonly throttleKey?: undefined
}

/**
 * A login method that an embedding app adds (docs/how-to/add-a-login-method.md). Only the verification is its own: captcha,
 * throttle, second factor, session, token and login log are those of all methods.
 *
 * @example
 * const wechat: AppLoginMethod<{ code: string }> = {
 *   name: 'wechat',
 *   fields: { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 512 } } },
 *   guessable: false,
 *   async verify({ code }, { signal }) {
 *     const openId = await exchangeCode(code, signal)
 *     return openId === undefined ? undefined : { subject: openId }
 *   },
 * }
 * const service = await createService({ login: { methods: ['password', 'app:wechat'] } }, { loginMethods: [wechat] })
 */
export type AppLoginMethod<Fields extends AppFields = Readonly<Record<string, string>>> =
  MethodOfApp<Fields> & (GuessableMethod<Fields> | UnguessableMethod)

/** Throws if an app adds methods that cannot work. */
export function assertAppMethods(methods: readonly AppLoginMethod<object>[]): void {
  for (const [index, { name, fields, verify, guessable, throttleKey }] of methods.entries()) {
    const problem = (text: string): TypeError => new TypeError(`The login method ${String(name)} ${text}`)
    if (!isAppMethod(`app:${name}`))
      throw problem(
        'needs a name of at most 16 lower-case letters, digits and hyphens, which begins with a letter.',
      )
    if (methods.findIndex((one) => one.name === name) !== index) throw problem('is added twice.')
    if (typeof fields !== 'object' || fields.type !== 'object')
      throw problem('needs `fields`, a JSON schema with the type object.')
    if (typeof verify !== 'function') throw problem('needs a function `verify`.')
    if (typeof guessable !== 'boolean') throw problem('needs `guessable`, true or false.')
    if (guessable !== (typeof throttleKey === 'function'))
      throw problem('needs a function `throttleKey` if it is guessable, and none otherwise.')
  }
}
