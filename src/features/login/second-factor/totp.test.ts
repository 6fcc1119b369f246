import { expect, test } from 'vitest'
import { createTotpSecret, isTotpCode, STEP_SECONDS, stepOfCode, totpUri } from './totp.ts'

/** The secret of the test vectors of RFC 6238 ("12345678901234567890") in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', async (seconds, code) => {
  const step = Math.floor(seconds / STEP_SECONDS)
  expect(await stepOfCode({ secret: SECRET, code, now: seconds * 1000 })).toBe(step)
})

test('a code is accepted one step earlier and later, and its step is returned', async () => {
  const at = 1_111_111_080
  const code = '081804'
  const outcomes = [-60, -30, 0, 29, 30, 59, 60].map(async (seconds) => {
    const step = await stepOfCode({ secret: SECRET, code, now: (at + seconds) * 1000 })
    return step === undefined ? 'refused' : step - at / STEP_SECONDS
  })
  expect(await Promise.all(outcomes)).toEqual(['refused', 0, 0, 0, 0, 0, 'refused'])
})

test('other texts are not codes', () => {
  expect(isTotpCode('081804')).toBe(true)
  for (const text of ['', '81804', '0818040', '08180a', '-81804', '٠٨١٨٠٤', '081804\n']) {
    expect(isTotpCode(text), text).toBe(false)
  }
})

test('secrets have 160 random bits', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, createTotpSecret))
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('the address for the QR code escapes names', async () => {
  const uri = new URL(await totpUri({ secret: SECRET, issuer: 'A & B: Ops', username: 'eva?secret=x' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toBe('/A & B: Ops:eva?secret=x')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'A & B: Ops',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
