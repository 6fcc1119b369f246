import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoginMethodName } from '../../features/login-methods.ts'
import { InvalidParameters, Refusal } from '../../platform/refusal/refusal.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import { createLoginLogEntry, type LoginAttempt } from '../login-log/login-log-entry.ts'
import type { Client, OpenedSession, Sessions } from '../session/session.ts'
import type { IssuedToken } from '../token/token.ts'
import { pickAccount } from '../user/account.store.ts'
import { usernameKey } from '../user/name/username.ts'
import { mayUseMethod } from '../user/user.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { BegunLogin, LoginInput, LoginMethod, VerifiedLogin } from './login-method.ts'
import type { LoginThrottle, Reservation } from './login-throttle.ts'
import type { CheckedLogin, PendingSecondFactor, SecondFactorStep } from './second-step.ts'

export type Login = ReturnType<typeof createLogin>

export interface LoginOptions {
  /** Records the ends of roles that are due, so that a login continues with the role that returns. */
  readonly recordRoleEnds: () => Promise<void>
  /** The login methods that require a captcha. */
  readonly captchaMethods: readonly string[]
  readonly captcha: Captcha
  /** The enabled login methods. */
  readonly methods: readonly LoginMethod[]
  readonly throttle: Pick<LoginThrottle, 'limit' | 'reserve'>
  readonly secondFactorStep: SecondFactorStep
  readonly sessions: Sessions
  readonly loginLog: Pick<LoginLog, 'record'>
  readonly now: () => number
  /** Called after a login from a network from which the user had not logged in before. */
  onNewNetwork(login: { readonly username: string; readonly address: string }): Promise<void>
  /** Waits for the minimum time of a refusal. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** Creates the login, whose steps are the same for every method. See docs/decisions/0052-two-transactions-per-login.md. */
export function createLogin(options: LoginOptions) {
  const { recordRoleEnds, captchaMethods, captcha, secondFactorStep, sessions } = options
  const { onNewNetwork } = options
  const { sleep = (ms) => delay(ms, undefined, { ref: false }) } = options
  const methods = new Map(options.methods.map((method) => [method.name, method]))

  async function firstRequest(request: LoginInput, client: Client, attempt: Attempt): Promise<OpenedSession> {
    const method = methods.get(request.method)
    if (!method) throw new InvalidParameters(METHOD_DISABLED)
    const isCaptchaDue = method.hasCaptcha && captchaMethods.includes(method.name)
    if (isCaptchaDue) await captcha.verify(request.uuid, request.code)
    // Before the account is read: everything is decided by the role that returns.
    await recordRoleEnds()
    const begun = await method.begin(request, client)
    const { username } = begun
    attempt.username = username
    let minRefusalTime: Promise<unknown> | undefined
    const verify = () => {
      if (method.minRefusalMs !== undefined) minRefusalTime = sleep(method.minRefusalMs)
      return begun.verify()
    }
    const { opened, pending } = await verifyAndOpen(
      method,
      { username, verify },
      request,
      client,
      attempt,
    ).catch(async (error: unknown) => {
      await minRefusalTime
      throw error
    })
    if (opened) return opened
    const loginKey = randomUUID()
    attempt.loginKey = loginKey
    throw await secondFactorStep.required({ ...pending, username, method: method.name, loginKey })
  }

  /** Verifies the credentials and opens the session, unless the second factor is missing. Throws if they are wrong. */
  async function verifyAndOpen(
    method: LoginMethod,
    { username, verify }: BegunLogin,
    { secondFactorCode: code }: LoginInput,
    client: Client,
    attempt: Attempt,
  ): Promise<VerifiedRequest> {
    const throttle = method.throttle ?? options.throttle
    const limit = method.limit ?? throttle.limit
    const { address } = client
    let isCodeWrong = false
    const { reservation, checked, opened } = await limit(async (): Promise<Verification> => {
      const reservation = await throttle.reserve({ username, address })
      try {
        const login = permitted(method.name, await verify())
        const checked = login && (await secondFactorStep.check(login, { code, method: method.name, address }))
        isCodeWrong = login !== undefined && checked === undefined
        if (login && usernameKey(login.account.username) !== usernameKey(username))
          attempt.username = login.account.username
        if (!checked || !reservation.isAdmitted) return { reservation }
        if (!checked.isLast) return { reservation, checked }
        const settle = await reservation.succeed(checked.account)
        return { reservation, opened: await sessions.open(checked.account, client, settle) }
      } catch (error) {
        await reservation.cancel()
        throw error
      }
    })
    if (opened) return { opened }
    if (checked) return { pending: { account: checked.account, counted: reservation.counted } }
    await reservation.fail()
    throw new Refusal(isCodeWrong ? 'second-factor-wrong' : 'credentials-wrong')
  }

  async function secondRequest(
    request: LoginInput,
    client: Client,
    attempt: Attempt,
  ): Promise<OpenedSession> {
    const { ticket, secondFactorCode: code } = request
    const login = await secondFactorStep.take(ticket)
    const isOtherName = usernameKey(login.account.username) !== usernameKey(login.username)
    attempt.username = isOtherName ? login.account.username : login.username
    attempt.method = login.method
    attempt.loginKey = login.loginKey
    return secondFactorStep.complete({ ticket, login, code, address: client.address }, (account, settle) =>
      sessions.open(account, client, settle),
    )
  }

  // An attempt that cannot be logged must not succeed.
  const record = async (
    attempt: Pick<LoginAttempt, 'username' | 'method' | 'loginKey' | 'msg' | 'reason' | 'newNetwork'>,
    client: Client,
  ) => {
    const entry = createLoginLogEntry({ ...attempt, ...client, at: new Date(options.now()) })
    await options.loginLog.record(entry)
  }

  const recordRefusal = (
    attempt: { readonly username: unknown; readonly method: LoginMethodName | '' },
    client: Client,
    refusal: Refusal,
  ): Promise<void> => record({ ...attempt, msg: refusal.text('en'), reason: refusal.reason }, client)

  return {
    /**
     * Performs steps 8.2 to 8.4 of docs/specification.md. Step 8.1, binding the parameters, is done by the route. `onMethod` is
     * called with the method, which for the second request of a login is that of the first one.
     */
    async attempt(
      request: LoginInput,
      client: Client,
      onMethod?: (method: LoginMethodName) => void,
    ): Promise<IssuedToken> {
      const { username, method } = request
      const attempt: Attempt = { username, method }
      const performSteps = request.ticket === '' ? firstRequest : secondRequest
      const outcome = await performSteps(request, client, attempt).then(
        (issued) => ({ issued }),
        (error: unknown) => ({ error }),
      )
      onMethod?.(attempt.method)
      if ('issued' in outcome) {
        const { isNewNetwork: newNetwork } = outcome.issued
        await record({ ...attempt, msg: 'Logged in.', reason: 'logged-in', newNetwork }, client)
        if (newNetwork) await onNewNetwork({ username: attempt.username, address: client.address })
        return outcome.issued
      }
      const { error } = outcome
      if (error instanceof Refusal) await recordRefusal(attempt, client, error)
      else {
        const msg = 'A fault of the service.'
        await record({ ...attempt, msg, reason: 'fault' }, client)
      }
      throw error
    },

    /** Logs an attempt that was refused in step 1. The method is empty if the request names none that is known. */
    refusedBeforehand: recordRefusal,
  }
}

/** A login whose credentials have been verified. Without `checked` or `opened`, it has failed. */
interface Verification {
  readonly reservation: Reservation
  readonly checked?: CheckedLogin
  readonly opened?: OpenedSession
}

/** The session of a login, or the login that lacks its second factor. */
type VerifiedRequest =
  | { readonly opened: OpenedSession; readonly pending?: undefined }
  | { readonly opened?: undefined; readonly pending: Pick<PendingSecondFactor, 'account' | 'counted'> }

/** What the login log says about an attempt. Some logins find the username or the method while they run. */
interface Attempt {
  username: string
  method: LoginMethodName
  loginKey?: string
}

const METHOD_DISABLED = {
  field: 'method',
  en: 'method must be one of the enabled login methods; GET /api/v1/app-config lists them.',
  zh: 'method 须为已启用的登录方式之一，见 GET /api/v1/app-config。',
}

/** Returns the login unless its user is limited to other methods. */
function permitted(method: LoginMethodName, login: VerifiedLogin | undefined): VerifiedLogin | undefined {
  if (!login) return undefined
  // A login without its second factor is stored, and must not contain the password hash.
  const account = pickAccount(login.account)
  return mayUseMethod(account, method) ? { ...login, account } : undefined
}
