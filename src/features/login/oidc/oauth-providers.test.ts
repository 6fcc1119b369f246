import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBoundedFetch } from './bounded-fetch.ts'
import { createDingtalkProvider } from './providers/dingtalk-provider.ts'
import { createGithubProvider } from './providers/github-provider.ts'
import { isOutage } from './providers/provider-error.ts'
import { createWecomProvider } from './providers/wecom-provider.ts'
import { oidcProvider } from './settings/oidc-provider.ts'

interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that speaks the documented JSON of the services. Responses are by path. */
const responses = new Map<string, (request: SeenRequest) => { status?: number; body: unknown }>()
const seen: SeenRequest[] = []
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const call: SeenRequest = {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  }
  seen.push(call)
  const { status = 200, body } = responses.get(pathname)?.(call) ?? { status: 404, body: {} }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  responses.clear()
  seen.length = 0
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const secrets = { state: 'a1b2', nonce: 'unused', verifier: 'v'.repeat(43) }
const redirectUri = 'https://admin.example.com/login/oidc/company'
const boundedFetch = createBoundedFetch(60_000)

function optionsOf(record: object) {
  const outcome = oidcProvider.read({
    name: 'company',
    clientId: 'client-1',
    clientSecret: 'the secret',
    roles: [{ claim: 'any', value: 'x', role: 'viewer' }],
    ...record,
  })
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems))
  return { setting: outcome.value, redirectUri, boundedFetch }
}

/** Returns the calls without what differs between runs. */
const calls = () => seen.map(({ method, path }) => `${method} ${path}`)

test('GitHub: the code is exchanged with PKCE, and the user API identifies the user by number', async () => {
  const github = createGithubProvider(optionsOf({ preset: 'github', issuer: origin, scopes: ['read:org'] }))
  const url = await github.authorizationUrl(secrets)
  expect(`${url.origin}${url.pathname}`).toBe(`${origin}/login/oauth/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'client-1',
    redirect_uri: redirectUri,
    scope: 'read:org',
    state: 'a1b2',
    code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })

  responses.set('/login/oauth/access_token', () => ({
    body: { access_token: 'gho_1', token_type: 'bearer', scope: 'read:org' },
  }))
  responses.set('/api/v3/user', () => ({
    body: { id: 583231, login: 'octocat', name: 'The Octocat', email: null },
  }))
  responses.set('/api/v3/user/orgs', () => ({ body: [{ login: 'example', id: 1 }] }))
  responses.set('/api/v3/user/teams', () => ({
    body: [{ slug: 'ops', organization: { login: 'example' } }],
  }))
  const identity = await github.identityOf({ code: 'code-1', iss: '' }, secrets)
  expect(identity).toMatchObject({
    issuer: origin,
    subject: '583231',
    claims: { login: 'octocat', name: 'The Octocat', organizations: ['example'], teams: ['example/ops'] },
  })
  expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
    client_id: 'client-1',
    client_secret: 'the secret',
    code: 'code-1',
    redirect_uri: redirectUri,
    code_verifier: secrets.verifier,
  })
  expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer gho_1', 'user-agent': 'castellan' })
})

test('GitHub: an error with HTTP status 200 and a user without an id are refused', async () => {
  const github = createGithubProvider(optionsOf({ preset: 'github', issuer: origin }))
  responses.set('/login/oauth/access_token', () => ({ body: { error: 'bad_verification_code' } }))
  await expect(github.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('bad_verification_code')
  responses.set('/login/oauth/access_token', () => ({ body: { access_token: 'gho_1' } }))
  responses.set('/api/v3/user', () => ({ body: { login: 'octocat' } }))
  await expect(github.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('no id')
})

test('GitHub: the issuer of another provider is refused before the code is sent', async () => {
  const github = createGithubProvider(optionsOf({ preset: 'github', issuer: origin }))
  const response = { code: 'x', iss: 'https://attacker.example.com' }
  await expect(github.identityOf(response, secrets)).rejects.toThrow('another issuer')
  expect(seen).toEqual([])
})

function wecomFixture() {
  let tokens = 0
  const member = { errcode: 0, errmsg: 'ok', userid: 'zhangsan', name: '张三', department: [1, 2], status: 1 }
  responses.set('/cgi-bin/gettoken', () => ({
    body: { errcode: 0, errmsg: 'ok', access_token: `token-${++tokens}`, expires_in: 7200 },
  }))
  responses.set('/cgi-bin/auth/getuserinfo', () => ({
    body: { errcode: 0, errmsg: 'ok', userid: 'zhangsan', user_ticket: 'ticket' },
  }))
  responses.set('/cgi-bin/user/get', () => ({ body: member }))
  let time = 0
  const wecom = createWecomProvider({
    ...optionsOf({ preset: 'wecom', clientId: 'ww1', agentId: '1000002', loginUrl: origin, apiUrl: origin }),
    now: () => time,
  })
  const advance = (ms: number): void => {
    time += ms
  }
  return { wecom, member, advance }
}

test('WeCom: the application identifies the member with its own token, which it reuses until it expires', async () => {
  const { wecom, advance } = wecomFixture()
  const url = await wecom.authorizationUrl(secrets)
  expect(url.pathname).toBe('/wwlogin/sso/login')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    login_type: 'CorpApp',
    appid: 'ww1',
    agentid: '1000002',
    redirect_uri: redirectUri,
    state: 'a1b2',
  })

  const identity = await wecom.identityOf({ code: 'code-1', iss: '' }, secrets)
  expect(identity).toMatchObject({
    issuer: `${origin}/ww1`,
    subject: 'zhangsan',
    claims: { userid: 'zhangsan', name: '张三', department: [1, 2] },
  })
  expect(seen.map(({ query }) => query)).toEqual([
    { corpid: 'ww1', corpsecret: 'the secret' },
    { access_token: 'token-1', code: 'code-1' },
    { access_token: 'token-1', userid: 'zhangsan' },
  ])

  await wecom.identityOf({ code: 'code-2', iss: '' }, secrets)
  expect(seen.filter(({ path }) => path === '/cgi-bin/gettoken')).toHaveLength(1)
  advance(7200 * 1000)
  await wecom.identityOf({ code: 'code-3', iss: '' }, secrets)
  expect(seen.filter(({ path }) => path === '/cgi-bin/gettoken')).toHaveLength(2)
})

test('WeCom: a token that the service no longer accepts is requested again, once', async () => {
  const { wecom } = wecomFixture()
  responses.set('/cgi-bin/auth/getuserinfo', ({ query }) => ({
    body: query.access_token === 'token-1' ? { errcode: 42001 } : { errcode: 0, userid: 'zhangsan' },
  }))
  expect((await wecom.identityOf({ code: 'x', iss: '' }, secrets)).subject).toBe('zhangsan')
  responses.set('/cgi-bin/auth/getuserinfo', () => ({ body: { errcode: 40014 } }))
  await expect(wecom.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('errcode 40014')
})

test.each([
  ['somebody outside the corporation', { errcode: 0, openid: 'o1' }],
  ['a member of a linked corporation', { errcode: 0, userid: 'ww2/lisi' }],
  ['a used code', { errcode: 40029, errmsg: 'invalid code' }],
  ['a response without an error code', { userid: 'zhangsan' }],
])('WeCom: %s is refused', async (_name, body) => {
  const { wecom } = wecomFixture()
  responses.set('/cgi-bin/auth/getuserinfo', () => ({ body }))
  await expect(wecom.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow()
})

test.each([
  ['/cgi-bin/gettoken', { errcode: -1, errmsg: 'system busy' }],
  ['/cgi-bin/gettoken', { errcode: 40001, errmsg: 'invalid credential' }],
  ['/cgi-bin/auth/getuserinfo', { errcode: 45009, errmsg: 'api freq out of limit' }],
  ['/cgi-bin/user/get', { errcode: 60020, errmsg: 'not allow to access from your ip' }],
])('WeCom: an error of the service at %s is an outage: %j', async (path, body) => {
  const { wecom } = wecomFixture()
  responses.set(path, () => ({ body }))
  await expect(wecom.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toSatisfy(isOutage)
})

test.each([2, 4, 5, '1'])('WeCom: a member with the status %j is refused', async (status) => {
  const { wecom, member } = wecomFixture()
  responses.set('/cgi-bin/user/get', () => ({ body: { ...member, status } }))
  await expect(wecom.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('not an active member')
})

test('DingTalk: the code is exchanged in JSON, and the user is identified by the union id', async () => {
  const dingtalk = createDingtalkProvider(optionsOf({ preset: 'dingtalk', loginUrl: origin, apiUrl: origin }))
  const url = await dingtalk.authorizationUrl(secrets)
  expect(url.pathname).toBe('/oauth2/auth')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    redirect_uri: redirectUri,
    response_type: 'code',
    client_id: 'client-1',
    scope: 'openid corpid',
    state: 'a1b2',
    prompt: 'consent',
  })

  responses.set('/v1.0/oauth2/userAccessToken', () => ({
    body: { accessToken: 'at-1', refreshToken: 'rt-1', expireIn: 7200, corpId: 'dingcorp' },
  }))
  responses.set('/v1.0/contact/users/me', () => ({
    body: { nick: '李四', unionId: 'union-1', openId: 'open-1', mobile: '13800000000', stateCode: '86' },
  }))
  expect(await dingtalk.identityOf({ code: 'code-1', iss: '' }, secrets)).toMatchObject({
    issuer: origin,
    subject: 'union-1',
    claims: { corpId: 'dingcorp', name: '李四', phone_number: '13800000000' },
  })
  expect(calls()).toEqual(['POST /v1.0/oauth2/userAccessToken', 'GET /v1.0/contact/users/me'])
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    clientId: 'client-1',
    clientSecret: 'the secret',
    code: 'code-1',
    grantType: 'authorization_code',
  })
  expect(seen[1]?.headers['x-acs-dingtalk-access-token']).toBe('at-1')
})

test('DingTalk: a refused code and a user without a union id are refused', async () => {
  const dingtalk = createDingtalkProvider(optionsOf({ preset: 'dingtalk', loginUrl: origin, apiUrl: origin }))
  responses.set('/v1.0/oauth2/userAccessToken', () => ({ status: 400, body: { code: 'invalidParameter' } }))
  await expect(dingtalk.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('HTTP status 400')
  responses.set('/v1.0/oauth2/userAccessToken', () => ({ body: { accessToken: 'at-1' } }))
  responses.set('/v1.0/contact/users/me', () => ({ body: { nick: '李四', openId: 'open-1' } }))
  await expect(dingtalk.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('no unionId')
})

test.each([
  ['a server error', () => ({ status: 500, body: {} })],
  ['a rate limit', () => ({ status: 429, body: {} })],
  ['a response that is too large', () => ({ body: { a: 'x'.repeat(600 * 1024) } })],
])('%s is an outage, and its message contains no secret', async (_name, response) => {
  const dingtalk = createDingtalkProvider(optionsOf({ preset: 'dingtalk', loginUrl: origin, apiUrl: origin }))
  responses.set('/v1.0/oauth2/userAccessToken', response)
  const error = await dingtalk.identityOf({ code: 'code-1', iss: '' }, secrets).catch((problem) => problem)
  expect(isOutage(error)).toBe(true)
  expect(String(error)).not.toMatch(/the secret|code-1/)
})

test('a provider that does not respond is an outage', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const error = await createBoundedFetch(50)(url, { method: 'GET', headers: {} }).catch(
      (problem) => problem,
    )
    expect(isOutage(error)).toBe(true)
    expect(String(error)).toContain('did not respond within 0.05 s')
  } finally {
    silent.closeAllConnections()
    await new Promise((resolve) => silent.close(resolve))
  }
  const gone = await createBoundedFetch(60_000)('http://127.0.0.1:1/', { method: 'GET', headers: {} }).catch(
    (problem) => problem,
  )
  expect(isOutage(gone)).toBe(true)
})

test('redirects are not followed', async () => {
  responses.set('/cgi-bin/gettoken', () => ({ status: 302, body: {} }))
  const options = optionsOf({ preset: 'wecom', agentId: '1', loginUrl: origin, apiUrl: origin })
  const wecom = createWecomProvider({ ...options, now: () => 0 })
  await expect(wecom.identityOf({ code: 'x', iss: '' }, secrets)).rejects.toThrow('HTTP status 302')
  expect(seen).toHaveLength(1)
})
