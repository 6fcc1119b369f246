import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ASYMMETRIC, FILE_SECRET, newPrivateKey, pemOf } from '../../../../test/support/key-files.ts'
import { keyFileText, parseKeyFile } from './key-file.ts'

const ed25519 = pemOf(newPrivateKey.EdDSA())
const parse = (name: string, text: string) => parseKeyFile(name, text, true)

describe('is accepted', () => {
  test.each(ASYMMETRIC)('a private key for %s', (algorithm) => {
    const file = parse('k1.pem', pemOf(newPrivateKey[algorithm]()))
    expect(file).toMatchObject({ kid: 'k1', signsFrom: 0, olderKeysUntil: undefined, key: { algorithm } })
  })

  test('a secret in the format of the settings', () => {
    const { key } = parse('k1.secret', `${FILE_SECRET}\n`)
    expect(key?.algorithm).toBe('HS256')
    expect(key?.material.export().toString()).toBe(FILE_SECRET)
  })

  test('the older formats of OpenSSL', () => {
    const rsa = newPrivateKey.RS256().export({ type: 'pkcs1', format: 'pem' }).toString()
    const ec = newPrivateKey.ES256().export({ type: 'sec1', format: 'pem' }).toString()
    expect([rsa, ec].map((pem) => parse('k.pem', pem).key?.algorithm)).toEqual(['RS256', 'ES256'])
  })

  test.each(['a', '2026-03_a.b', 'A'.repeat(64)])('the name %s', (kid) => {
    expect(parse(`${kid}.pem`, ed25519).kid).toBe(kid)
  })

  test('CRLF line endings', () => {
    const text = `signs-from: 2030-01-01T00:00:00Z\n${ed25519}`.replaceAll('\n', '\r\n')
    expect(parse('k.pem', text)).toMatchObject({
      signsFrom: Date.parse('2030-01-01'),
      key: { algorithm: 'EdDSA' },
    })
  })
})

test('dates are read back as they were written, with a key and without', () => {
  const dates = {
    signsFrom: Date.parse('2030-01-01T10:00:00Z'),
    olderKeysUntil: Date.parse('2030-01-01T11:00:00.5Z'),
  }
  expect(parse('k.pem', keyFileText(dates, ed25519))).toMatchObject(dates)
  expect(parse('k.secret', keyFileText(dates, FILE_SECRET))).toMatchObject(dates)
  expect(parse('k.removed', keyFileText(dates, ''))).toEqual({ kid: 'k', ...dates, key: undefined })
})

describe('is refused, with the reason', () => {
  const ec = (namedCurve: string) => pemOf(generateKeyPairSync('ec', { namedCurve }).privateKey)
  const rsa = (modulusLength: number, publicExponent = 65_537) =>
    pemOf(generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey)
  const publicPem = createPublicKey(ed25519).export({ type: 'spki', format: 'pem' }).toString()
  const locked = newPrivateKey
    .EdDSA()
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString()

  test.each([
    ['an empty file', '', /contains no key: remove it/],
    ['nothing but dates', 'signs-from: 2030-01-01T00:00:00Z\n', /contains no key: remove it/],
    ['a text', 'hello', /holds no private key in PEM/],
    ['a public key', publicPem, /only a public one/],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /only a public one/],
    ['a public key of the old kind', '-----BEGIN RSA PUBLIC KEY-----\nAAAA', /only a public one/],
    ['half a key', ed25519.slice(0, 60), /complete and PKCS#8 in PEM/],
    ['a key of nothing', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /must be complete/],
    ['a key with a passphrase', locked, /passphrase/],
    ['two keys', ed25519 + ed25519, /more than one key/],
    ['P-384', ec('P-384'), /curve secp384r1: ES256 needs P-256/],
    ['the curve of Bitcoin', ec('secp256k1'), /curve secp256k1/],
    ['Ed448', pemOf(generateKeyPairSync('ed448').privateKey), /type ed448/],
    ['X25519, which signs nothing', pemOf(generateKeyPairSync('x25519').privateKey), /type x25519/],
    ['RSA of 1024 bits', rsa(1024), /1024 bits: RS256 needs 2048/],
    ['RSA with the exponent 3', rsa(2048, 3), /exponent 3/],
    [
      'an RSA key for PSS',
      pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey),
      /rsa-pss/,
    ],
    ['a date that is none', `signs-from: tomorrow\n${ed25519}`, /"signs-from" in the format 2026/],
    ['a date without a zone', `signs-from: 2030-01-01T00:00:00\n${ed25519}`, /in the format 2026/],
    ['a day that is none', `signs-from: 2030-13-01T00:00:00Z\n${ed25519}`, /in the format 2026/],
    ['a date twice', `signs-from: 2030-01-01T00:00:00Z\n`.repeat(2) + ed25519, /"signs-from" twice/],
    [
      'older keys that end before it signs',
      `signs-from: 2030-01-01T00:00:00Z\nolder-keys-until: 2029-12-31T23:59:59Z\n${ed25519}`,
      /before its "signs-from"/,
    ],
  ])('%s', (_, text, problem) => {
    expect(() => parse('k.pem', text)).toThrow(problem)
  })

  test.each([
    ['an empty secret', '\n', /contains no key/],
    ['a key in one line', `-----BEGIN PRIVATE KEY-----${'A'.repeat(40)}`, /name it NAME\.pem/],
    ['a short secret', 'short', /has 5 bytes, but needs at least 32/],
    ['a known secret', 'a-string-secret-at-least-256-bits-long', /publicly known/],
    ['two lines', `${FILE_SECRET}\n${FILE_SECRET}`, /more than the one line/],
    ['a private key', `${ed25519}`, /more than the one line|NAME\.pem/],
  ])('as a secret: %s', (_, text, problem) => {
    expect(() => parse('k.secret', text)).toThrow(problem)
  })

  test('a known secret is accepted in dev, but never a short one', () => {
    const known = 'a-string-secret-at-least-256-bits-long'
    expect(parseKeyFile('k.secret', known, false).key?.algorithm).toBe('HS256')
    expect(() => parseKeyFile('k.secret', 'short', false)).toThrow(/32/)
  })

  test.each(['k', 'k.key', 'k.pem~', 'k.pem.bak', 'README.md'])('a file named %s', (name) => {
    expect(() => parse(name, ed25519)).toThrow(/is not a key file/)
  })

  test.each(['.pem', '-a.pem', 'a b.pem', 'ä.pem', '__proto__.pem', `${'a'.repeat(65)}.pem`])(
    'a key called %s',
    (name) => {
      expect(() => parse(name, ed25519)).toThrow(/not a key id/)
    },
  )

  test('and the message does not repeat the content of the file', () => {
    const texts = [`${FILE_SECRET}\n${FILE_SECRET}`, `x${FILE_SECRET.slice(0, 20)}`, ed25519.slice(0, 70)]
    for (const text of texts) {
      for (const name of ['k.pem', 'k.secret']) {
        const run = () => parse(name, text)
        expect(run).toThrow()
        expect(run).not.toThrow(text.slice(-16))
      }
    }
  })
})
