import { createHmac, createPublicKey, sign } from 'node:crypto'
import { compactVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { ASYMMETRIC, type Asymmetric, newPrivateKey } from '../../../test/support/key-files.ts'
import { SECRET } from '../../../test/support/service.ts'
import { tokensForTests } from '../../../test/support/token-keys.ts'

const { privateKeys, keys, issueWith, refused } = tokensForTests()
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The claims of a good token under another header, signed by whoever. */
async function forge(header: object, signing: (signed: Buffer) => Buffer): Promise<string> {
  const claims = (await issueWith('EdDSA')).split('.')[1]
  const signed = `${encode(header)}.${claims}`
  return `${signed}.${signing(Buffer.from(signed)).toString('base64url')}`
}

describe('the wrong algorithm for a key is refused', () => {
  /** The public key, in every spelling in which a careless verifier could take it for a secret. */
  function spellingsOf(algorithm: Asymmetric): Buffer[] {
    const key = createPublicKey(privateKeys[algorithm])
    const pem = key.export({ type: 'spki', format: 'pem' }).toString()
    const jwk = key.export({ format: 'jwk' })
    const texts = [
      pem,
      pem.trim(),
      pem.replaceAll('\n', '\r\n'),
      pem.replaceAll('\n', ''),
      pem.split('\n').slice(1, -2).join(''),
      pem.split('\n').slice(1, -2).join('\n'),
      JSON.stringify(jwk),
      JSON.stringify(keys().published),
      ...keys().published.keys.map((one) => JSON.stringify(one)),
      ...Object.values(jwk).map(String),
      `the-${algorithm}`,
      '',
    ]
    const raw = Object.values(jwk).map((value) => Buffer.from(String(value), 'base64url'))
    return [...texts.map((text) => Buffer.from(text)), key.export({ type: 'spki', format: 'der' }), ...raw]
  }

  test.each(ASYMMETRIC)('HS256 with the public key of %s as the secret', async (algorithm) => {
    const outcomes = new Set<string>()
    for (const spelling of spellingsOf(algorithm)) {
      for (const header of [{ kid: `the-${algorithm}` }, {}]) {
        const token = await forge({ alg: 'HS256', typ: 'JWT', ...header }, (signed) =>
          createHmac('sha256', spelling).update(signed).digest(),
        )
        outcomes.add(refused(token))
      }
    }
    expect(outcomes).toEqual(new Set(['token-malformed']))
  })

  test('HS256 with the right secret and the name of another key', async () => {
    for (const algorithm of ASYMMETRIC) {
      const header = { alg: 'HS256', typ: 'JWT', kid: `the-${algorithm}` }
      const token = await forge(header, (signed) => createHmac('sha256', SECRET).update(signed).digest())
      expect(refused(token)).toBe('token-malformed')
    }
  })

  test.each<[string, string, Asymmetric, object]>([
    ['PSS under the name RS256', 'RS256', 'RS256', { padding: 6, saltLength: 32 }],
    ['PSS under its own name', 'PS256', 'RS256', { padding: 6, saltLength: 32 }],
    ['a DER signature', 'ES256', 'ES256', { dsaEncoding: 'der' }],
    ['Ed25519 by its newer name', 'Ed25519', 'EdDSA', {}],
    ['a longer hash', 'RS512', 'RS256', {}],
  ])('%s', async (_, alg, algorithm, how) => {
    const hash = algorithm === 'EdDSA' ? null : alg === 'RS512' ? 'sha512' : 'sha256'
    const token = await forge({ alg, typ: 'JWT', kid: `the-${algorithm}` }, (signed) =>
      sign(hash, signed, { key: privateKeys[algorithm], ...how }),
    )
    expect(refused(token)).toBe('token-malformed')
  })

  test.each(['HS256', 'EdDSA', 'ES256', 'RS256', 'none', 'ES384', 'PS256', 'Ed448'])(
    '%s under the name of every key that is of another one',
    async (alg) => {
      for (const algorithm of ASYMMETRIC) {
        if (algorithm === alg) continue
        const hash = algorithm === 'EdDSA' ? null : 'sha256'
        const token = await forge({ alg, typ: 'JWT', kid: `the-${algorithm}` }, (signed) =>
          sign(hash, signed, { key: privateKeys[algorithm], dsaEncoding: 'ieee-p1363' }),
        )
        expect(refused(token)).toBe('token-malformed')
      }
    },
  )
})

test('ES256: the second signature that the standard allows is refused', async () => {
  const token = await issueWith('ES256')
  const [header, claims, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  const other = `${header}.${claims}.${twin.toString('base64url')}`
  await compactVerify(other, createPublicKey(privateKeys.ES256))
  expect(refused(other)).toBe('token-malformed')
  expect(refused(token)).toBe('accepted')
})

describe('a key id is only looked up', () => {
  test.each([
    '../../dev/null',
    '/dev/null',
    'the-EdDSA.pem',
    './the-EdDSA',
    'the-EdDSA\0',
    'the-EdDSA ',
    'THE-EDDSA',
    "' OR 1=1--",
    'http://127.0.0.1/keys',
    '__proto__',
    'constructor',
    'toString',
    '',
    'x'.repeat(2000),
    null,
    0,
    true,
    ['the-EdDSA'],
    { toString: 'the-EdDSA' },
  ])('%j', async (kid) => {
    const signing = (signed: Buffer) => sign(null, signed, privateKeys.EdDSA)
    expect(refused(await forge({ alg: 'EdDSA', typ: 'JWT', kid }, signing))).toBe('token-malformed')
    const hmac = (signed: Buffer) => createHmac('sha256', SECRET).update(signed).digest()
    expect(refused(await forge({ alg: 'HS256', typ: 'JWT', kid }, hmac))).toBe('token-malformed')
  })

  test('tokens with the right key id are accepted, so those above are refused only for their key id', async () => {
    const signing = (signed: Buffer) => sign(null, signed, privateKeys.EdDSA)
    expect(refused(await forge({ alg: 'EdDSA', typ: 'JWT', kid: 'the-EdDSA' }, signing))).toBe('accepted')
    const hmac = (signed: Buffer) => createHmac('sha256', SECRET).update(signed).digest()
    expect(refused(await forge({ alg: 'HS256', typ: 'JWT' }, hmac))).toBe('accepted')
  })

  test.each(['jwk', 'jku', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', '__proto__'])(
    'a key that the token brings along (%s) is not looked at, though it really signed it',
    async (name) => {
      const own = newPrivateKey.EdDSA()
      const jwk = createPublicKey(own).export({ format: 'jwk' })
      const values: Record<string, unknown> = { jwk, x5c: ['AAAA'], crit: ['kid'] }
      const value = values[name] ?? 'http://127.0.0.1:9/keys'
      for (const kid of ['the-EdDSA', undefined, 'mine']) {
        const header = JSON.parse(
          `{"alg":"EdDSA","typ":"JWT","kid":${JSON.stringify(kid ?? null)},${JSON.stringify(name)}:${JSON.stringify(value)}}`,
        )
        if (kid === undefined) delete header.kid
        expect(refused(await forge(header, (signed) => sign(null, signed, own)))).toBe('token-malformed')
      }
    },
  )
})
