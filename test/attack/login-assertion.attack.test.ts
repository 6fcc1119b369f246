import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { type Answer, call, postJson } from '../support/client.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const ISSUER = 'castellan'
const ORDERS = { method: 'GET', path: '/app/orders' }
const SALARIES = { method: 'GET', path: '/app/salaries' }
const PROGRAMS_BELOW = { method: '*', path: '/api/v1/service-account/*' }

/** A second node on the same database. */
const now = Date.now()

const options = {
  settings: { login: { methods: ['password', 'service'], maxFailuresPerNetwork: 10_000 } },
  replacements: { now: () => now },
} as const
const target = await startTarget(options)
afterAll(target.close)
const node = await startTarget({ ...options, beside: target })
afterAll(node.stop)
const admin = await loginOperator(target.base)
const robotRole = await addRole(admin, 'robot', [ORDERS])

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))

let count = 0
/** Adds an owner and a service account with one public key. */
async function program(fields: object = {}, pair = generateKeyPairSync('ed25519')) {
  const name = `signer-${++count}`
  const ownerId = await addUser(admin, `signer-owner-${count}`, robotRole)
  const body = { username: name, roleId: robotRole, ownerId, ...fields }
  const { userId, accepted } = await dataOf(admin.post('/service-account', body))
  if (!accepted) {
    const username = `signer-owner-${count}`
    const owner = await loginOperator(target.base, { username, password: passwordOf(username) })
    await dataOf(owner.post(`/user/service-account/${userId}/accept`, {}))
  }
  const key = await dataOf(admin.post(`/service-account/${userId}/key`, { publicKey: pem(pair.publicKey) }))
  return { name, id: Number(userId), ownerId, keyId: Number(key.id), ...pair }
}

type Program = Awaited<ReturnType<typeof program>>

/** Signs an assertion that is right unless its claims or its header are replaced. */
function signed(
  { name, privateKey }: Pick<Program, 'name' | 'privateKey'>,
  claims: { readonly [Claim in keyof JWTPayload]: JWTPayload[Claim] | undefined } = {},
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  const iat = Math.floor(now / 1000)
  const usual = { iss: name, sub: name, aud: ISSUER, iat, exp: iat + 60, jti: randomUUID() }
  const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined)
  return new SignJWT(Object.fromEntries(all)).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(privateKey)
}

/** Returns an assertion with a header and a signature of the attacker's choice. */
function forged(header: object, claims: object, signatureOf: (text: string) => string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${signatureOf(text)}`
}

const logIn = (assertion: string, { base } = target) =>
  call(`${base}/login`, postJson({ method: 'service', assertion }))

function expectRefused({ headers }: Answer, reason: string): void {
  expect(headers.get('x-castellan-reason')).toBe(reason)
}

const isAccepted = async (token: unknown) =>
  (await call(`${target.base}/getinfo`, { headers: { authorization: `Bearer ${token}` } })).body.code === 200

test('an assertion is accepted once, on whatever node it is sent again', async () => {
  const robot = await program()
  const assertion = await signed(robot)
  expectSuccess(await logIn(assertion))
  expectRefused(await logIn(assertion), 'credentials-wrong')
  expectRefused(await logIn(assertion, node), 'credentials-wrong')
  // The same jti, signed anew.
  const jti = 'deploy-1'
  expectSuccess(await logIn(await signed(robot, { jti }), node))
  expectRefused(
    await logIn(await signed(robot, { jti, exp: Math.floor(now / 1000) + 30 })),
    'credentials-wrong',
  )
  // Another account chooses its own.
  expectSuccess(await logIn(await signed(await program(), { jti })))
})

test('of parallel logins with one assertion on two nodes, one succeeds', async () => {
  const assertion = await signed(await program())
  const nodes = [target, node, target, node, target, node]
  const codes = await Promise.all(nodes.map(async (each) => (await logIn(assertion, each)).body.code))
  expect(codes.filter((code) => code === 200)).toEqual([200])
})

test('the login log names the account, and neither log nor response contains the assertion', async () => {
  const robot = await program()
  const assertion = await signed(robot)
  const answer = await logIn(assertion)
  const again = await logIn(assertion)
  const entries = await listOf(admin, `/sys-login-log?username=${robot.name}`)
  expect(entries.map(({ status, method }) => ({ status, method }))).toEqual([
    { status: '1', method: 'service' },
    { status: '2', method: 'service' },
  ])
  const signature = assertion.split('.')[2] ?? ''
  for (const text of [JSON.stringify([answer.body, again.body, entries]), target.logged()])
    expect(text).not.toContain(signature)
})

test('every wrong assertion gets the response of a wrong secret', async () => {
  const robot = await program()
  const other = await program()
  const at = Math.floor(now / 1000)
  const wrong: Readonly<Record<string, string>> = {
    'another name in sub': await signed(robot, { sub: other.name }),
    'another name in iss': await signed(robot, { iss: other.name }),
    'the names of another account': await signed({ ...robot, name: other.name }),
    'an unknown name': await signed({ ...robot, name: 'nobody' }),
    'a person': await signed({ ...robot, name: 'admin' }),
    'another spelling of the name': await signed({ ...robot, name: robot.name.toUpperCase() }),
    'another audience': await signed(robot, { aud: 'https://other.example' }),
    'a part of the audience': await signed(robot, { aud: 'castella' }),
    'two audiences': await signed(robot, { aud: [ISSUER, 'https://other.example'] }),
    'no audience': await signed(robot, { aud: undefined }),
    'an empty list of audiences': await signed(robot, { aud: [] }),
    old: await signed(robot, { iat: at - 71, exp: at - 11 }),
    'old with a late end': await signed(robot, { iat: at - 71, exp: at + 60 }),
    future: await signed(robot, { iat: at + 11, exp: at + 71 }),
    'not valid yet': await signed(robot, { nbf: at + 30 }),
    'valid for too long': await signed(robot, { exp: at + 61 }),
    'without an end': await signed(robot, { exp: undefined }),
    'without a beginning': await signed(robot, { iat: undefined }),
    'without jti': await signed(robot, { jti: undefined }),
    'with an empty jti': await signed(robot, { jti: '' }),
    'with a long jti': await signed(robot, { jti: 'x'.repeat(257) }),
    'another key': await signed({ ...robot, privateKey: generateKeyPairSync('ed25519').privateKey }),
    'an unknown critical header': forged(
      { alg: 'EdDSA', crit: ['x'], x: 1 },
      { iss: robot.name, sub: robot.name, aud: ISSUER, iat: at, exp: at + 60, jti: randomUUID() },
      (text) => sign(null, Buffer.from(text), robot.privateKey).toString('base64url'),
    ),
  }
  const expected = await call(
    `${target.base}/login`,
    postJson({ method: 'service', username: 'nobody', secret: 'castellan_wrong' }),
  )
  expectRefused(expected, 'credentials-wrong')
  for (const [title, assertion] of Object.entries(wrong))
    expect({ title, body: (await logIn(assertion)).body }).toEqual({ title, body: expected.body })
})

test('what is not an assertion is refused with its reason', async () => {
  const robot = await program()
  const [header, claims] = (await signed(robot)).split('.')
  for (const assertion of ['', 'x', 'a.b.c', `${header}.${claims}`, await signed(robot, { sub: undefined })])
    expect(['invalid-parameters', 'credentials-wrong']).toContain(
      (await logIn(assertion)).headers.get('x-castellan-reason'),
    )
  expectRefused(await logIn(await signed(robot, { sub: 'x'.repeat(65) })), 'invalid-parameters')
  expectRefused(await logIn('x'.repeat(8193)), 'invalid-parameters')
})

test('the algorithm is that of the key: no HMAC with the public key, no none, no key in the header', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  for (const pair of [
    rsa,
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]) {
    const robot = await program({}, pair)
    const iat = Math.floor(now / 1000)
    const claims = { iss: robot.name, sub: robot.name, aud: ISSUER, iat, exp: iat + 60, jti: randomUUID() }
    const text = pem(robot.publicKey)
    const der = robot.publicKey.export({ type: 'spki', format: 'der' })
    for (const secret of [text, text.trim(), der])
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS512', 'sha512'],
      ] as const) {
        const hmac = (data: string) => createHmac(hash, secret).update(data).digest('base64url')
        expectRefused(await logIn(forged({ alg }, claims, hmac)), 'credentials-wrong')
      }
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const signature of ['', 'AAAA'])
        expectRefused(await logIn(forged({ alg }, claims, () => signature)), 'credentials-wrong')
    const attacker = generateKeyPairSync('ed25519')
    const jwk = attacker.publicKey.export({ format: 'jwk' })
    const url = `${target.origin}/.well-known/jwks.json`
    for (const header of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }, { kid: '1', jwk }])
      expectRefused(
        await logIn(await signed({ ...robot, privateKey: attacker.privateKey }, {}, header)),
        'credentials-wrong',
      )
  }
})

test('an RSA key verifies RS256 and PS256, an EC key ES256, and nothing else', async () => {
  const rsa = await program({}, generateKeyPairSync('rsa', { modulusLength: 2048 }))
  for (const alg of ['RS256', 'PS256']) expectSuccess(await logIn(await signed(rsa, {}, { alg })))
  for (const alg of ['RS512', 'PS384'])
    expectRefused(await logIn(await signed(rsa, {}, { alg })), 'credentials-wrong')
  const ec = await program({}, generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  expectSuccess(await logIn(await signed(ec, { aud: [ISSUER] }, { alg: 'ES256' })))
})

test('a key is used until it is removed; there are at most two; its removal ends the sessions', async () => {
  const robot = await program()
  const second = generateKeyPairSync('ed25519')
  const path = `/service-account/${robot.id}/key`
  expectRefused(await admin.post(path, { publicKey: pem(robot.publicKey) }), 'key-taken')
  const jwk = JSON.stringify(second.publicKey.export({ format: 'jwk' }))
  const added = await dataOf(admin.post(path, { publicKey: jwk }))
  const third = generateKeyPairSync('ed25519')
  expectRefused(await admin.post(path, { publicKey: pem(third.publicKey) }), 'key-limit')
  const { body } = await logIn(await signed(robot))
  const waiting = await signed(robot)
  const other = await program()
  expectRefused(await admin.remove(`/service-account/${other.id}/key/${robot.keyId}`), 'not-found')
  await dataOf(admin.remove(`${path}/${robot.keyId}`))
  expect(await isAccepted(body.token)).toBe(false)
  expectRefused(await logIn(waiting), 'credentials-wrong')
  expectRefused(await logIn(waiting, node), 'credentials-wrong')
  expectSuccess(await logIn(await signed({ ...robot, privateKey: second.privateKey })))
  expectRefused(await admin.remove(`${path}/${robot.keyId}`), 'not-found')
  const entries = await listOf(admin, `/audit-log?targetId=${robot.id}&targetKind=user`)
  expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([
    'user.key-remove',
    'user.key-add',
    'user.key-add',
  ])
  expect(entries[1]).toMatchObject({ after: { keyId: added.id, fingerprint: added.fingerprint } })
})

test('an assertion from another network, after the owner’s end or the end of the account is refused', async () => {
  const elsewhere = await program({ networks: ['10.1.0.0/16'] })
  expectRefused(await logIn(await signed(elsewhere)), 'credentials-wrong')
  await dataOf(admin.put(`/service-account/${elsewhere.id}`, { networks: ['127.0.0.1'] }))
  expectSuccess(await logIn(await signed(elsewhere)))
  const robot = await program()
  await dataOf(admin.put(`/sys-user/${robot.ownerId}/status`, { status: '1' }))
  expectRefused(await logIn(await signed(robot)), 'credentials-wrong')
  const deleted = await program()
  await dataOf(admin.remove(`/sys-user/${deleted.id}`))
  expectRefused(await logIn(await signed(deleted)), 'credentials-wrong')
})

test('wrong assertions make the account wait, as wrong secrets do', async () => {
  const settings = { login: { methods: ['password', 'service'], maxFailures: 2 } }
  const strict = await startTarget({ settings, replacements: { now: () => now }, beside: target })
  try {
    const robot = await program()
    const attacker = { ...robot, privateKey: generateKeyPairSync('ed25519').privateKey }
    for (let i = 0; i < 3; i++) await logIn(await signed(attacker), strict)
    expectRefused(await logIn(await signed(attacker), strict), 'rate-limited')
  } finally {
    await strict.stop()
  }
})

test('a key needs the authority of a password reset, and no program adds its own', async () => {
  const keyOf = async () => ({ publicKey: pem(generateKeyPairSync('ed25519').publicKey) })
  const roleId = await addRole(admin, 'key-keeper', [ORDERS, PROGRAMS_BELOW])
  await addUser(admin, 'key-keeper', roleId)
  const keeper = await loginOperator(target.base, {
    username: 'key-keeper',
    password: passwordOf('key-keeper'),
  })
  const robot = await program()
  await dataOf(keeper.post(`/service-account/${robot.id}/key`, await keyOf()))
  const strong = await addRole(admin, 'strong-signer', [SALARIES])
  const strongOne = await program({ roleId: strong, ownerId: 1 })
  expectRefused(await keeper.post(`/service-account/${strongOne.id}/key`, await keyOf()), 'beyond-own-role')
  expectRefused(
    await keeper.remove(`/service-account/${strongOne.id}/key/${strongOne.keyId}`),
    'beyond-own-role',
  )
  const own = await program({ roleId, ownerId: 1 })
  const { body } = await logIn(await signed(own))
  const operator = operatorWith(target.base, String(body.token))
  expectRefused(await operator.post(`/service-account/${own.id}/key`, await keyOf()), 'own-account')
  expectRefused(await operator.remove(`/service-account/${own.id}/key/${own.keyId}`), 'own-account')
})

test('private, weak and foreign kinds of keys are refused and not stored', async () => {
  const robot = await program()
  const ed = generateKeyPairSync('ed25519')
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const keys = {
    'a private key in PEM': String(ed.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'a private JWK': JSON.stringify(ed.privateKey.export({ format: 'jwk' })),
    'a secret': JSON.stringify({ kty: 'oct', k: 'AAAA' }),
    'RSA of 1024 bits': pem(weak.publicKey),
    'a small exponent': pem(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey),
    'another curve': pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
    'a key for encryption': pem(generateKeyPairSync('x25519').publicKey),
    'no key': 'hello',
    'broken PEM': '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    'broken JSON': '{"kty":',
  }
  for (const [title, publicKey] of Object.entries(keys)) {
    const { headers } = await admin.post(`/service-account/${robot.id}/key`, { publicKey })
    expect({ title, reason: headers.get('x-castellan-reason') }).toEqual({
      title,
      reason: 'invalid-parameters',
    })
  }
  expect((await dataOf(admin.get(`/service-account/${robot.id}`))).keys).toHaveLength(1)
})
