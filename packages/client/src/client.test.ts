import { expect, test, vi } from 'vitest'
import { ApiError, type ClientOptions, createClient, memoryTokenStore } from './index.ts'

const BASE_URL = 'https://admin.example'

/** A request that the client has sent. */
interface Sent {
  readonly url: URL
  readonly init: RequestInit
  readonly headers: Headers
}

type Answer = (sent: Sent) => Response | Promise<Response>

/** Returns a client whose requests get these responses, and the requests. */
function clientWith(answer: Answer, options: ClientOptions = {}) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const request = { url: new URL(String(input)), init, headers: new Headers(init.headers) }
    sent.push(request)
    return answer(request)
  }
  return { client: createClient({ baseUrl: BASE_URL, fetch, ...options }), sent }
}

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json; charset=utf-8', ...init.headers },
  })
}

const success = (data: unknown = null) => json({ code: 200, msg: 'OK', data })

function refusal(code: number, reason: string, members: object = {}, status = 200): Response {
  return json(
    { code, msg: `about ${reason}`, ...members },
    { status, headers: { 'x-castellan-reason': reason } },
  )
}

const loggedIn = () =>
  json({ code: 200, msg: 'OK', token: 'the.new.token', expire: '2026-01-01T02:00:00.000Z' })

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test.each([
  [{ kind: 'all', version: 3 }, { kind: 'all' }],
  [
    { kind: 'some', departments: [1, 2] },
    { kind: 'some', departments: [1, 2] },
  ],
  [
    { kind: 'some', departments: [], userId: 7 },
    { kind: 'some', departments: [], userId: 7 },
  ],
  [
    { kind: 'none', reason: 'department-missing' },
    { kind: 'none', reason: 'department-missing' },
  ],
])('the data scope %j is returned', async (data, expected) => {
  const { client, sent } = clientWith(() => success(data))
  expect(await client.dataScope()).toEqual(expected)
  expect(sent[0]?.url.pathname).toBe('/api/v1/data-scope')
})

test.each([
  null,
  'all',
  [],
  {},
  { kind: 'fetch' },
  { kind: 'ALL' },
  { kind: 'some' },
  { kind: 'some', departments: 'all' },
  { kind: 'some', departments: ['1'] },
  { kind: 'some', departments: [1], userId: '7' },
  { kind: 'some', departments: [1], userId: null },
])('the unknown data scope %j is none', async (data) => {
  const { client } = clientWith(() => success(data))
  expect(await client.dataScope()).toEqual({ kind: 'none', reason: 'response-unknown' })
})

test('a login keeps the token for the requests that follow, and returns when the session ends', async () => {
  const token = memoryTokenStore()
  const { client, sent } = clientWith(
    ({ url }) => (url.pathname.endsWith('/login') ? loggedIn() : success(7)),
    {
      token,
    },
  )
  const login = { username: 'alice', password: 'secret', uuid: 'u', code: 'ACE34' }
  expect(await client.login(login)).toEqual({ next: 'done', expire: '2026-01-01T02:00:00.000Z' })
  expect(token.get()).toBe('the.new.token')
  expect(await client.send('GET', '/api/v1/orders')).toBe(7)
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(login), credentials: 'omit' })
  expect(sent[0]?.headers.get('authorization')).toBeNull()
  expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer the.new.token')
  expect(sent[1]?.headers.get('content-type')).toBeNull()
})

test('with the cookie, the client neither keeps nor sends a token', async () => {
  const { client, sent } = clientWith(
    ({ url }) => (url.pathname.endsWith('/login') ? loggedIn() : success()),
    {
      token: 'cookie',
    },
  )
  await client.login({ username: 'alice', password: 'secret' })
  await client.send('GET', '/api/v1/orders')
  expect(sent.map(({ init }) => init.credentials)).toEqual(['include', 'include'])
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
})

test('a login response without a token is an error, and nothing is kept', async () => {
  const token = memoryTokenStore()
  const { client } = clientWith(() => success(), { token })
  expect(await errorOf(client.login({ username: 'a', password: 'b' }))).toMatchObject({
    code: 0,
    status: 200,
  })
  expect(token.get()).toBeUndefined()
})

test('refusals with HTTP 200 and with the status of the protocol become the same kind of error', async () => {
  const errors = [{ field: 'password', message: 'Too short.' }]
  const answers = [
    refusal(400, 'invalid-parameters', { errors: [...errors, { field: 1 }, null] }),
    refusal(413, 'body-too-large', {}, 413),
  ]
  const { client } = clientWith(() => answers.shift() ?? success())
  const invalid = await errorOf(client.send('POST', '/api/v1/sys-user', { body: {} }))
  expect(invalid).toBeInstanceOf(ApiError)
  expect(invalid).toMatchObject({
    code: 400,
    status: 200,
    reason: 'invalid-parameters',
    message: 'about invalid-parameters',
    errors,
  })
  const tooLarge = await errorOf(client.send('POST', '/api/v1/sys-user', { body: {} }))
  expect(tooLarge).toMatchObject({ code: 413, status: 413, reason: 'body-too-large', errors: [] })
})

test('a rate limit states when to try again', async () => {
  const limited = (retryAfter: string) =>
    json({ code: 429, msg: 'later', reason: 'rate-limited' }, { headers: { 'retry-after': retryAfter } })
  const answers = [limited('17'), limited('Wed, 21 Oct 2026 07:28:00 GMT')]
  const { client } = clientWith(() => answers.shift() ?? success())
  const seconds = await errorOf(client.send('GET', '/api/v1/orders'))
  expect(seconds).toMatchObject({ code: 429, reason: 'rate-limited', retryAfterSeconds: 17 })
  expect(await errorOf(client.send('GET', '/api/v1/orders'))).toMatchObject({ retryAfterSeconds: undefined })
})

test.each([
  ['an error page of a proxy', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 502],
  ['an empty body', new Response(null, { status: 204 }), 204],
  ['JSON without a code', json({ hello: 'world' }), 200],
  ['JSON with another kind of code', json({ code: '200', data: 1 }), 200],
  ['JSON null', json(null), 200],
])('%s is not a response of the service', async (_, response, status) => {
  const onStep = vi.fn()
  const { client } = clientWith(() => response, { onStep, noResponseText: () => 'nothing came' })
  const error = await errorOf(client.send('GET', '/api/v1/orders'))
  expect(error).toMatchObject({ code: 0, status, reason: '', message: 'nothing came' })
  expect(onStep).not.toHaveBeenCalled()
})

test('a network failure has no status and keeps its cause', async () => {
  const cause = new TypeError('fetch failed')
  const { client } = clientWith(() => Promise.reject(cause))
  const error = await errorOf(client.send('GET', '/api/v1/orders'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 0, status: undefined, cause, isLoginDue: false })
})

test('an aborted request is rejected with the reason of the signal', async () => {
  const abort = new AbortController()
  const reason = new Error('no longer needed')
  const { client } = clientWith(() => {
    abort.abort(reason)
    return Promise.reject(reason)
  })
  const { signal } = abort
  expect(await errorOf(client.send('GET', '/api/v1/orders', { signal }))).toBe(reason)
})

test('the language is sent; redirects are not followed', async () => {
  let language = 'en'
  const { client, sent } = clientWith(() => success(), { language: () => language })
  await client.send('GET', '/api/v1/orders')
  language = 'zh-CN'
  await client.send('GET', '/api/v1/orders')
  expect(sent.map(({ headers }) => headers.get('accept-language'))).toEqual(['en', 'zh-CN'])
  expect(sent[0]?.init.redirect).toBe('error')
})

test('parameters and the query are encoded; undefined values are not sent, empty ones are', async () => {
  const { client, sent } = clientWith(() => success())
  const query = { username: 'a&b=c', after: '', status: undefined, pageIndex: 2, deep: true }
  await client.send('GET', '/api/v1/sys-user/{id}', { parameters: { id: 'a/b?c' }, query })
  expect(sent[0]?.url.href).toBe(
    `${BASE_URL}/api/v1/sys-user/a%2Fb%3Fc?username=a%26b%3Dc&after=&pageIndex=2&deep=true`,
  )
})

test.each(['', '.', '..', undefined])(
  'the parameter %o would address another endpoint and is not sent',
  async (id) => {
    const { client, sent } = clientWith(() => success())
    const request = client.send('DELETE', '/api/v1/sys-user/{id}', {
      parameters: id === undefined ? {} : { id },
    })
    await expect(request).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  },
)

test.each([
  '//evil.example/api/v1/orders',
  '/\\evil.example/api/v1/orders',
  '/\t/evil.example',
  'https://evil.example/',
  'api/v1/orders',
  '',
])('the token is not sent to %o', async (path) => {
  const { client, sent } = clientWith(() => success(), { token: memoryTokenStore('the.token') })
  await expect(client.send('GET', path)).rejects.toThrow(TypeError)
  await expect(client.download(path)).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})

test('without a baseUrl there is a clear message outside of a browser', async () => {
  await expect(createClient().send('GET', '/api/v1/health')).rejects.toThrow('createClient needs a baseUrl')
})

test('a file is returned as it is; a refusal of a file is an error', async () => {
  const csv = () => new Response('a,b\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  const answers = [
    csv(),
    refusal(401, 'permission-denied'),
    success(),
    new Response('<h1>no</h1>', { status: 503 }),
  ]
  const { client } = clientWith(() => answers.shift() ?? success())
  const file = await client.download('/api/v1/audit-log/export', { query: { action: 'user-added' } })
  expect(await file.text()).toBe('a,b\n')
  const download = () => errorOf(client.download('/api/v1/audit-log/export'))
  expect(await download()).toMatchObject({ code: 401, reason: 'permission-denied' })
  expect(await download()).toMatchObject({ code: 0, status: 200 })
  expect(await download()).toMatchObject({ code: 0, status: 503 })
})

test('may asks about any number of requests, in batches and in order', async () => {
  const { client, sent } = clientWith(({ init }) => {
    const { requests } = JSON.parse(String(init.body))
    return success(requests.map(({ path }: { path: string }) => !path.endsWith('7')))
  })
  const requests = Array.from({ length: 401 }, (_, number) => ({
    method: 'GET',
    path: `/api/v1/orders/${number}`,
  }))
  expect(await client.may(requests)).toEqual(requests.map(({ path }) => !path.endsWith('7')))
  expect(sent.map(({ init }) => JSON.parse(String(init.body)).requests.length)).toEqual([200, 200, 1])
  expect(await client.may([])).toEqual([])
  expect(sent).toHaveLength(3)
})

test('may fails if the number of decisions is not that of the requests', async () => {
  const { client } = clientWith(() => success([true]))
  const asked = [
    { method: 'GET', path: '/api/v1/orders' },
    { method: 'DELETE', path: '/api/v1/orders' },
  ]
  expect(await errorOf(client.may(asked))).toMatchObject({ code: 0 })
})

test.each([['no'], [null], [['true', false]], [{ length: 2 }], [undefined]])(
  'may fails if the decisions are %j',
  async (data) => {
    const { client } = clientWith(() => success(data))
    const asked = [
      { method: 'GET', path: '/api/v1/orders' },
      { method: 'DELETE', path: '/api/v1/orders' },
    ]
    const error = await errorOf(client.may(asked))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 0 })
  },
)

test.each(['https://admin.example/castellan', 'https://admin.example/?a=b', 'https://admin.example/#a'])(
  'the baseUrl %s is refused, because its path would be lost',
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError)
    expect(() => createClient({ baseUrl })).toThrow('must not have a path')
  },
)

test('a baseUrl may end with a slash', async () => {
  const { client, sent } = clientWith(() => success(), { baseUrl: `${BASE_URL}/` })
  await client.send('GET', '/api/v1/orders')
  expect(sent[0]?.url.href).toBe(`${BASE_URL}/api/v1/orders`)
})

test('a parameter is not taken from the prototype', async () => {
  const { client, sent } = clientWith(() => success())
  await expect(client.send('GET', '/api/v1/orders/{constructor}')).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})
