import { randomInt } from 'node:crypto'

/**
 * The characters of a captcha. Whatever was taken for another on trial sheets is left out, even where only one
 * of the two could be drawn, since the reader does not know the list: 0 O Q D, 1 I J, 2 Z, 5 S, 6 G, 8 B, and beside
 * A 4, E F, R P, T 7 Y, U V, W M N, X K.
 */
export const CAPTCHA_ALPHABET = 'ACEHLRTUWX39'

export const CAPTCHA_LENGTH = 5

/**
 * A fresh answer, each character drawn alike often from the alphabet.
 *
 * @example
 * randomCaptchaText() // 'AEHX3'
 */
export function randomCaptchaText(): string {
  return Array.from({ length: CAPTCHA_LENGTH }, () =>
    CAPTCHA_ALPHABET.charAt(randomInt(CAPTCHA_ALPHABET.length)),
  ).join('')
}

/**
 * The form in which two captcha texts are compared: letter case does not matter.
 *
 * @example
 * normaliseCaptchaText('aehx3') // 'AEHX3'
 */
export function normaliseCaptchaText(text: string): string {
  return text.toUpperCase()
}
