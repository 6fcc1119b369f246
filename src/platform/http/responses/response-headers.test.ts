import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { sendError } from '../../../core/check/http/envelope.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { toHook } from '../steps/step.ts'
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
    'x-request-id': expect.stringMatching(NEW_ID),
  })
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

/** Returns the request ids in two responses of an app that may set one itself, and fails requests to `/refused`. */
async function idsOf(path: string): Promise<(string | null)[]> {
  app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (request.url !== '/plain') reply.header('X-Request-Id', 'from-app')
    if (request.url === '/raw') reply.raw.setHeader('X-Request-Id', 'from-app')
  })
  app.register(async (scope) => {
    scope.addHook('onRequest', toHook(setProtectedHeaders))
    scope.setErrorHandler(sendError)
    scope.get('/*', async (request, reply) => {
      if (request.url === '/late') reply.header('X-Request-Id', 'from-app')
      if (request.url === '/refused') throw new Refusal('permission-denied')
      return {}
    })
  })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${path}`
  const responses = [await fetch(url), await fetch(url)]
  await app.close()
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('no-store')
  return responses.map(({ headers }) => headers.get('x-request-id'))
}

describe('the request id of a protected route', () => {
  test.each(['/plain', '/refused'])('is unique, unlike that of Fastify: %s', async (path) => {
    const ids = await idsOf(path)
    for (const id of ids) expect(id).toMatch(NEW_ID)
    // The app counts from 1 after each start.
    expect(new Set([...ids, ...(await idsOf(path))]).size).toBe(4)
  })

  test.each(['/early', '/raw', '/late'])(
    'is the one that the app sets, if the call is allowed: %s',
    async (path) => {
      expect(await idsOf(path)).toEqual(['from-app', 'from-app'])
    },
  )
})

test('a response that a handler writes directly has the headers of a protected route', async () => {
  app = fastify()
  app.get('/a', { onRequest: toHook(setProtectedHeaders) }, (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  })
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/a`)
  const names = ['cache-control', 'x-content-type-options', 'x-request-id']
  expect(names.map((name) => headers.get(name))).toEqual([
    'no-store',
    'nosniff',
    expect.stringMatching(NEW_ID),
  ])
})
