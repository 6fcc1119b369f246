import { emailOf } from '../../../platform/text/email-address.ts'
import type { CodeChannel } from './login-code.ts'

const MAX_PHONE_LENGTH = 64
/** E.164 allows 15 digits. */
const PHONE = /^\+?\d{5,15}$/

/** Where a message is sent to. */
export interface Destination {
  readonly channel: CodeChannel
  readonly to: string
}

/**
 * Returns the digits of a phone number, with the `+` of an international one, or undefined if it is not usable.
 *
 * @example
 * phoneOf('+86 138-0013-8000') // '+8613800138000'
 */
export function phoneOf(text: string): string | undefined {
  if (text.length > MAX_PHONE_LENGTH) return undefined
  const number = text.replaceAll(/[\s().-]/g, '')
  return PHONE.test(number) ? number : undefined
}

/** Returns where a user gets messages: by the first channel for which the user has an address. */
export function destinationOf(
  user: { readonly email: string; readonly phone: string },
  channels: readonly CodeChannel[],
): Destination | undefined {
  for (const channel of channels) {
    const to = channel === 'email' ? emailOf(user.email) : phoneOf(user.phone)
    if (to !== undefined) return { channel, to }
  }
  return undefined
}
