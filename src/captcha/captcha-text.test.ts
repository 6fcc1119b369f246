import { expect, test } from 'vitest'
import { CAPTCHA_ALPHABET, normaliseCaptchaText, randomCaptchaText } from './captcha-text.ts'

test('the alphabet is this one, without look-alikes', () => {
  expect(CAPTCHA_ALPHABET).toBe('ACEHLRTUWX39')
  expect(new Set(CAPTCHA_ALPHABET).size).toBe(CAPTCHA_ALPHABET.length)
})

test('a text has five characters of the alphabet', () => {
  for (let count = 0; count < 1000; count++) expect(randomCaptchaText()).toMatch(/^[ACEHLRTUWX39]{5}$/)
})

test('every character is drawn alike often, at every position', () => {
  const rounds = 12_000
  const expected = rounds / CAPTCHA_ALPHABET.length
  const counts = new Map<string, number>()
  for (let count = 0; count < rounds; count++) {
    Array.from(randomCaptchaText()).forEach((character, position) => {
      const key = `${position}${character}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  }
  expect(counts.size).toBe(5 * CAPTCHA_ALPHABET.length)
  // Seven standard deviations (30 each): a fair draw is practically never outside.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(7 * 30.4)
})

test('letter case is ignored', () => {
  expect(normaliseCaptchaText('eh3xA')).toBe('EH3XA')
  for (const character of CAPTCHA_ALPHABET) {
    expect(normaliseCaptchaText(character.toLowerCase())).toBe(character)
  }
})
