import { randomInt } from 'node:crypto'

/**
 * The characters of a captcha. Characters that readers confused with others on trial sheets are left out, even where only
 * one of the two is in the alphabet, because readers do not know the alphabet: 0 O Q D, 1 I J, 2 Z, 5 S, 6 G, 8 B, 4, F, P,
 * 7 Y, V, M N and K.
 */
export const CAPTCHA_ALPHABET = 'ACEHLRTUWX39'
export const CAPTCHA_LENGTH = 5

/**
 * Returns a random text in which every character of the alphabet is equally likely at every position.
 *
 * @example
 * randomCaptchaText() // 'AEHX3'
 */
export function randomCaptchaText(pickIndex: (length: number) => number = randomInt): string {
  return Array.from({ length: CAPTCHA_LENGTH }, () =>
    CAPTCHA_ALPHABET.charAt(pickIndex(CAPTCHA_ALPHABET.length)),
  ).join('')
}

/**
 * Returns the form in which captcha texts are compared: letter case is ignored.
 *
 * @example
 * normaliseCaptchaText('aehx3') // 'AEHX3'
 */
export function normaliseCaptchaText(text: string): string {
  return text.toUpperCase()
}
