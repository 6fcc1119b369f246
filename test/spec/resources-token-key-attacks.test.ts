import { createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { ASYMMETRIC, type Asymmetric, newPrivateKey, pemOf } from '../support/key-files.ts'
import { keyFolderForTests } from '../support/key-folder.ts'
import { createLogLines } from '../support/log-lines.ts'
import { startService, type TestService } from '../support/service.ts'

/** A service with one key per algorithm. It counts handler runs, and a listener records outgoing requests. */
const runs = createHandlerRuns()
const log = createLogLines()
const privateKeys = {} as Record<Asymmetric, KeyObject>
const asked: string[] = []
let service: TestService
let listener: Server
let claims: string

const folder = keyFolderForTests('once')
beforeAll(async () => {
  for (const algorithm of ASYMMETRIC) {
    privateKeys[algorithm] = newPrivateKey[algorithm]()
    folder.put(`${algorithm}.pem`, pemOf(privateKeys[algorithm]))
  }
  listener = createServer((request, response) => {
    asked.push(String(request.url))
    response.end(JSON.stringify({ keys: [] }))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  service = await startService({
    settings: { jwt: { keys: folder.path(), algorithm: 'EdDSA' } },
    replacements: { logger: log.logger },
    protectedRoutes: runs.routes('GET /api/v1/orders'),
  })
  claims = String((await login(service.base)).split('.')[1])
})
afterAll(async () => {
  await service.close()
  listener.close()
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function forge(header: object, signing: (signed: Buffer) => Buffer): string {
  const signed = `${encode(header)}.${claims}`
  return `${signed}.${signing(Buffer.from(signed)).toString('base64url')}`
}

const byEdDSA =
  (key = privateKeys.EdDSA) =>
  (signed: Buffer) =>
    sign(null, signed, key)

async function expectTokenRefused(token: string): Promise<void> {
  expectRefused(await call(`${service.base}/orders`, bearer(token)), 401)
  expect(runs.take()).toEqual([])
  expect(log.text()).not.toContain(token.slice(-20))
}

test('a token with the right key and key id is accepted, so the refusals below have their own reasons', async () => {
  const token = forge({ alg: 'EdDSA', typ: 'JWT', kid: 'EdDSA' }, byEdDSA())
  expect((await call(`${service.base}/orders`, bearer(token))).body).toEqual({ ran: true })
  expect(runs.take()).toHaveLength(1)
})

test.each(ASYMMETRIC)('HS256, signed with the published public key of %s', async (algorithm) => {
  const published = (await call(`${service.base}/jwks.json`)).text
  const key = createPublicKey(privateKeys[algorithm])
  const pem = key.export({ type: 'spki', format: 'pem' }).toString()
  const secrets = [pem, pem.trim(), published, key.export({ type: 'spki', format: 'der' })]
  for (const secret of secrets) {
    for (const kid of [algorithm, undefined]) {
      const hmac = (signed: Buffer) => createHmac('sha256', secret).update(signed).digest()
      await expectTokenRefused(forge({ alg: 'HS256', typ: 'JWT', kid }, hmac))
    }
  }
})

describe('an unknown key id', () => {
  test.each([
    ['../../dev/null'],
    ['../keys/EdDSA'],
    ['EdDSA.pem'],
    ["' OR 1=1--"],
    ['__proto__'],
    ['x'.repeat(10_000)],
    [['EdDSA']],
    [{ EdDSA: 1 }],
    [null],
    [''],
  ])('%j', async (kid) => {
    await expectTokenRefused(forge({ alg: 'EdDSA', typ: 'JWT', kid }, byEdDSA()))
  })
})

test('a key or key URL in the token header is ignored, and no request is sent', async () => {
  const own = newPrivateKey.EdDSA()
  const jwk = createPublicKey(own).export({ format: 'jwk' })
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/keys`
  for (const more of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }]) {
    for (const kid of ['EdDSA', undefined]) {
      await expectTokenRefused(forge({ alg: 'EdDSA', typ: 'JWT', kid, ...more }, byEdDSA(own)))
    }
  }
  expect(asked).toEqual([])
})

test('RSA with PSS padding, as RS256 or PS256', async () => {
  const pss = (signed: Buffer) =>
    sign('sha256', signed, { key: privateKeys.RS256, padding: 6, saltLength: 32 })
  for (const alg of ['RS256', 'PS256'])
    await expectTokenRefused(forge({ alg, typ: 'JWT', kid: 'RS256' }, pss))
})

test('ES256 with a DER-encoded, truncated or all-zero signature', async () => {
  const raw = (signed: Buffer) =>
    sign('sha256', signed, { key: privateKeys.ES256, dsaEncoding: 'ieee-p1363' })
  const wrong = [
    (signed: Buffer) => sign('sha256', signed, { key: privateKeys.ES256, dsaEncoding: 'der' }),
    (signed: Buffer) => raw(signed).subarray(0, 63),
    (signed: Buffer) => Buffer.concat([raw(signed), Buffer.alloc(1)]),
    () => Buffer.alloc(64),
  ]
  for (const signing of wrong)
    await expectTokenRefused(forge({ alg: 'ES256', typ: 'JWT', kid: 'ES256' }, signing))
})
