import type { AppMethodName, BuiltInMethodName } from '../../../features/login-methods.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { bodySchema, textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { captchaFields } from '../captcha/captcha-fields.ts'

/** The fields that the bodies of several login methods have. */

export const username = textInput(64)
export const method = (name: BuiltInMethodName | AppMethodName) => ({ method: { const: name } })
export const secondFactorCode = {
  ...textInput(64),
  description: 'A code of the second factor or a recovery code, if the user has a second factor.',
}

/** Returns the body of a login with username and password. */
export function passwordBody(
  title: string,
  name: 'password' | 'ldap',
  captchaMethods: readonly string[],
  required: readonly string[] = [],
): Schema {
  const withCaptcha = captchaMethods.includes(name) ? captchaFields : {}
  const properties = { username, password: textInput(256), ...withCaptcha, secondFactorCode }
  const names = [...required, 'username', 'password', ...Object.keys(withCaptcha)]
  return bodySchema(title, names, { ...method(name), ...properties })
}
