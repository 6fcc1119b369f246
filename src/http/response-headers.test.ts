import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
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
