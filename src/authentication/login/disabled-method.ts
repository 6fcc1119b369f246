import type { InputProblem } from '../../foundation/refusal/refusal.ts'
import type { LoginMethodName } from '../../settings/login-methods.ts'

/** Returns the problem of a request for a login method that is not enabled. */
export function disabledMethod(name: LoginMethodName): InputProblem {
  return {
    en: `the login method ${name} is not enabled; GET /api/v1/app-config lists the enabled ones.`,
    zh: `未启用登录方式 ${name}，已启用的登录方式见 GET /api/v1/app-config。`,
  }
}
