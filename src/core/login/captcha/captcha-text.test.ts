import { expect, test } from 'vitest'
import { CAPTCHA_ALPHABET, CAPTCHA_LENGTH, normaliseCaptchaText, randomCaptchaText } from './captcha-text.ts'

test('the alphabet has no characters that are easily confused', () => {
  expect(CAPTCHA_ALPHABET).toBe('ACEHLRTUWX39')
  expect(new Set(CAPTCHA_ALPHABET).size).toBe(CAPTCHA_ALPHABET.length)
})

test('a text has five characters of the alphabet', () => {
  for (let count = 0; count < 1000; count++) expect(randomCaptchaText()).toMatch(/^[ACEHLRTUWX39]{5}$/)
})

test('each character is picked from the whole alphabet', () => {
  const indexes = [0, 11, 5, 1, 10]
  const lengths: number[] = []
  const text = randomCaptchaText((length) => {
    lengths.push(length)
    return indexes[lengths.length - 1] ?? 0
  })
  expect(text).toBe('A9RC3')
  expect(lengths).toEqual(Array.from({ length: CAPTCHA_LENGTH }, () => CAPTCHA_ALPHABET.length))
})

test('letter case is ignored', () => {
  expect(normaliseCaptchaText('eh3xA')).toBe('EH3XA')
  for (const character of CAPTCHA_ALPHABET) {
    expect(normaliseCaptchaText(character.toLowerCase())).toBe(character)
  }
})
