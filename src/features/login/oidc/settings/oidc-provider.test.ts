import { expect, test } from 'vitest'
import { oidcProvider, problemOfOidcProviders, redirectUriOf } from './oidc-provider.ts'

const SECRET = 'a secret of the client'
const keycloak = {
  name: 'company',
  preset: 'keycloak',
  issuer: 'https://sso.example.com/realms/staff',
  clientId: 'castellan',
  clientSecret: SECRET,
  roles: [{ claim: 'realm_access.roles', value: 'castellan-admin', role: 'admin' }],
}

function entryOf(record: object) {
  const reading = oidcProvider.read(record)
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
  return reading.value
}

function problemsOf(record: object): readonly string[] {
  const reading = oidcProvider.read(record)
  if ('value' in reading) return []
  return reading.problems.map(({ path, problem, fix }) => `${path.join(' ')} ${problem}. Fix: ${fix}`)
}

const problemOf = (record: object) => problemsOf(record).join('\n')

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
  ['keycloak', {}],
  ['google', { issuer: 'https://accounts.google.com' }],
  ['github', { issuer: 'https://github.example.com' }],
  ['wecom', { issuer: '', clientId: 'ww1', agentId: '1000002' }],
  ['dingtalk', { issuer: '' }],
])('an entry with the preset %s that was read is read again', (preset, change) => {
  const entry = entryOf({ ...keycloak, preset, ...change })
  expect(entryOf(entry)).toEqual(entry)
})

test.each([
  ['protocol', { protocol: 'github' }, 'protocol is not a key of this record'],
  [
    'loginUrl',
    { preset: 'github', issuer: 'https://github.com', loginUrl: 'https://a.example' },
    'loginUrl is not used',
  ],
  ['issuer', { preset: 'dingtalk', issuer: 'https://a.example' }, 'issuer is not used'],
])('another value of what is derived is refused: %s', (_key, change, problem) => {
  expect(problemOf({ ...keycloak, ...change })).toContain(problem)
})

test.each([
  [
    'an unknown key',
    { clientsecret: 'x' },
    'clientsecret is not a key of this record. Fix: did you mean clientSecret',
  ],
  ['a name for a path', { name: '../evil' }, 'name must be at most 32'],
  ['an unknown preset', { preset: 'okta' }, 'preset must be one of oidc, keycloak, entra'],
  ['no client', { clientId: '' }, 'clientId must not be empty'],
  ['no issuer', { issuer: '' }, 'issuer is missing'],
  ['plain HTTP', { issuer: 'http://sso.example.com' }, 'issuer needs https'],
  [
    'an issuer that cannot be stored',
    { issuer: `https://sso.example.com/${'a'.repeat(255)}` },
    'issuer has more than 255 characters',
  ],
  ['a script as an issuer', { issuer: 'javascript:alert(1)' }, 'issuer needs https'],
  [
    'a redirect URI with plain HTTP',
    { redirectUri: 'http://admin.example.com/cb' },
    'redirectUri needs https',
  ],
  [
    'a redirect URI with a fragment',
    { redirectUri: 'https://admin.example.com/#/cb' },
    'redirectUri has more than scheme, host, port and path',
  ],
  ['no roles', { roles: [] }, 'roles is empty, and so is defaultRole'],
  ['a mapping without a role', { roles: [{ claim: 'a', value: 'b' }] }, 'roles 1 role is missing'],
  ['a mapping without a value', { roles: [{ claim: 'a', role: 'b' }] }, 'roles 1 value is missing'],
  [
    'a claim without a name',
    { roles: [{ claim: 'a..b', value: 'b', role: 'c' }] },
    'roles 1 claim is not a path',
  ],
  ['scopes without openid', { scopes: ['email'] }, 'scopes lacks openid'],
  ['a scope with a space', { scopes: ['openid email'] }, 'scopes 1 is "openid email", which is not'],
  ['a flag as a text', { createUsers: 'no' }, 'createUsers must be true or false'],
  ['a key of another preset', { agentId: '1' }, 'agentId is not used by the preset keycloak'],
  ['two lines', { label: 'a\nb' }, 'label must be one line'],
  ['a secret as a number', { clientSecret: 48151623 }, 'clientSecret must be a text, not a number'],
  [
    'all organizations of Entra ID',
    { preset: 'entra', issuer: 'https://login.microsoftonline.com/common/v2.0' },
    'issuer is for accounts of every organization',
  ],
  [
    'all organizations of Entra ID without its preset',
    { preset: 'oidc', issuer: 'https://login.microsoftonline.com/organizations/v2.0' },
    'issuer is for accounts of every organization',
  ],
] as const)('%s is refused', (_name, change, problem) => {
  const found = problemOf({ ...keycloak, ...change })
  expect(found).toContain(problem)
  expect(found).not.toContain(SECRET)
  expect(found).not.toContain('48151623')
})

test('everything that is wrong with an entry is reported', () => {
  const wrong = {
    name: 'A',
    preset: 'wecom',
    issuer: 'ftp://x',
    clientSecret: 7,
    userinfo: true,
    roles: [{ claim: 'a', value: '' }, 'b'],
  }
  expect(problemsOf(wrong)).toEqual([
    'userinfo is not a key of this record. Fix: did you mean userInfo? Correct it or remove it',
    'name must be at most 32 lower-case letters, digits and "-". Fix: write for example name: "company"',
    'issuer needs https; only addresses of this machine may lack it. Fix: write for example issuer: "https://sso.example.com/realms/staff"',
    'clientId is missing. Fix: write the id that the provider has assigned',
    'clientSecret must be a text, not a number. Fix: put it in quotes',
    'roles 1 value must not be empty. Fix: write for example value: "staff"',
    'roles 1 role is missing. Fix: write for example role: "editor"',
    expect.stringMatching(/^roles 2 must be a record of claim, value, role, not the text "b"\. Fix: /),
  ])
  const incomplete = { name: 'a', preset: 'wecom', issuer: 'https://x', clientId: 'c' }
  expect(problemsOf(incomplete).map((problem) => problem.split(' ')[0])).toEqual([
    'issuer',
    'clientSecret',
    'agentId',
    'roles',
  ])
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
  const entry = { ...others, preset, ...change }
  expect(problemOf(entry)).toContain(
    'does not confirm as verified. Fix: use another claim, or set assumeVerified',
  )
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
  expect(problemOfOidcProviders([entry], origin)).toBeUndefined()
  expect(problemOfOidcProviders([], origin)).toContain('add a provider, or remove oidc')
  expect(problemOfOidcProviders([entry], '')).toContain('set application.publicUrl')
  expect(problemOfOidcProviders([entry], 'http://admin.example.com')).toContain('with https')
})
