import { createSecretKey } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, bearer, call } from '../support/client.ts'
import { type Forgery, startHostileProvider } from '../support/oidc/hostile-provider.ts'
import { startIdentityProvider } from '../support/oidc/identity-provider.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  finish,
  logInWith,
  PUBLIC_URL,
  requestStart,
  start,
} from '../support/oidc/oidc-flow.ts'
import { startTarget } from './support/target.ts'

/** The honest provider. */
/** A provider that an attacker controls. */

const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, defaultRole: 'viewer' }

const BOSS = 'boss@example.com'
const byAddress = {
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  roles: [
    { claim: 'email', value: BOSS, role: 'boss' },
    { claim: 'phone_number', value: '+49301234', role: 'boss' },
  ],
}

const company = await startIdentityProvider({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUris: [`${PUBLIC_URL}/login/oidc/company`],
})
company.logIn({ sub: 'mira', claims: { preferred_username: 'mira', email: 'mira@example.com' } })
const other = await startHostileProvider(CLIENT_ID)
const target = await startTarget({
  settings: {
    application: { publicUrl: PUBLIC_URL },
    login: {
      methods: ['password', 'oidc'],
      oidc: {
        timeoutSeconds: 60,
        providers: [
          { name: 'company', issuer: company.issuer, ...client },
          { name: 'other', issuer: other.issuer, ...client },
          { ...byAddress, name: 'by-address', issuer: other.issuer },
          { ...byAddress, name: 'assuming', issuer: other.issuer, assumeVerified: true },
          {
            ...byAddress,
            name: 'requiring',
            issuer: other.issuer,
            requiredClaims: [{ claim: 'email', value: BOSS }],
            defaultRole: 'viewer',
          },
        ],
      },
    },
  },
})
for (const roleKey of ['viewer', 'boss']) {
  await target.context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '5' })
}

afterAll(async () => {
  await target?.close()
  await company?.close()
  await other?.close()
})

function expectNoToken(answer: Answer): void {
  expect(answer.body).toMatchObject({ code: 400, reason: 'credentials-wrong' })
  expect(answer.headers.get('set-cookie')).toBeNull()
}

async function userOf({ body }: Answer): Promise<Record<string, unknown>> {
  const info = await call(`${target.base}/getinfo`, bearer(String(body.token)))
  return (info.body.data ?? {}) as Record<string, unknown>
}

/** Logs in with the hostile provider, whose ID token is forged. */
async function logInForged(forgery: Forgery, provider = 'other'): Promise<Answer> {
  const started = await start(target.base, provider)
  other.forge(started.url, forgery)
  const state = new URL(started.url).searchParams.get('state') ?? ''
  return finish(target.base, started, new URLSearchParams({ code: 'any code', state }))
}

describe('replay', () => {
  test('a state is valid for one login', async () => {
    const started = await start(target.base, 'company')
    const returned = await company.authorize(started.url)
    expect((await finish(target.base, started, returned)).body.code).toBe(200)
    expectNoToken(await finish(target.base, started, returned))
  })

  test('two simultaneous logins with one state give one token', async () => {
    const started = await start(target.base, 'company')
    const returned = await company.authorize(started.url)
    const answers = await Promise.all([1, 2, 3].map(() => finish(target.base, started, returned)))
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
  })

  test('a failed login uses up the state', async () => {
    const started = await start(target.base, 'company')
    const returned = await company.authorize(started.url)
    const wrong = new URLSearchParams(returned)
    wrong.set('code', 'a guessed code')
    expectNoToken(await finish(target.base, started, wrong))
    expectNoToken(await finish(target.base, started, returned))
  })

  test('the code of one login does not finish another one: PKCE and the nonce differ', async () => {
    const first = await start(target.base, 'company')
    const stolen = await company.authorize(first.url)
    const second = await start(target.base, 'company')
    const returned = await company.authorize(second.url)
    returned.set('code', stolen.get('code') ?? '')
    expectNoToken(await finish(target.base, second, returned))
  })
})

describe('login CSRF', () => {
  test('a login that began in another browser is refused and used up', async () => {
    const attacker = await start(target.base, 'company')
    const returned = await company.authorize(attacker.url)
    const victim = await start(target.base, 'company')
    expectNoToken(await finish(target.base, victim, returned))
    expectNoToken(await finish(target.base, attacker, returned))
  })

  test.each([
    ['no cookie', ''],
    ['an empty cookie', 'castellan_login='],
    ['a guessed cookie', `castellan_login=${'A'.repeat(43)}`],
  ])('%s is refused', async (_name, cookie) => {
    const { url } = await start(target.base, 'company')
    expectNoToken(await finish(target.base, { cookie }, await company.authorize(url)))
  })

  test('the cookie twice is refused', async () => {
    const { url, cookie } = await start(target.base, 'company')
    const twice = { cookie: `castellan_login=x; ${cookie}` }
    expectNoToken(await finish(target.base, twice, await company.authorize(url)))
  })

  test.each(['', 'x', '0'.repeat(32), 'A'.repeat(22), '../'.repeat(8)])(
    'the state %j is refused',
    async (state) => {
      const started = await start(target.base, 'company')
      const answer = await finish(target.base, started, new URLSearchParams({ code: 'x', state }))
      expect(answer.body.code).toBe(400)
    },
  )
})

describe('mix-up of two providers', () => {
  test('the code of an honest provider is not sent to another one', async () => {
    const started = await start(target.base, 'other')
    const honest = await company.authorize((await start(target.base, 'company')).url)
    const state = new URL(started.url).searchParams.get('state') ?? ''
    const mixed = new URLSearchParams({ code: honest.get('code') ?? '', state, iss: company.issuer })
    const sent = other.codes.length
    expectNoToken(await finish(target.base, started, mixed))
    expect(other.codes).toHaveLength(sent)
  })

  test.each([
    ['another issuer', () => other.issuer],
    ['no issuer, although the provider says that it sends it', () => undefined],
  ])('%s is refused', async (_name, issuer) => {
    const started = await start(target.base, 'company')
    const returned = await company.authorize(started.url)
    expect(returned.get('iss')).toBe(company.issuer)
    const iss = issuer()
    if (iss === undefined) returned.delete('iss')
    else returned.set('iss', iss)
    expectNoToken(await finish(target.base, started, returned))
  })
})

describe('forged ID tokens', () => {
  test('an unchanged one logs in, so that the refusals below have the reason they name', async () => {
    expect((await logInForged({ claims: { sub: 'control', preferred_username: 'control' } })).body.code).toBe(
      200,
    )
  })

  test.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'the nonce of another login' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences for another party', { aud: [CLIENT_ID, 'another-client'], azp: 'another-client' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['an expired token', { exp: 1_000_000_000 }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
    ['a subject with a NUL character', { sub: 'control\0' }],
  ])('%s is refused', async (_name, claims) => {
    expectNoToken(await logInForged({ claims }))
  })

  test('the algorithm none is refused, although the provider lists it', async () => {
    expectNoToken(await logInForged({ sign: async (payload) => new UnsecuredJWT(payload).encode() }))
  })

  test('a signature with the secret of the client is refused', async () => {
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(createSecretKey(Buffer.from(CLIENT_SECRET)))
    expectNoToken(await logInForged({ sign }))
  })

  test('a signature with a key that the provider does not publish is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)
    expectNoToken(await logInForged({ sign }))
  })
})

describe('an address that the provider does not confirm', () => {
  const UNCONFIRMED = [undefined, false, 'False', 'true', 0, 1, null, []]
  let count = 0
  const logIn = (provider: string, claims: object, userInfo = {}) => {
    const sub = `claimant-${count++}`
    return logInForged({ claims: { sub, preferred_username: sub, ...claims }, userInfo }, provider)
  }

  test('gives no role, meets no required claim, and names no account; a confirmed one does', async () => {
    for (const email_verified of UNCONFIRMED) {
      expectNoToken(await logIn('by-address', { email: BOSS, email_verified }))
      expectNoToken(await logIn('requiring', { email: BOSS, email_verified }))
      const claims = { phone_number: '+49301234', phone_number_verified: email_verified }
      expectNoToken(await logIn('by-address', { ...claims, email_verified: true }))
    }
    for (const confirmed of [
      { email: BOSS, email_verified: true },
      { phone_number: '+49301234', phone_number_verified: true },
    ]) {
      expect(await userOf(await logIn('by-address', confirmed))).toMatchObject({ roles: ['boss'] })
    }
  })

  test('is not confirmed by the flag of the other response', async () => {
    const flagged = { email_verified: true, phone_number_verified: true }
    for (const address of [{ email: BOSS }, { phone_number: '+49301234' }]) {
      expectNoToken(await logIn('by-address', flagged, address))
      expectNoToken(await logIn('by-address', address, flagged))
      expect(await userOf(await logIn('by-address', {}, { ...address, ...flagged }))).toMatchObject({
        roles: ['boss'],
      })
    }
  })

  test('counts with assumeVerified, unless the provider denies it', async () => {
    expect(await userOf(await logIn('assuming', { email: BOSS }))).toMatchObject({ roles: ['boss'] })
    for (const email_verified of [false, 'False', 0, null, []]) {
      expectNoToken(await logIn('assuming', { email: BOSS, email_verified }))
    }
  })
})

describe('accounts of others', () => {
  test('the same username at another provider is refused', async () => {
    expect((await logInWith(target.base, 'company', company)).body.code).toBe(200)
    for (const name of ['mira', 'MIRA', 'admin', 'аdmin']) {
      expectNoToken(await logInForged({ claims: { sub: `sub of ${name}`, preferred_username: name } }))
    }
  })

  test('the same e-mail address, or the same subject, at another provider is another user', async () => {
    const mira = await userOf(await logInWith(target.base, 'company', company))
    const claims = {
      sub: 'mira',
      preferred_username: 'not-mira',
      email: 'mira@example.com',
      email_verified: true,
    }
    const stranger = await userOf(await logInForged({ claims }))
    expect(stranger.userName).toBe('not-mira')
    expect(stranger.userId).not.toBe(mira.userId)
  })

  test('a subject that differs in letter case or in a space is another user', async () => {
    const first = await userOf(await logInForged({ claims: { sub: 'Rosa', preferred_username: 'rosa-1' } }))
    for (const [index, sub] of ['rosa', 'Rosa ', 'Rosá'].entries()) {
      const name = `rosa-like-${index}`
      const claims = { sub, preferred_username: name }
      const user = await userOf(await logInForged({ claims }))
      expect(user).toMatchObject({ userName: name })
      expect(user.userId).not.toBe(first.userId)
    }
  })

  test('a claim cannot name a role: only the mapping of the settings gives one', async () => {
    const claims = {
      sub: 'climber',
      preferred_username: 'climber',
      role: 'admin',
      roles: ['admin'],
      roleKey: 'admin',
      __proto__: { role: 'admin' },
    }
    expect(await userOf(await logInForged({ claims }))).toMatchObject({ roles: ['viewer'] })
  })

  test('an account that a provider has created has no password', async () => {
    await logInWith(target.base, 'company', company)
    const { body } = await call(`${target.base}/getCaptcha`)
    for (const password of [' ', 'mira', CLIENT_SECRET]) {
      const answer = await call(`${target.base}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'mira', password, uuid: body.uuid, code: 'ACE34' }),
      })
      expect(answer.body.code).toBe(400)
    }
  })
})

describe('redirects', () => {
  test('no parameter or header changes where the browser is sent', async () => {
    const evil = encodeURIComponent('https://attacker.example.com/')
    const parameters = [
      'redirect_uri',
      'redirectUri',
      'returnTo',
      'next',
      'issuer',
      'scope',
      'state',
      'nonce',
    ]
    const more = parameters.map((name) => `&${name}=${evil}`).join('')
    const answer = await requestStart(target.base, 'company', more)
    const { url } = answer.body.data as { url: string }
    expect(answer.status).toBe(200)
    expect(answer.headers.get('location')).toBeNull()
    expect(new URL(url).origin).toBe(company.issuer)
    expect(url).not.toContain('attacker.example.com')
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/login/oidc/company`)
  })
})

test('secrets, codes and tokens are not in the log', async () => {
  const started = await start(target.base, 'company')
  const returned = await company.authorize(started.url)
  returned.set('iss', 'https://attacker.example.com')
  expectNoToken(await finish(target.base, started, returned))
  const log = target.logged()
  expect(log).toContain('a login with the identity provider company is refused')
  for (const secret of [
    CLIENT_SECRET,
    returned.get('code') ?? '',
    started.cookie.split('=')[1] ?? '',
    'eyJ',
  ]) {
    expect(log).not.toContain(secret)
  }
})
