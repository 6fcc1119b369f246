import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { hookOf } from './check.ts'
import { appHttpOptions, ownHttpOptions } from './http-options.ts'
import { setGuardedHeaders, setStandardHeaders } from './response-headers.ts'

let app: FastifyInstance
afterEach(() => app.close())

const HTTP = [
  ['Node’s', {}],
  ['our own server’s', ownHttpOptions()],
  ['an app’s', appHttpOptions()],
] as const

test.each(HTTP)('the standard headers, once each, in answers of %s class', async (_name, http) => {
  app = fastify({ http })
  app.get('/a', { onRequest: hookOf(setStandardHeaders) }, async () => ({}))
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': 'req-1',
  })
})

test('an id that is not plain is no reason not to answer', async () => {
  app = fastify({ genReqId: () => '请' })
  app.get('/a', { onRequest: hookOf(setStandardHeaders) }, async () => ({}))
  const { status, headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
  expect([status, headers.get('x-request-id'), headers.get('cache-control')]).toEqual([200, null, 'no-store'])
})

/** An app that sets headers of its own before our checks, and in whose handlers more is set. */
async function headersOf(path: string, http: object): Promise<(string | null)[]> {
  app = fastify({ http })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/early')) reply.header('Cache-Control', 'public, max-age=60')
    if (request.url.startsWith('/raw')) reply.raw.setHeader('Cache-Control', 'public, max-age=60')
    if (request.url.startsWith('/other')) reply.raw.setHeader('X-Frame-Options', 'DENY')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', hookOf(setGuardedHeaders))
    scope.get('/*', async (request, reply) => {
      if (request.url.endsWith('own')) reply.header('Cache-Control', 'private')
      return {}
    })
  })
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`)
  return ['cache-control', 'x-content-type-options', 'referrer-policy'].map((name) => headers.get(name))
}

test.each(HTTP)('those of a guarded route, in answers of %s class', async (_name, http) => {
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
    expect(await headersOf(path, http), path).toEqual(headers)
    await app.close()
  }
})

/** The id in the answer to a request that has this one, where an app may have its own way with it. */
async function idOf(requestId: unknown, path: string, http: object): Promise<string | null> {
  app = fastify({ http, genReqId: () => requestId as string })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/early') reply.header('X-Request-Id', 'its-own')
    if (request.url === '/raw') reply.raw.setHeader('X-Request-Id', 'its-own')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', hookOf(setGuardedHeaders))
    scope.get('/*', async (request, reply) => {
      if (request.url === '/late') reply.header('X-Request-Id', 'its-own')
      return {}
    })
  })
  const answer = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`)
  await app.close()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return answer.headers.get('x-request-id')
}

describe.each(HTTP)('the id of a request to a guarded route, in answers of %s class', (_name, http) => {
  test.each(['req-1', '0f8fad5b-d9cb-469f-a165-70867728950e', 'aZ_9', 'x'.repeat(64)])(
    'is told where it is plain: %s',
    async (id) => expect(await idOf(id, '/plain', http)).toBe(id),
  )

  test.each(['', 'x'.repeat(65), 'a b', 'a\r\nSet-Cookie: jwt=x', 'ä', '请', 7, undefined])(
    'is left out where it is not: %j',
    async (id) => expect(await idOf(id, '/plain', http)).toBeNull(),
  )

  test.each(['/early', '/raw', '/late'])('is the app’s where the app sets one: %s', async (path) => {
    expect(await idOf('req-1', path, http)).toBe('its-own')
  })
})

test('an answer that is written past Fastify has the headers of a guarded route, whatever the id', async () => {
  for (const [id, told] of [
    ['req-1', 'req-1'],
    ['a.b', null],
  ] as const) {
    app = fastify({ http: appHttpOptions(), genReqId: () => id })
    app.get('/a', { onRequest: hookOf(setGuardedHeaders) }, (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    })
    const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
    await app.close()
    const names = ['cache-control', 'x-content-type-options', 'x-request-id']
    expect(names.map((name) => headers.get(name))).toEqual(['no-store', 'nosniff', told])
  }
})
