import { afterAll, beforeEach, expect, test } from 'vitest'
import { loginWithRules, startGateway } from '../gateway/support/gateway.ts'
import { startUpstream } from '../gateway/support/upstreams.ts'
import { bearer, call, login, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { passwordOf } from '../support/operator.ts'
import { startProblem, startStandalone } from '../support/standalone.ts'
import { attributesOf, startTraceReceiver } from '../support/trace-receiver.ts'

const receiver = await startTraceReceiver()
const upstream = await startUpstream((_request, response) => response.end('{}'))
const gateway = await startGateway([{ prefix: '/api/v1/orders', url: upstream.url }], {
  tracing: { endpoint: receiver.endpoint },
  application: { trustProxy: ['127.0.0.2'] },
})
const clerk = await loginWithRules(gateway, 'clerk', [{ method: '*', path: '/api/v1/orders/*' }])

beforeEach(() => {
  receiver.status = 200
})
afterAll(async () => {
  await gateway?.close()
  await upstream?.close()
  await receiver?.close()
})

test('a request is a trace with its checks and its request to the upstream service', async () => {
  const { headers } = await call(`${gateway.base}/orders/7?x=secret`, bearer(clerk))
  const { root, trace } = await receiver.traceOf(headers.get('x-request-id'))
  expect(root).toMatchObject({
    name: 'GET /api/v1/orders/*',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/v1/orders/*',
      'http.response.status_code': 200,
      'castellan.code': 200,
    },
  })
  // With the first request of a user, the department is read.
  const children = trace.filter(
    ({ name, parentSpanId }) => parentSpanId === root.spanId && name !== 'database query',
  )
  expect(children.map(({ name }) => name)).toEqual(['identity check', 'permission check', 'upstream request'])
  expect(children[1]?.attributes).toEqual({ 'castellan.reason': 'rule' })
  expect(children[2]?.attributes).toEqual({
    'castellan.upstream': '/api/v1/orders',
    'http.response.status_code': 200,
  })
  const sent = upstream.requests.at(-1)?.headers.traceparent
  expect(sent).toBe(`00-${root.traceId}-${children[2]?.spanId}-01`)
})

test('a refused request has the reason and the code in the body', async () => {
  const { headers } = await call(`${gateway.base}/sys-user/1`, bearer(clerk))
  const { root, trace } = await receiver.traceOf(headers.get('x-request-id'))
  expect(root.attributes).toMatchObject({
    'http.response.status_code': 200,
    'castellan.code': 401,
    'castellan.refusal': 'permission-denied',
  })
  expect(trace.find(({ name }) => name === 'permission check')?.attributes).toEqual({
    'castellan.refusal': 'permission-denied',
  })
})

test('a login shows its steps and its queries, without what the client has sent', async () => {
  const password = passwordOf('clerk')
  const { headers, body } = await tryLogin(gateway.base, { username: 'clerk', password })
  const { trace } = await receiver.traceOf(headers.get('x-request-id'))
  const names = trace.map(({ name }) => name)
  for (const step of ['captcha check', 'credential check', 'open session', 'login log', 'database query'])
    expect(names).toContain(step)
  // A column of a query has this name.
  const text = JSON.stringify(receiver.spans()).replaceAll('\\"secret\\"', '')
  for (const secret of [String(body.token), password, 'clerk', 'secret', 'eyJ', '127.0.0.1'])
    expect(text.includes(secret), secret).toBe(false)
})

test('a client cannot choose the trace of its request', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const init = { headers: { authorization: `Bearer ${clerk}`, traceparent, tracestate: 'a=b' } }
  const { headers } = await call(`${gateway.base}/orders/8`, init)
  const { root } = await receiver.traceOf(headers.get('x-request-id'))
  expect(root.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  expect(upstream.requests.at(-1)?.headers.traceparent).toContain(root.traceId)
  expect(upstream.requests.at(-1)?.headers.tracestate).toBeUndefined()
})

test('a trusted proxy chooses the trace and whether it is recorded; everything is sent at the shutdown', async () => {
  // Nothing is recorded by itself.
  const service = await startStandalone({
    tracing: { endpoint: receiver.endpoint, sampleRatio: 0 },
    application: { trustProxy: ['127.0.0.1'] },
  })
  const send = async (traceparent: string) =>
    (await fetch(`${service.base}/app-config`, { headers: { traceparent } })).headers.get('x-request-id')
  const ids: (string | null)[] = []
  try {
    ids.push(await send('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'))
    for (const ignored of [
      '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      '00-00000000000000000000000000000000-b7ad6b7169203331-01',
      `00-${'x'.repeat(32)}-b7ad6b7169203331-01`,
      '',
    ])
      ids.push(await send(ignored))
  } finally {
    await service.close()
  }
  const arrived = () =>
    receiver.spans().filter(({ attributes }) => ids.includes(String(attributes['castellan.request_id'])))
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await eventually(() =>
    expect(arrived()).toMatchObject([
      { traceId, parentSpanId: 'b7ad6b7169203331', name: 'GET /api/v1/app-config' },
    ]),
  )
})

test('an unavailable receiver is logged once and changes nothing else', async () => {
  receiver.status = 400
  const problem = 'traces cannot be sent; they are discarded'
  await call(`${gateway.base}/orders/1`, bearer(clerk))
  await eventually(() => expect(gateway.logged()).toContain(problem))
  expect((await call(`${gateway.base}/orders/1`, bearer(clerk))).status).toBe(200)
  receiver.status = 200
  const { headers } = await call(`${gateway.base}/orders/2`, bearer(clerk))
  await receiver.traceOf(headers.get('x-request-id'))
  expect(gateway.logged().split(problem)).toHaveLength(2)
})

test('the receiver learns which service and process a trace is from', async () => {
  await login(gateway.base)
  await eventually(() => expect(receiver.received).not.toEqual([]))
  const [first] = receiver.received
  expect(first?.path).toBe('/v1/traces')
  expect(first?.headers['content-type']).toBe('application/json')
  expect(attributesOf(first?.body.resourceSpans[0]?.resource.attributes ?? [])).toMatchObject({
    'service.name': 'castellan',
    'service.version': expect.stringMatching(/^\d+\./),
    'service.instance.id': expect.stringContaining(`/${process.pid}`),
  })
})

test.each([
  ['ftp://127.0.0.1/v1/traces', 'must look like'],
  ['http://user:word@127.0.0.1/v1/traces', 'must not contain a name or a password'],
  ['http://127.0.0.1:4318/v1/traces', 'works only with castellan serve'],
])('an embedding app refuses the endpoint %s', async (url, message) => {
  expect(await startProblem({ tracing: { endpoint: url } })).toContain(message)
})
