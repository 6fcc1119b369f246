import { expect, test } from 'vitest'
import type { JsonRecord } from '../list-types.ts'
import { redirectUriOf } from './oidc-provider.ts'
import { problemOfOidcProviders } from './oidc-provider-checks.ts'
import { readOidcProvider } from './oidc-provider-reader.ts'

const SECRET = 'a secret of the client'
const keycloak: JsonRecord = {
  name: 'company',
  preset: 'keycloak',
  issuer: 'https://sso.example.com/realms/staff',
  clientId: 'castellan',
  clientSecret: SECRET,
  roles: [{ claim: 'realm_access.roles', value: 'castellan-admin', role: 'admin' }],
}

function entryOf(record: JsonRecord) {
  const outcome = readOidcProvider(record)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome.value
}

function problemOf(record: JsonRecord): string {
  const outcome = readOidcProvider(record)
  return 'problem' in outcome ? outcome.problem : ''
}

test('an entry gets the defaults of its preset', () => {
  expect(entryOf(keycloak)).toMatchObject({
    protocol: 'oidc',
    label: 'Keycloak',
    scopes: ['openid', 'profile', 'email'],
    usernameClaim: ['preferred_username'],
    roles: [{ claim: ['realm_access', 'roles'], value: 'castellan-admin', role: 'admin' }],
    defaultRole: '',
    createUsers: true,
    checksSecondFactor: false,
    assumeVerified: false,
  })
})

test('the name of a claim may contain dots if the path is a list', () => {
  const claim = ['https://example.com/roles']
  const entry = entryOf({ ...keycloak, roles: [{ claim, value: 'a', role: 'admin' }] })
  expect(entry.roles[0]?.claim).toEqual(claim)
})

test('the issuer of the presets without OpenID Connect names the service that identifies the users', () => {
  const github = { ...keycloak, preset: 'github', issuer: 'https://github.example.com' }
  expect(entryOf(github)).toMatchObject({
    issuer: 'https://github.example.com',
    apiUrl: 'https://github.example.com/api/v3',
  })
  const { issuer: _issuer, ...withoutIssuer } = keycloak
  expect(entryOf({ ...withoutIssuer, preset: 'github' })).toMatchObject({
    issuer: 'https://github.com',
    apiUrl: 'https://api.github.com',
  })
  expect(entryOf({ ...withoutIssuer, preset: 'wecom', clientId: 'ww1', agentId: '1000002' })).toMatchObject({
    issuer: 'https://qyapi.weixin.qq.com/ww1',
  })
  expect(entryOf({ ...withoutIssuer, preset: 'dingtalk' })).toMatchObject({
    issuer: 'https://api.dingtalk.com',
  })
})

test.each([
  ['an unknown key', { clientsecret: 'x' }, 'has the key "clientsecret"'],
  ['a name for a path', { name: '../evil' }, 'needs a name'],
  ['an unknown preset', { preset: 'okta' }, 'has a preset that is not one of oidc, keycloak, entra'],
  ['no client', { clientId: '' }, 'has no clientId'],
  ['no issuer', { issuer: '' }, 'has no issuer'],
  ['plain HTTP', { issuer: 'http://sso.example.com' }, 'needs https in its issuer'],
  [
    'an issuer that cannot be stored',
    { issuer: `https://sso.example.com/${'a'.repeat(255)}` },
    'has an issuer with more than 255 characters',
  ],
  ['a script as an issuer', { issuer: 'javascript:alert(1)' }, 'needs https in its issuer'],
  [
    'a redirect URI with plain HTTP',
    { redirectUri: 'http://admin.example.com/cb' },
    'needs https in its redirectUri',
  ],
  [
    'a redirect URI with a fragment',
    { redirectUri: 'https://admin.example.com/#/cb' },
    'has more than scheme, host, port and path in its redirectUri',
  ],
  ['no roles', { roles: [] }, 'has neither roles nor a defaultRole'],
  [
    'a mapping without a role',
    { roles: [{ claim: 'a', value: 'b' }] },
    'has a wrong entry 1 in roles: it has no role',
  ],
  ['a mapping without a value', { roles: [{ claim: 'a', role: 'b' }] }, 'it has no value'],
  [
    'a claim without a name',
    { roles: [{ claim: 'a..b', value: 'b', role: 'c' }] },
    'it has a claim that is not a path',
  ],
  ['scopes without openid', { scopes: ['email'] }, 'has scopes without openid'],
  ['a scope with a space', { scopes: ['openid email'] }, 'has scopes that are not a list'],
  ['a flag as a text', { createUsers: 'no' }, 'has a createUsers that is not true or false'],
  ['a key of another preset', { agentId: '1' }, 'has the key agentId, which its preset does not use'],
  [
    'all organizations of Entra ID',
    { preset: 'entra', issuer: 'https://login.microsoftonline.com/common/v2.0' },
    'has an issuer for accounts of every organization',
  ],
] as const)('%s is refused', (_name, change, problem) => {
  const found = problemOf({ ...keycloak, ...change } as JsonRecord)
  expect(found).toContain(problem)
  expect(found).not.toContain(SECRET)
})

test.each(['google', 'github', 'dingtalk'])(
  'a default role for everybody at %s is refused, unless claims are required or no users are created',
  (preset) => {
    const { issuer: _issuer, ...others } = keycloak
    const entry = { ...others, preset, defaultRole: 'viewer' }
    expect(problemOf(entry)).toContain('gives a role to everybody')
    expect(problemOf({ ...entry, createUsers: false })).toBe('')
    expect(problemOf({ ...entry, requiredClaims: [{ claim: 'hd', value: 'example.com' }] })).toBe('')
  },
)

test.each([
  ['github', 'roles', { roles: [{ claim: 'email', value: 'a@example.com', role: 'admin' }] }],
  ['dingtalk', 'requiredClaims', { requiredClaims: [{ claim: 'phone_number', value: '1' }] }],
  ['wecom', 'usernameClaim', { usernameClaim: 'email', agentId: '1' }],
])('%s never confirms an address, so %s cannot use it without assumeVerified', (preset, _key, change) => {
  const { issuer: _issuer, ...others } = keycloak
  const entry = { ...others, preset, ...change } as JsonRecord
  expect(problemOf(entry)).toContain('does not confirm as verified: use another claim, or set assumeVerified')
  expect(problemOf({ ...entry, assumeVerified: true })).toBe('')
})

test('plain HTTP is allowed on this machine', () => {
  expect(problemOf({ ...keycloak, issuer: 'http://localhost:8080/realms/staff' })).toBe('')
})

test('the redirect URI is a page of the console, or the one of the entry', () => {
  const entry = entryOf(keycloak)
  expect(redirectUriOf(entry, 'https://admin.example.com')).toBe(
    'https://admin.example.com/login/oidc/company',
  )
  const own = { ...entry, redirectUri: 'https://app.example.com/back' }
  expect(redirectUriOf(own, 'https://admin.example.com')).toBe('https://app.example.com/back')
})

test('an enabled method without what it needs is refused with the fix', () => {
  const entry = entryOf(keycloak)
  const origin = 'https://admin.example.com'
  expect(problemOfOidcProviders([entry], true, origin)).toBeUndefined()
  expect(problemOfOidcProviders([], false, '')).toBeUndefined()
  expect(problemOfOidcProviders([], true, origin)).toContain('add a provider, or remove oidc')
  expect(problemOfOidcProviders([entry], true, '')).toContain('set application.publicUrl')
  expect(problemOfOidcProviders([entry], true, 'http://admin.example.com')).toContain('with https')
  expect(problemOfOidcProviders([entry, entry], true, origin)).toContain('two entries with the name company')
})
