import { createServer } from 'node:net'
import { CompactEncrypt, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { claimsOf } from '../support/jwt.ts'
import { SECRET } from '../support/service.ts'
import { encoded, encodedBytes, forged, HEADER, type Json, sign } from './support/forged-token.ts'
import { expectNotStored, secretPartsOf, startTarget } from './support/target.ts'
import { expectTokenRefused } from './support/token-expectations.ts'

/** The claims of an admin's token, which every forged token uses. */

const target = await startTarget()
afterAll(target.close)
const admin = await login(target.base)
const claims = claimsOf(admin)

test('a forged token with the right header is accepted, so the others fail because of their header', async () => {
  const response = await fetch(`${target.base}/orders?token=${forged(HEADER, claims)}`)
  expect(await response.json()).toEqual({ ran: true })
  expect(target.runs.take()).toHaveLength(1)
})

test.each([
  'none',
  'NONE',
  'nOnE',
  'None',
  '',
  null,
  0,
  true,
  {},
  ['HS256'],
  ['none', 'HS256'],
  'HS256 ',
  ' HS256',
  'hs256',
  'Hs256',
  'HS256\0',
  'HS-256',
  'HMAC',
  'sha256',
])('T04 alg %j, with and without a signature', async (alg) => {
  const signed = `${encoded({ ...HEADER, alg })}.${encoded(claims)}`
  const signatures = [sign(signed), '', 'AAAA', sign(signed, 'sha512'), admin.split('.')[2]]
  for (const signature of signatures) await expectTokenRefused(target, `${signed}.${signature}`)
  await expectTokenRefused(target, signed)
})

test('T04 no alg, and a duplicate alg', async () => {
  await expectTokenRefused(target, forged({ typ: 'JWT' }, claims))
  for (const text of [
    '{"alg":"HS256","typ":"JWT","alg":"none"}',
    '{"alg":"none","alg":"none","typ":"JWT"}',
  ]) {
    const signed = `${encodedBytes(text)}.${encoded(claims)}`
    await expectTokenRefused(target, `${signed}.`)
    await expectTokenRefused(target, `${signed}.${sign(signed)}`)
  }
})

test.each([
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])('T06 %s, with a valid signature by the service’s own secret', async (alg, hash) => {
  const signed = `${encoded({ ...HEADER, alg })}.${encoded(claims)}`
  await expectTokenRefused(target, `${signed}.${sign(signed, hash)}`)
})

test.each(['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
  'T06 %s: signed with the attacker’s key, or with HMAC and its public key',
  async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: 'JWT' }).sign(privateKey)
    await expectTokenRefused(target, token)
    const pem = await exportSPKI(publicKey)
    for (const header of [HEADER, { ...HEADER, alg }]) {
      const signed = `${encoded(header)}.${encoded(claims)}`
      await expectTokenRefused(target, `${signed}.${sign(signed, 'sha256', pem)}`)
      await expectTokenRefused(target, `${signed}.${sign(signed, 'sha256', pem.trim())}`)
    }
  },
)

test('T06 an encrypted token with five parts, created with the service’s own secret', async () => {
  const key = Buffer.from(SECRET).subarray(0, 32)
  const plain = Buffer.from(JSON.stringify(claims))
  const direct = await new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'JWT' })
    .encrypt(key)
  const nested = await new CompactEncrypt(Buffer.from(admin))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', cty: 'JWT' })
    .encrypt(key)
  for (const token of [direct, nested]) {
    expect(token.split('.')).toHaveLength(5)
    await expectTokenRefused(target, token)
  }
})

test('T06 the JSON serializations of a valid token', async () => {
  const [header = '', payload = '', signature = ''] = admin.split('.')
  const flattened = { payload, protected: header, signature }
  const general = { payload, signatures: [{ protected: header, signature }] }
  for (const value of [flattened, general, [admin], { token: admin }]) {
    await expectTokenRefused(target, JSON.stringify(value))
    await expectTokenRefused(target, encoded(value))
  }
})

test.each([
  ['a path', '../../dev/null'],
  ['an absolute path', '/dev/null'],
  ['SQL', "' OR 1=1--"],
  ['SQL that returns the key', "x' UNION SELECT 'AA'--"],
  ['a command', '| sleep 5'],
  ['2 KB', 'k'.repeat(2048)],
  ['nothing', ''],
  ['null', null],
  ['an array', ['a', 'b']],
  ['an object', { a: 1 }],
  ['a number', 0],
  ['a prototype', '__proto__'],
  ['a constructor', 'constructor'],
  ['a NUL', 'a\0b'],
  ['a URL', 'http://127.0.0.1/keys'],
])('T07 kid is %s, with the signature of an empty or guessed key', async (_name, kid) => {
  const signed = `${encoded({ ...HEADER, kid })}.${encoded(claims)}`
  for (const key of ['', '\0', 'AA', 'null', SECRET.slice(1)]) {
    await expectTokenRefused(target, `${signed}.${sign(signed, 'sha256', key)}`)
  }
})

test('T07 a kid of 10 KB is refused', async () => {
  await expectTokenRefused(target, forged({ ...HEADER, kid: 'k'.repeat(8000) }, claims))
})

test('T08 a key in the header that signed the token: refused, and no key is fetched', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/keys.json`
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const own = { kty: 'oct', k: Buffer.from('a key of the attacker, 32 bytes!!').toString('base64url') }
  const carried: Json[] = [
    { jwk },
    { jku: url },
    { x5u: url },
    { x5c: ['MIIB'] },
    { jku: url, kid: 'a', jwk },
  ]
  for (const extra of carried) {
    const header = { alg: 'ES256', typ: 'JWT', ...extra }
    await expectTokenRefused(
      target,
      await new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey),
    )
    // Also signed with the service's own secret: the header parameter alone must cause the refusal.
    await expectTokenRefused(target, forged({ ...HEADER, ...extra }, claims))
  }
  const signed = `${encoded({ ...HEADER, jwk: own })}.${encoded(claims)}`
  await expectTokenRefused(target, `${signed}.${sign(signed, 'sha256', Buffer.from(own.k, 'base64url'))}`)
  expect(connections).toBe(0)
  listener.close()
})

test.each([
  ['crit of exp', { crit: ['exp'] }],
  ['an empty crit', { crit: [] }],
  ['crit null', { crit: null }],
  ['crit as a string', { crit: 'exp' }],
  ['crit of alg', { crit: ['alg'] }],
  ['crit and b64', { crit: ['b64'], b64: false }],
  ['b64 false', { b64: false }],
  ['b64 true', { b64: true }],
  ['zip', { zip: 'DEF' }],
  ['an unknown parameter', { 'x-own': 1 }],
  ['a prototype', JSON.parse('{"__proto__":{"alg":"none"}}')],
])('T09 %s, with a valid signature', async (_name, extra: Json) => {
  await expectTokenRefused(target, forged({ ...HEADER, ...extra }, claims))
  const text = `{"alg":"HS256","typ":"JWT",${JSON.stringify(extra).slice(1)}`
  const signed = `${encodedBytes(text)}.${encoded(claims)}`
  await expectTokenRefused(target, `${signed}.${sign(signed)}`)
})

test('no token appears in the log or the data folder', async () => {
  await expectNotStored(target, secretPartsOf(admin))
})
