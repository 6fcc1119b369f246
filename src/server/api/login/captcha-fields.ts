import type { Captcha } from '../../../authentication/captcha/captcha.ts'
import { textOf } from '../../../authentication/login/unvalidated-field.ts'
import { textInput } from '../request-schemas.ts'

/** The schemas of the fields of a captcha. */
export const captchaFields = {
  uuid: { ...textInput(64), description: 'The identifier of the captcha.' },
  code: { ...textInput(64), description: 'The text of the captcha.' },
} as const

/** Throws `captcha-wrong` if the fields do not have the right captcha. */
export async function verifyCaptcha(fields: object, captcha: Captcha): Promise<void> {
  await captcha.verify(textOf(fields, 'uuid'), textOf(fields, 'code'))
}
