import { expect, test } from 'vitest'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'

test('ten different codes in groups of four, without characters that look alike', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
})

test('a code can be typed in lower case, without hyphens and with letters that look like digits', () => {
  const hash = hashRecoveryCode(7, '7K2M-Q91A-0ZRT-HC4E')
  expect(hash).toBeDefined()
  for (const typed of ['7k2mq91a0zrthc4e', ' 7K2M Q9lA OZRT HC4E ', '7k2m-q9ia-ozrt-hc4e']) {
    expect(hashRecoveryCode(7, typed), typed).toBe(hash)
  }
})

test('the same code of another user has another hash', () => {
  expect(hashRecoveryCode(8, '7K2M-Q91A-0ZRT-HC4E')).not.toBe(hashRecoveryCode(7, '7K2M-Q91A-0ZRT-HC4E'))
})

test('other texts are not codes', () => {
  const texts = [
    '',
    '123456',
    '7K2M-Q91A-0ZRT-HC4',
    '7K2M-Q91A-0ZRT-HC4EE',
    "7K2M-Q91A-0ZRT-HC4'",
    '７K2M-Q91A-0ZRT-HC4E',
  ]
  for (const text of texts) expect(hashRecoveryCode(7, text), text).toBeUndefined()
})
