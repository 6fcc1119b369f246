import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, bearer, call, getCaptcha, login, postJson, readLoginLog } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectSuccess } from '../support/expectations.ts'
import { close, type ProviderUser, startIdentityProvider } from '../support/oidc/identity-provider.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  finish,
  logInWith,
  PUBLIC_URL,
  requestStart,
  start,
} from '../support/oidc/oidc-flow.ts'
import { startService } from '../support/service.ts'

/** A provider that is down until a test starts it. */
let isLateUp = false

const roles = [
  { claim: 'realm_access.roles', value: 'castellan-admin', role: 'admin' },
  { claim: 'realm_access.roles', value: 'castellan-editor', role: 'editor' },
  { claim: 'groups', value: 'auditors', role: 'auditor' },
  { claim: 'groups', value: 'staff', role: 'viewer' },
]
const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }

const provider = await startIdentityProvider({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUris: [
    `${PUBLIC_URL}/login/oidc/company`,
    `${PUBLIC_URL}/login/oidc/strict`,
    'https://app.example.com/back',
  ],
})
const late = await startLateProvider()
const service = await startService({
  settings: {
    application: { publicUrl: PUBLIC_URL },
    login: {
      methods: ['oidc', 'password'],
      secondFactor: { requiredRoles: ['auditor'] },
      oidc: {
        timeoutSeconds: 60,
        providers: [
          {
            name: 'company',
            preset: 'keycloak',
            label: 'Company',
            issuer: provider.issuer,
            ...client,
            roles,
          },
          {
            name: 'strict',
            issuer: provider.issuer,
            ...client,
            redirectUri: 'https://app.example.com/back',
            requiredClaims: [{ claim: 'email_verified', value: 'true' }],
            defaultRole: 'viewer',
            createUsers: false,
          },
          {
            name: 'checked',
            issuer: provider.issuer,
            ...client,
            redirectUri: `${PUBLIC_URL}/login/oidc/company`,
            roles,
            checksSecondFactor: true,
          },
          {
            name: 'mapped',
            issuer: provider.issuer,
            ...client,
            redirectUri: `${PUBLIC_URL}/login/oidc/company`,
            roles,
            departments: [
              { claim: 'groups', value: 'sales', department: 1 },
              { claim: 'groups', value: 'closed', department: 2 },
              { claim: 'groups', value: 'lost', department: 999 },
            ],
          },
          { name: 'late', issuer: late.issuer, ...client, defaultRole: 'viewer' },
        ],
      },
    },
  },
})
for (const roleKey of ['editor', 'viewer', 'auditor']) {
  await service.context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '5' })
}
const admin = await login(service.base)

afterAll(async () => {
  await service?.close()
  await provider?.close()
  await late?.close()
})

function expectReason(answer: Answer, reason: string): void {
  expect(answer.headers.get('x-castellan-reason')).toBe(reason)
}

const userOf = (sub: string, claims: Record<string, unknown> = {}): ProviderUser => ({
  sub,
  claims: { preferred_username: sub, groups: ['staff'], ...claims },
})

async function profileOf(token: unknown): Promise<Record<string, unknown>> {
  const { body } = await call(`${service.base}/getinfo`, bearer(String(token)))
  return (body.data ?? {}) as Record<string, unknown>
}

test('login pages get one entry per provider, in the order of the settings', async () => {
  const { body } = await call(`${service.base}/app-config`)
  expect(body.data).toMatchObject({
    loginMethods: [
      { method: 'oidc', provider: 'company', label: 'Company' },
      { method: 'oidc', provider: 'strict', label: 'strict' },
      { method: 'oidc', provider: 'checked', label: 'checked' },
      { method: 'oidc', provider: 'mapped', label: 'mapped' },
      { method: 'oidc', provider: 'late', label: 'late' },
      { method: 'password' },
    ],
  })
})

test('a login begins with PKCE, a state and a nonce, and a cookie that scripts cannot read', async () => {
  const answer = await requestStart(service.base, 'company')
  expectSuccess(answer)
  const url = new URL(String((answer.body.data as { url: string }).url))
  expect(url.origin).toBe(provider.issuer)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT_ID,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${PUBLIC_URL}/login/oidc/company`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\da-f]{32}$/),
  })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^castellan_login=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
  )
})

test('the first login creates an account with the role of its claims, and is logged with its method', async () => {
  provider.logIn(
    userOf('mira', {
      name: 'Mira Lund',
      email: 'mira@example.com',
      realm_access: { roles: ['castellan-editor'] },
    }),
  )
  const answer = await logInWith(service.base, 'company', provider)
  expectSuccess(answer)
  const own = await call(`${service.base}/user/login-methods`, bearer(String(answer.body.token)))
  expect(own.body.data).toMatchObject({ links: [{ lastLoginAt: expect.any(String) }] })
  expect(await profileOf(answer.body.token)).toMatchObject({
    userName: 'mira',
    name: 'Mira Lund',
    roles: ['editor'],
  })
  await eventually(async () => {
    const [entry] = await readLoginLog(service.base, admin)
    expect(entry).toMatchObject({ username: 'mira', method: 'oidc', reason: 'logged-in' })
  })
})

test('a later login is the same account, with the name and the role that the provider has now', async () => {
  provider.logIn(userOf('noor', { name: 'Noor' }))
  const first = await profileOf((await logInWith(service.base, 'company', provider)).body.token)
  expect(first).toMatchObject({ userName: 'noor', roles: ['viewer'] })
  provider.logIn(
    userOf('noor', {
      preferred_username: 'renamed',
      name: 'Noor Haddad',
      realm_access: { roles: ['castellan-editor', 'castellan-admin'] },
    }),
  )
  const second = await profileOf((await logInWith(service.base, 'company', provider)).body.token)
  // The first mapping that applies decides, not the first role of the claim.
  expect(second).toMatchObject({
    userId: first.userId,
    userName: 'noor',
    name: 'Noor Haddad',
    roles: ['admin'],
  })
})

test('an e-mail address is stored only if the provider confirms it', async () => {
  const email = 'ezra@example.com'
  for (const [flag, stored] of [
    [{ email_verified: false }, ''],
    [{}, ''],
    [{ email_verified: true }, email],
  ] as const) {
    provider.logIn(userOf('ezra', { email, ...flag }))
    const { body } = await logInWith(service.base, 'company', provider)
    const profile = await call(`${service.base}/user/profile`, bearer(String(body.token)))
    expect(profile.body.data).toMatchObject({ user: { username: 'ezra', email: stored } })
  }
})

test('a user without a role cannot log in, and the sessions of an earlier login end', async () => {
  provider.logIn(userOf('gus'))
  const { body } = await logInWith(service.base, 'company', provider)
  expect(await profileOf(body.token)).toMatchObject({ userName: 'gus' })
  provider.logIn(userOf('gus', { groups: ['guests'] }))
  expectReason(await logInWith(service.base, 'company', provider), 'credentials-wrong')
  expectReason(await call(`${service.base}/getinfo`, bearer(String(body.token))), 'token-revoked')
})

test('a mapped department follows the claims at each login; a missing or disabled one shows no rows', async () => {
  const sales = await service.context.departmentAdministration.add({ deptName: 'Sales' })
  const closed = await service.context.departmentAdministration.add({ deptName: 'Closed', status: '1' })
  expect([sales.deptId, closed.deptId]).toEqual([1, 2])
  const loginWith = async (...groups: string[]) => {
    provider.logIn(userOf('dora', { groups: ['staff', ...groups] }))
    const { body } = await logInWith(service.base, 'mapped', provider)
    const scope = await call(`${service.base}/data-scope`, bearer(String(body.token)))
    const user = await service.context.users.findByName('dora')
    return { deptId: user?.deptId, scope: scope.body.data }
  }
  expect(await loginWith('closed', 'sales')).toMatchObject({ deptId: 1, scope: { kind: 'some' } })
  expect(await loginWith('closed')).toMatchObject({ deptId: 2, scope: { reason: 'department-disabled' } })
  expect(await loginWith('lost')).toMatchObject({ deptId: 0 })
  expect(await loginWith('sales')).toMatchObject({ deptId: 1 })
  expect(await loginWith()).toMatchObject({ deptId: 0 })
  // A provider without a mapping leaves what an operator has decided.
  await service.context.userAdministration.change('dora', { deptId: 1 })
  provider.logIn(userOf('dora'))
  expectSuccess(await logInWith(service.base, 'company', provider))
  expect(await service.context.users.findByName('dora')).toMatchObject({ deptId: 1 })
})

describe('a provider that creates no users and requires a claim', () => {
  const verified = { email: 'lena@example.com', email_verified: true }

  test('an unknown user is refused; after an operator has linked an account, the user can log in', async () => {
    provider.logIn(userOf('lena', verified))
    expectReason(await logInWith(service.base, 'strict', provider), 'credentials-wrong')
    const { userId } = await service.context.userAdministration.add({
      username: 'lena',
      password: 'the password of lena',
      roleKey: 'viewer',
    })
    // The same username is not a link.
    expectReason(await logInWith(service.base, 'strict', provider), 'credentials-wrong')
    const link = postJson({ issuer: provider.issuer, subject: 'lena' }, { authorization: `Bearer ${admin}` })
    expectSuccess(await call(`${service.base}/sys-user/${userId}/link`, link))
    const answer = await logInWith(service.base, 'strict', provider)
    expect(await profileOf(answer.body.token)).toMatchObject({ userId, userName: 'lena' })
  })

  test('without the claim the login is refused', async () => {
    provider.logIn(userOf('lena', { ...verified, email_verified: false }))
    expectReason(await logInWith(service.base, 'strict', provider), 'credentials-wrong')
  })
})

test('the redirect URI of a provider entry replaces the page of the console', async () => {
  const { url } = await start(service.base, 'strict')
  expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://app.example.com/back')
})

describe('the first request', () => {
  test('a wrong captcha is refused', async () => {
    const uuid = await getCaptcha(service.base)
    expectReason(await call(`${service.base}/login/oidc/company?uuid=${uuid}&code=wrong`), 'captcha-wrong')
    expectReason(await call(`${service.base}/login/oidc/company`), 'invalid-parameters')
  })

  test.each(['unknown', 'constructor', '__proto__'])('the provider %s is refused', async (name) => {
    const answer = await requestStart(service.base, name)
    expect(answer.body.code).toBe(400)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

test('the service starts without its providers; a provider that is down can be used as soon as it is back', async () => {
  const refused = await requestStart(service.base, 'late')
  expectReason(refused, 'provider-unavailable')
  expect(refused.body.msg).toContain('late')
  expect(refused.headers.get('set-cookie')).toBeNull()

  isLateUp = true
  // Attempts within a few seconds after a failure fail immediately.
  expectReason(await requestStart(service.base, 'late'), 'provider-unavailable')
  service.advance(5000)
  expect(new URL((await start(service.base, 'late')).url).pathname).toBe('/authorize')
})

test('a role with the duty needs a second factor here, unless the provider checks one itself', async () => {
  provider.logIn(userOf('ada', { groups: ['auditors'] }))
  const routes = (answer: Answer) => call(`${service.base}/role`, bearer(String(answer.body.token)))
  const unchecked = await logInWith(service.base, 'company', provider)
  expectReason(await routes(unchecked), 'second-factor-due')
  const checked = await logInWith(service.base, 'checked', provider)
  expectReason(await routes(checked), 'permission-denied')
})

test('a login that takes too long is refused', async () => {
  provider.logIn(userOf('slow'))
  const started = await start(service.base, 'company')
  const returned = await provider.authorize(started.url)
  service.advance(600_000)
  expectReason(await finish(service.base, started, returned), 'credentials-wrong')
})

async function startLateProvider(): Promise<{ issuer: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (!isLateUp) return void request.socket.destroy()
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(metadata))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, close: () => close(server) }
}
