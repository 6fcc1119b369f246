import type { LoginMethodName } from '../../features/login-methods.ts'
import type { InputProblem } from '../../platform/refusal/refusal.ts'
import type { RunLimited } from '../../platform/runtime/concurrency-limit.ts'
import type { Client } from '../session/session.ts'
import type { Account } from '../user/account.store.ts'
import type { LoginThrottle } from './login-throttle.ts'

/** A login request, of whatever method. Texts that the request does not have are empty. */
export interface MethodRequest {
  readonly username: string
  readonly uuid: string
  readonly code: string
  /** The body. A method reads its own fields from it (`unvalidated-field.ts`), which its schema has checked. */
  readonly body: unknown
  /** The value of the cookie that binds a login of two requests to one browser. */
  readonly browser: string
}

/** A request of the login endpoint: of a method, or the second factor for a login that has begun. */
export interface LoginInput extends MethodRequest {
  readonly method: LoginMethodName
  /** Identifies the login that lacks its second factor. */
  readonly ticket: string
  readonly secondFactorCode: string
}

/** A login whose credentials are right. */
export interface VerifiedLogin {
  readonly account: Account
  /** Whether the credentials include a second factor, such as a passkey that verified its user. */
  readonly hasSecondFactor: boolean
}

export interface BegunLogin {
  /** The name under which the attempt is throttled and logged. */
  readonly username: string
  /** Verifies the credentials. Returns undefined if they are wrong. */
  verify(): Promise<VerifiedLogin | undefined>
}

/**
 * A login method. It replaces only the verification of credentials (docs/specification.md, 7): captcha, throttle, session, token
 * and login log are the same for all methods. See docs/decisions/0039-login-methods.md.
 */
export interface LoginMethod {
  readonly name: LoginMethodName
  /** Whether the login request has the captcha, if the method requires one. Otherwise the request before it had. */
  readonly hasCaptcha: boolean
  /** Limits how many logins of this method are verified at the same time. The default is the limit of the throttle. */
  readonly limit?: RunLimited
  /** Counts the failures of this method apart from those of the others. */
  readonly throttle?: Pick<LoginThrottle, 'limit' | 'reserve'>
  /**
   * A login that is not admitted takes at least this time from the start of its verification, so that the time reveals neither
   * a name nor a right password. It is for methods whose verification takes a different time for each of them.
   */
  readonly minRefusalMs?: number
  begin(request: MethodRequest, client: Client): Promise<BegunLogin>
}

/** Returns the problem of a request for a login method that is not enabled. */
export function disabledMethod(name: LoginMethodName): InputProblem {
  return {
    en: `the login method ${name} is not enabled; GET /api/v1/app-config lists the enabled ones.`,
    zh: `未启用登录方式 ${name}，已启用的登录方式见 GET /api/v1/app-config。`,
  }
}
