import type { Captcha } from '../../../authentication/captcha/captcha.ts'
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

/** Returns a field of a body or a query that may not have been validated, or an empty text if there is none. */
export function fieldOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return ''
  return Reflect.get(fields, name)
}

/** Returns a text of a body or a query, or an empty one if there is none. */
export function textOf(fields: unknown, name: string): string {
  const value = fieldOf(fields, name)
  return typeof value === 'string' ? value : ''
}
