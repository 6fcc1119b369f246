import { createPublicKey, verify } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { expectRefused, expectStandardHeaders, expectSuccess } from '../support/expectations.ts'
import { claimsOf, forgeToken, headerOf } from '../support/jwt.ts'
import { ASYMMETRIC, FILE_SECRET, newPrivateKey, pemOf, putKeyFile } from '../support/key-files.ts'
import { keyFolderForTests } from '../support/key-folder.ts'
import { startService, type TestService } from '../support/service.ts'
import { startProblem } from '../support/standalone.ts'

const profile = (service: TestService, token: string) => call(`${service.base}/user/profile`, bearer(token))

async function publishedBy(service: TestService): Promise<JWK[]> {
  const { body } = await call(`${service.base}/jwks.json`)
  return body.keys as JWK[]
}

describe.each(ASYMMETRIC)('jwt.algorithm %s', (algorithm) => {
  let service: TestService
  let token: string
  beforeAll(async () => {
    service = await startService({ settings: { jwt: { algorithm } } })
    token = await login(service.base)
  })
  afterAll(() => service.close())

  test('the first start creates a key that only its owner can read', () => {
    const [name = '', ...others] = readdirSync(join(service.dataDir, 'keys'))
    expect(others).toEqual([])
    expect(statSync(join(service.dataDir, 'keys', name)).mode & 0o777).toBe(0o600)
    expect(`${headerOf(token).kid}.pem`).toBe(name)
  })

  test('login issues a token with a key id, and the token is accepted', async () => {
    expect(headerOf(token)).toEqual({ alg: algorithm, typ: 'JWT', kid: expect.any(String) })
    for (let i = 0; i < 3; i++) expectSuccess(await profile(service, token))
  })

  test('only the public key is published', async () => {
    const [jwk, ...others] = await publishedBy(service)
    expect(others).toEqual([])
    expect(jwk).toMatchObject({ kid: headerOf(token).kid, alg: algorithm, use: 'sig' })
    const members = { EdDSA: ['crv', 'x'], ES256: ['crv', 'x', 'y'], RS256: ['e', 'n'] }[algorithm]
    expect(Object.keys(jwk ?? {}).sort()).toEqual([...members, 'alg', 'kid', 'kty', 'use'].sort())
  })

  test('jose verifies the token with the published keys', async () => {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: await publishedBy(service) }), {
      issuer: 'castellan',
      algorithms: [algorithm],
    })
    expect(payload).toMatchObject({ nice: 'admin', rolekey: 'admin' })
  })

  test('and so does node:crypto', async () => {
    const [jwk] = await publishedBy(service)
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    const [header, claims, signature = ''] = token.split('.')
    const digest = algorithm === 'EdDSA' ? null : 'sha256'
    const isValid = verify(
      digest,
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isValid).toBe(true)
  })

  test('a token signed with another key and one with changed claims are refused', async () => {
    const [header, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), identity: 2 })).toString('base64url')
    expectRefused(await profile(service, `${header}.${claims}.${signature}`), 401)
    const other = await startService({ settings: { jwt: { algorithm } } })
    try {
      expectRefused(await profile(service, await login(other.base)), 401)
    } finally {
      await other.close()
    }
  })
})

describe('HS256, the default', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  test('publishes an empty key set without the response envelope, and needs no token', async () => {
    const answer = await call(`${service.base}/jwks.json`)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '{"keys":[]}' })
    expectStandardHeaders(answer)
    expectRefused(await call(`${service.base}/jwks.json`, { method: 'POST' }), 405, 405)
  })

  test('its tokens have no key id, and no key folder is created', async () => {
    expect(headerOf(await login(service.base))).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(readdirSync(service.dataDir)).not.toContain('keys')
  })
})

describe('operator-provided keys', () => {
  const folder = keyFolderForTests()
  const started: TestService[] = []
  afterAll(async () => {
    for (const service of started) await service.close()
  })
  const start = async (jwt: { algorithm?: 'HS256' | 'EdDSA' } = {}): Promise<TestService> => {
    const service = await startService({ settings: { jwt: { keys: folder.path(), ...jwt } } })
    started.push(service)
    return service
  }

  test('a private key and a secret together: the newer one signs, both verify, only the public key is published', async () => {
    folder.put('old.secret', FILE_SECRET)
    const first = await start()
    const old = await login(first.base)
    expect(headerOf(old)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'old' })
    await first.close()
    const since = new Date(Date.now() - 1000).toISOString()
    folder.put('new.pem', `signs-from: ${since}\n${pemOf(newPrivateKey.EdDSA())}`)
    const second = await start()
    expect(headerOf(await login(second.base))).toMatchObject({ alg: 'EdDSA', kid: 'new' })
    expectSuccess(await profile(second, old))
    expect((await publishedBy(second)).map(({ kid }) => kid)).toEqual(['new'])
    expect((await call(`${second.base}/jwks.json`)).text).not.toContain(FILE_SECRET.slice(0, 8))
  })

  test('switching from the configured secret to a private key logs nobody out', async () => {
    const before = await startService()
    const token = await login(before.base)
    const claims = claimsOf(token)
    await before.close()
    const after = await startService({ settings: { jwt: { algorithm: 'EdDSA' } } })
    started.push(after)
    expectSuccess(await profile(after, token))
    expectSuccess(await profile(after, forgeToken({ ...claims })))
    const late = forgeToken({ ...claims, exp: Number(claims.exp) + 86_400 })
    expectSuccess(await profile(after, late))
    after.advance(3_661_000)
    await expect.poll(async () => (await profile(after, late)).body.code, { timeout: 120_000 }).toBe(401)
  })

  test.each([
    [
      'a file that others may read',
      'a.pem',
      pemOf(newPrivateKey.EdDSA()),
      0o644,
      /a\.pem can be read by others: run "chmod 600 .*a\.pem"/,
    ],
    ['an empty file', 'a.pem', '', 0o600, /a\.pem contains no key/],
    ['a public key', 'a.pem', publicPem(), 0o600, /a\.pem holds no private key, only a public one/],
    [
      'a weak secret',
      'a.secret',
      'password'.repeat(5),
      0o600,
      /a\.secret is publicly known|a\.secret follows/,
    ],
    [
      'a file with another extension',
      'a.key',
      pemOf(newPrivateKey.EdDSA()),
      0o600,
      /a\.key is not a key file/,
    ],
  ])(
    '%s is refused at startup, and the message names the file and the fix',
    async (_, name, text, mode, problem) => {
      putKeyFile(folder.path(), name, text, mode)
      expect(await startProblem({ jwt: { keys: folder.path() } })).toMatch(problem)
    },
  )

  test('a missing folder is refused at startup', async () => {
    expect(await startProblem({ jwt: { keys: folder.path() } })).toMatch(/keys.* does not exist/)
  })

  test('no response contains the content of a key file', async () => {
    const path = folder.put('a.pem', pemOf(newPrivateKey.EdDSA()))
    const secret = readFileSync(path, 'utf8').split('\n')[1] ?? ''
    const service = await start({ algorithm: 'EdDSA' })
    const token = await login(service.base)
    for (const at of ['/jwks.json', '/app-config', '/health', '/route', '/getinfo']) {
      expect((await call(`${service.base}${at}`, bearer(token))).text).not.toContain(secret.slice(-20))
    }
  })
})

function publicPem(): string {
  return createPublicKey(newPrivateKey.EdDSA()).export({ type: 'spki', format: 'pem' }).toString()
}
