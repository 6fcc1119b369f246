import { textInput } from '../../../platform/http/endpoint/request-schemas.ts'
import { textOf } from '../unvalidated-field.ts'
import type { Captcha } from './captcha.ts'

/** The schemas of the fields of a captcha. */
export const captchaFields = {
  uuid: { ...textInput(64), description: 'The identifier of the captcha.' },
  code: { ...textInput(64), description: 'The text of the captcha.' },
} as const

/** Throws `captcha-wrong` if the fields do not have the right captcha. */
export async function verifyCaptcha(fields: object, captcha: Captcha): Promise<void> {
  await captcha.verify(textOf(fields, 'uuid'), textOf(fields, 'code'))
}
