import { Secret, TOTP } from 'otpauth'
import { type Answer, call, postJson, tryLogin } from './client.ts'
import type { Clock } from './clock.ts'
import { dataOf, loginOperator, type Operator, passwordOf } from './operator.ts'

const STEP_MS = 30_000

/** An authenticator app with the secret of one user. The clock is that of the service. */
export interface Authenticator {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** Returns the code of the current step, or of a number of steps later. */
  code(steps?: number): string
  /** Sets the clock to the next step and returns its code, which was never used. */
  nextCode(): string
}

export function authenticatorOf(
  secret: string,
  clock: Clock,
  recoveryCodes: readonly string[] = [],
): Authenticator {
  const code = (steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() + steps * STEP_MS })
  return {
    secret,
    recoveryCodes,
    code,
    nextCode() {
      clock.advance(STEP_MS)
      return code()
    },
  }
}

/** Sets up the second factor of a logged-in user, whose sessions end. */
export async function enrol(user: Operator, clock: Clock): Promise<Authenticator> {
  const { secret } = await dataOf<{ secret: string }>(user.post('/user/second-factor', {}))
  const code = authenticatorOf(secret, clock).nextCode()
  const { recoveryCodes } = await dataOf<{ recoveryCodes: string[] }>(
    user.post('/user/second-factor/confirm', { code }),
  )
  return authenticatorOf(secret, clock, recoveryCodes)
}

/** Logs in with the password of a user from `addUser`, and sets up the second factor. */
export async function enrolUser(base: string, username: string, clock: Clock): Promise<Authenticator> {
  return enrol(await loginOperator(base, { username, password: passwordOf(username) }), clock)
}

/** Logs in with the password of a user from `addUser`. */
export function tryPassword(
  base: string,
  username: string,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  return tryLogin(base, { username, password: passwordOf(username), ...fields })
}

/** Sends the second request of a login. */
export function sendCode(base: string, ticket: unknown, secondFactorCode: string): Promise<Answer> {
  return call(`${base}/login`, postJson({ ticket, secondFactorCode }))
}
