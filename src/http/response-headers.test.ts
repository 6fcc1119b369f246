import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { hookOf } from './check.ts'
import { httpOptions } from './http-options.ts'
import { setStandardHeaders } from './response-headers.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** What comes back where requests have this id, and whether the head of the answer is written in one piece. */
async function answerWith(id: string, http = httpOptions()) {
  app = fastify({ http, genReqId: () => id })
  app.get('/a', { onRequest: hookOf(setStandardHeaders) }, async () => ({}))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { status, headers } = await fetch(`${origin}/a`)
  return { status, headers: Object.fromEntries(headers) }
}

const STANDARD = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

test.each(['Yh3k-4_f01', 'req-1', 'A'])('the id %s is told, with the standard headers', async (id) => {
  for (const http of [httpOptions(), {}]) {
    const { status, headers } = await answerWith(id, http)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ ...STANDARD, 'x-request-id': id })
    await app.close()
  }
})

test('an id with spaces or dots is told as well', async () => {
  expect((await answerWith('a b.c')).headers).toMatchObject({ ...STANDARD, 'x-request-id': 'a b.c' })
})

test.each([
  ['the end of a line', 'a\r\nSet-Cookie: jwt=x'],
  ['what becomes one when it is cut to bytes', 'a\u010d\u010aSet-Cookie: jwt=x'],
])('an id with %s puts nothing into the answer', async (_name, id) => {
  const { status, headers } = await answerWith(id)
  expect(status).toBe(500)
  expect(headers).not.toHaveProperty('set-cookie')
})
