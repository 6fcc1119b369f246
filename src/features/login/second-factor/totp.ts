import { randomBytes } from 'node:crypto'

export const STEP_SECONDS = 30
/** What every authenticator app supports (RFC 6238). */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS }
/** Codes of the step before and after are accepted: the clock of a phone may differ. */
const MAX_DRIFT_STEPS = 1
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20

const CODE = /^\d{6}$/

export function isTotpCode(code: string): boolean {
  return CODE.test(code)
}

/** Returns a random secret in base32. */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** Returns the address that authenticator apps read from a QR code. */
export async function totpUri(options: {
  secret: string
  issuer: string
  username: string
}): Promise<string> {
  const { Secret, TOTP } = await import('otpauth')
  const { secret, issuer, username } = options
  return new TOTP({
    issuer,
    label: username,
    ...TOTP_PARAMETERS,
    secret: Secret.fromBase32(secret),
  }).toString()
}

/** Returns the time step that a code belongs to, or undefined if the code is wrong or too old. */
export async function stepOfCode(options: {
  secret: string
  code: string
  now: number
}): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth')
  const { secret, code, now } = options
  const delta = TOTP.validate({
    token: code,
    ...TOTP_PARAMETERS,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: MAX_DRIFT_STEPS,
  })
  return delta === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp: now }) + delta
}
