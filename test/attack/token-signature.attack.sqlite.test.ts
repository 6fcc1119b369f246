import { afterAll, expect, test } from 'vitest'
import { knownSecrets } from '../../src/platform/settings/known-secrets.ts'
import { call, login } from '../support/client.ts'
import { claimsOf } from '../support/jwt.ts'
import { sendRaw } from '../support/raw-request.ts'
import { scaled } from '../support/scale.ts'
import { SECRET } from '../support/service.ts'
import { startProblem } from '../support/standalone.ts'
import { cpuTimeOf, MAX_CPU_MS } from './support/cpu-time.ts'
import { encoded, forged, HEADER, sign } from './support/forged-token.ts'
import { guessableSecrets } from './support/secrets.ts'
import { startTarget } from './support/target.ts'
import { expectTokenRefused, expectUnauthenticated } from './support/token-expectations.ts'

const BATCH = 50

const target = await startTarget()
afterAll(target.close)
const admin = await login(target.base)
const claims = claimsOf(admin)

test('T05 signed with known and guessable secrets, and with an empty one', async () => {
  const signed = `${encoded(HEADER)}.${encoded(claims)}`
  const secrets = ['', '\0', ...knownSecrets, ...guessableSecrets(scaled(500, 100_000))]
  expect(secrets).not.toContain(SECRET)
  for (let from = 0; from < secrets.length; from += BATCH) {
    const tokens = secrets
      .slice(from, from + BATCH)
      .map((secret) => `${signed}.${sign(signed, 'sha256', secret)}`)
    const answers = await Promise.all(tokens.map((token) => call(`${target.base}/orders?token=${token}`)))
    for (const answer of answers) expectUnauthenticated(target, answer)
  }
})

test('T05 startup fails with a secret under 32 bytes or a publicly known one', async () => {
  const weak = [
    'a',
    'x'.repeat(31),
    'secret',
    'your-256-bit-secret',
    ...knownSecrets,
    ...guessableSecrets(scaled(30, 200)),
  ]
  for (const secret of weak) {
    expect(await startProblem({ jwt: { secret } }), secret).toContain('jwt.secret')
  }
})

test('T10 a change of any bit or of the length of the signature is refused', async () => {
  const signature = Buffer.from(admin.split('.')[2] ?? '', 'base64url')
  const signed = admin.slice(0, admin.lastIndexOf('.'))
  const wrong: Buffer[] = []
  for (let bit = 0; bit < 256; bit += scaled(7, 1)) {
    const flipped = Buffer.from(signature)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    wrong.push(flipped)
  }
  for (const length of [0, 1, 8, 16, 31]) wrong.push(signature.subarray(0, length))
  wrong.push(Buffer.concat([signature, Buffer.alloc(1)]), Buffer.concat([signature, signature]))
  wrong.push(Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.from(signature).reverse())
  for (const bytes of wrong) await expectTokenRefused(target, `${signed}.${bytes.toString('base64url')}`)
})

test('T10 a part that is changed, moved, swapped, or taken from another token', async () => {
  const [header = '', payload = '', signature = ''] = admin.split('.')
  const [, otherPayload = '', otherSignature = ''] = (await login(target.base)).split('.')
  const forgeries = [
    [header, otherPayload, signature],
    [header, payload, otherSignature],
    [payload, header, signature],
    [header, payload, payload],
    [signature, payload, header],
    [header, payload],
    [header, payload, signature, signature],
    ['', header, payload, signature],
    [header, '', signature],
    ['', payload, signature],
  ]
  for (const parts of forgeries) await expectTokenRefused(target, parts.join('.'))
})

test('T10 another encoding of the same bytes: padding, standard base64, unused bits, white space', async () => {
  const [header = '', payload = '', signature = ''] = admin.split('.')
  const padded = (part: string) => part + '='.repeat((4 - (part.length % 4)) % 4)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = [
    `${header}.${payload}.${signature}=`,
    `${padded(header)}.${padded(payload)}.${padded(signature)}`,
    `${header}.${payload}.${signature}%3D`,
    `${header}.${payload}.${signature} `,
    `${header}.${payload}.${signature}\t`,
    `${header}. ${payload}.${signature}`,
    `${header}.${payload}.${signature}.`,
    `.${admin}`,
    `"${admin}"`,
    ...[...alphabet].filter((last) => !admin.endsWith(last)).map((last) => admin.slice(0, -1) + last),
  ]
  for (const spelling of spellings) {
    const query = `?token=${encodeURIComponent(spelling)}`
    expectUnauthenticated(target, await sendRaw(target.origin, { target: `/api/v1/orders${query}` }))
  }
  // The standard alphabet differs only in `-` and `_`, so the payload must contain both.
  const special = forged(HEADER, { ...claims, x: '???>>>~~~' })
  const respelled = special.replaceAll('-', '+').replaceAll('_', '/')
  expect(respelled).not.toBe(special)
  await expectTokenRefused(target, respelled)
})

test.each([
  ['a megabyte', 'A'.repeat(1 << 20)],
  ['a million dots', '.'.repeat(1e6)],
  ['a megabyte of claims', `${encoded(HEADER)}.${'A'.repeat(1 << 20)}.AAAA`],
])('T22 a token of %s: refused before it is parsed, without delaying others', async (_name, token) => {
  for (const request of [
    { target: '/api/v1/orders', headers: [`Authorization: Bearer ${token}`] },
    { target: `/api/v1/orders?token=${token}` },
    { target: '/api/v1/orders', headers: [`Cookie: jwt=${token}`] },
  ]) {
    // The server closes the connection during the upload, so the client may lose the response to a reset.
    const outcome = await sendRaw(target.origin, request).then(
      ({ status, body }) => `${status} ${body.code}`,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect(['431 431', 'ECONNRESET', 'EPIPE']).toContain(outcome)
  }
  expect(target.runs.take()).toEqual([])
})

test.each([
  ['15 KB', 'A'.repeat(15_000)],
  ['15,000 dots', '.'.repeat(15_000)],
  ['15 KB of claims with a valid signature', () => forged(HEADER, { ...claims, x: 'y'.repeat(11_000) })],
  ['claims nested 5,000 deep', () => nested('[', ']', 5000)],
  ['a header nested 2,000 deep', () => nested('{"a":', '}', 1000)],
])('T22 a token of %s, just within the header limit: refused at little cost', async (_name, made) => {
  const token = typeof made === 'function' ? made() : made
  const milliseconds = await cpuTimeOf(() => expectTokenRefused(target, token))
  expect(milliseconds).toBeLessThan(MAX_CPU_MS)
})

function nested(open: string, close: string, depth: number): string {
  const text = `{"x":${open.repeat(depth)}1${close.repeat(depth)}}`
  const signed = `${encoded(HEADER)}.${Buffer.from(text).toString('base64url')}`
  return `${signed}.${sign(signed)}`
}
