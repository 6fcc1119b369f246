import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { toHook } from './check.ts'
import { setProtectedHeaders, setStandardHeaders } from './response-headers.ts'

let app: FastifyInstance
afterEach(() => app.close())

const NEW_ID = /^[\w-]{8}\d+$/

test('the standard headers', async () => {
  app = fastify()
  app.get('/a', { onRequest: toHook(setStandardHeaders) }, async () => ({}))
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': 'req-1',
  })
})

test('a request id with unsafe characters is replaced', async () => {
  app = fastify({ genReqId: () => '请' })
  app.get('/a', { onRequest: toHook(setStandardHeaders) }, async () => ({}))
  const { status, headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(headers.get('x-request-id')).toMatch(NEW_ID)
})

/** Returns the headers of a route in an app that sets headers before the checks and in its handlers. */
async function headersOf(path: string): Promise<(string | null)[]> {
  app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/early')) reply.header('Cache-Control', 'public, max-age=60')
    if (request.url.startsWith('/raw')) reply.raw.setHeader('Cache-Control', 'public, max-age=60')
    if (request.url.startsWith('/other')) reply.raw.setHeader('X-Frame-Options', 'DENY')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', toHook(setProtectedHeaders))
    scope.get('/*', async (request, reply) => {
      if (request.url.endsWith('own')) reply.header('Cache-Control', 'private')
      return {}
    })
  })
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`)
  return ['cache-control', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name))
}

test('the headers of a protected route, which its handler can override', async () => {
  const expected = {
    '/plain': ['no-store', 'nosniff', null],
    '/plain?a': ['no-store', 'nosniff', 'no-referrer'],
    '/own': ['private', 'nosniff', null],
    '/early': ['no-store', 'nosniff', null],
    '/early/own': ['private', 'nosniff', null],
    '/raw': ['no-store', 'nosniff', null],
    '/raw/own': ['private', 'nosniff', null],
    '/other': ['no-store', 'nosniff', null],
    '/other/own': ['private', 'nosniff', null],
  }
  for (const [path, headers] of Object.entries(expected)) {
    expect(await headersOf(path), path).toEqual(headers)
    await app.close()
  }
})

/** Returns the request id in the response of an app that may set one itself. */
async function idOf(requestId: unknown, path: string): Promise<string | null> {
  app = fastify({ genReqId: () => requestId as string })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/early') reply.header('X-Request-Id', 'from-app')
    if (request.url === '/raw') reply.raw.setHeader('X-Request-Id', 'from-app')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', toHook(setProtectedHeaders))
    scope.get('/*', async (request, reply) => {
      if (request.url === '/late') reply.header('X-Request-Id', 'from-app')
      return {}
    })
  })
  const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`)
  await app.close()
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return response.headers.get('x-request-id')
}

describe('the request id of a protected route', () => {
  test.each(['req-1', '0f8fad5b-d9cb-469f-a165-70867728950e', 'aZ_9', 'x'.repeat(64)])(
    'is sent if its characters are safe: %s',
    async (id) => expect(await idOf(id, '/plain')).toBe(id),
  )

  test.each(['', 'x'.repeat(65), 'a b', 'a\r\nSet-Cookie: jwt=x', 'ä', '请', 7, undefined])(
    'is replaced otherwise: %j',
    async (id) => expect(await idOf(id, '/plain')).toMatch(NEW_ID),
  )

  test.each(['/early', '/raw', '/late'])('is the one that the app sets: %s', async (path) => {
    expect(await idOf('req-1', path)).toBe('from-app')
  })
})

test('a response that a handler writes directly has the headers of a protected route', async () => {
  for (const [id, sent] of [
    ['req-1', 'req-1'],
    ['a.b', expect.stringMatching(NEW_ID)],
  ]) {
    app = fastify({ genReqId: () => String(id) })
    app.get('/a', { onRequest: toHook(setProtectedHeaders) }, (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    })
    const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
    await app.close()
    const names = ['cache-control', 'x-content-type-options', 'x-request-id']
    expect(names.map((name) => headers.get(name))).toEqual(['no-store', 'nosniff', sent])
  }
})
