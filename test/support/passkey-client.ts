import { type Answer, call, getCaptcha, postJson } from './client.ts'
import { dataOf, type Operator } from './operator.ts'
import { createAuthenticator, type ResponseParts, type SoftwarePasskey } from './passkey-authenticator.ts'
import { CAPTCHA_TEXT } from './service.ts'

export const PASSKEY_ORIGIN = 'http://localhost:8000'
export const PASSKEY_SETTINGS = {
  application: { publicUrl: PASSKEY_ORIGIN },
  login: { methods: ['password', 'passkey'] },
}

export interface StartedRegistration {
  readonly uuid: string
  readonly options: {
    readonly challenge: string
    readonly rp: { readonly id: string }
    readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
    readonly excludeCredentials: readonly { readonly id: string }[]
  }
}

export interface StartedLogin {
  readonly uuid: string
  readonly options: { readonly challenge: string; readonly rpId: string }
}

export interface RegisteredPasskey extends SoftwarePasskey {
  /** As the endpoints identify it. */
  readonly passkeyId: number
}

export const authenticator = createAuthenticator({ origin: PASSKEY_ORIGIN })

export function startRegistration(user: Operator): Promise<StartedRegistration> {
  return dataOf<StartedRegistration>(user.post('/user/passkey/options', {}))
}

/** Registers a passkey of the software authenticator. */
export async function registerPasskey(user: Operator, name = 'Laptop'): Promise<RegisteredPasskey> {
  const { uuid, options } = await startRegistration(user)
  const passkey = authenticator.create(options)
  const added = await dataOf(user.post('/user/passkey', { uuid, name, credential: passkey.attestation() }))
  return { ...passkey, passkeyId: Number(added.id) }
}

/** Solves a captcha and starts a login. */
export async function startPasskeyLogin(base: string): Promise<StartedLogin> {
  const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
  return dataOf<StartedLogin>(call(`${base}/login/passkey`, postJson(captcha)))
}

export function sendPasskeyLogin(base: string, fields: Record<string, unknown>): Promise<Answer> {
  return call(`${base}/login`, postJson({ method: 'passkey', ...fields }))
}

/** Logs in with a passkey. The parts replace what the authenticator and the browser would send. */
export async function tryPasskeyLogin(
  base: string,
  passkey: SoftwarePasskey,
  parts?: Partial<ResponseParts>,
): Promise<Answer> {
  const { uuid, options } = await startPasskeyLogin(base)
  return sendPasskeyLogin(base, { uuid, credential: passkey.assertion(options, parts) })
}
