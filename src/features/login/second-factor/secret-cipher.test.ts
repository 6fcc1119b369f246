import { expect, test } from 'vitest'
import { createSecretCipher, keyFingerprintOf } from './secret-cipher.ts'

const KEY = 'tR8s0-2hVw7mQy4Zk1Xb6Nd3Jf9Lg5Pc'
const OTHER_KEY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fD'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('a secret is encrypted differently each time and decrypted with the same key', () => {
  const cipher = createSecretCipher(KEY)
  const [one, other] = [cipher.encrypt(7, SECRET), cipher.encrypt(7, SECRET)]
  expect(one).not.toBe(other)
  expect(one).not.toContain(SECRET)
  expect(one.length, 'fits its column').toBeLessThan(512)
  expect(createSecretCipher(KEY).decrypt(7, one)).toBe(SECRET)
})

test('the error about another key names both keys by their fingerprints and reveals neither', () => {
  const encrypted = createSecretCipher(OTHER_KEY).encrypt(7, SECRET)
  const cipher = createSecretCipher(KEY)
  expect(keyFingerprintOf(encrypted)).toBe(createSecretCipher(OTHER_KEY).fingerprint)
  const message = messageOf(() => cipher.decrypt(7, encrypted))
  expect(message).toContain(keyFingerprintOf(encrypted))
  expect(message).toContain(cipher.fingerprint)
  expect(message).toContain('login.secondFactor.encryptionKey')
  for (const secret of [KEY, OTHER_KEY, SECRET]) expect(message).not.toContain(secret)
})

test('with two keys, both decrypt and only the first one encrypts', () => {
  const [old, replaced] = [createSecretCipher(OTHER_KEY), createSecretCipher(KEY, OTHER_KEY)]
  expect(replaced.decrypt(7, old.encrypt(7, SECRET))).toBe(SECRET)
  expect(replaced.decrypt(7, createSecretCipher(KEY).encrypt(7, SECRET))).toBe(SECRET)
  const encrypted = replaced.encrypt(7, SECRET)
  expect(encrypted.startsWith(replaced.prefix)).toBe(true)
  expect(replaced.prefix).toBe(createSecretCipher(KEY).prefix)
  expect(createSecretCipher(KEY).decrypt(7, encrypted)).toBe(SECRET)
  expect(() => old.decrypt(7, encrypted)).toThrow(/encrypted with the key/)
})

test('with two keys, a third one, another user and a changed text are refused', () => {
  const cipher = createSecretCipher(KEY, OTHER_KEY)
  const old = createSecretCipher(OTHER_KEY)
  const third = createSecretCipher(`${KEY}3`)
  const message = messageOf(() => cipher.decrypt(7, third.encrypt(7, SECRET)))
  for (const { fingerprint } of [cipher, old, third]) expect(message).toContain(fingerprint)
  expect(() => cipher.decrypt(8, old.encrypt(7, SECRET))).toThrow(/was changed/)
  const renamed = old.encrypt(7, SECRET).replace(old.fingerprint, cipher.fingerprint)
  expect(() => cipher.decrypt(7, renamed), 'the fingerprint of the other key').toThrow(/was changed/)
})

test('a secret that was copied to another user is refused', () => {
  const cipher = createSecretCipher(KEY)
  expect(messageOf(() => cipher.decrypt(8, cipher.encrypt(7, SECRET)))).toMatch(/was changed/)
})

test('a changed, cut or foreign text is refused', () => {
  const cipher = createSecretCipher(KEY)
  const encrypted = cipher.encrypt(7, SECRET)
  const flipped = encrypted.slice(0, -5) + (encrypted.at(-5) === 'A' ? 'B' : 'A') + encrypted.slice(-4)
  const parts = encrypted.split('.')
  const texts = [flipped, encrypted.slice(0, -8), parts.with(3, '').join('.'), parts.with(2, '').join('.')]
  for (const text of [...texts, SECRET, '']) expect(() => cipher.decrypt(7, text), text).toThrow(/user 7/)
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return String(error)
  }
  return ''
}
