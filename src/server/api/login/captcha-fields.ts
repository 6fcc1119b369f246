import type { Captcha } from '../../../authentication/captcha/captcha.ts'
import { textOf } from '../request-fields.ts'

/** The schema of a short text in the first request of a login. */
export const shortText = { type: 'string', minLength: 1, maxLength: 64, format: 'well-formed' } as const

/** The schemas of the fields of a captcha. */
export const captchaFields = {
  uuid: { ...shortText, description: 'The identifier of the captcha.' },
  code: { ...shortText, description: 'The text of the captcha.' },
} as const

/** Throws `captcha-wrong` if the fields do not have the right captcha. */
export async function verifyCaptcha(fields: object, captcha: Captcha): Promise<void> {
  await captcha.verify(textOf(fields, 'uuid'), textOf(fields, 'code'))
}
