import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '../../../core/check/http/envelope.ts'
import { acceptOnlyJson } from './json-body.ts'

let app: FastifyInstance
let handled = 0

beforeAll(async () => {
  app = fastify({ bodyLimit: 2 << 20 })
  app.setErrorHandler(sendError)
  acceptOnlyJson(app)
  app.post('/', async () => {
    handled++
    return { code: 200 }
  })
  await app.ready()
})
afterAll(() => app.close())

async function codeOf(payload: string | Buffer, type = 'application/json'): Promise<unknown> {
  const { body } = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  return JSON.parse(body).code
}

describe('nesting', () => {
  test.each([
    ['64 lists', '['.repeat(64) + ']'.repeat(64), 200],
    ['65 lists', '['.repeat(65) + ']'.repeat(65), 400],
    ['65 objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400],
    ['many lists beside each other', `[${Array.from({ length: 1000 }, () => '[]').join(',')}]`, 200],
    ['brackets within a text', JSON.stringify({ a: '['.repeat(1000) }), 200],
    ['an escaped quote within a text', JSON.stringify({ a: `"${'['.repeat(1000)}\\` }), 200],
  ])('%s: %s', async (_name, body, code) => {
    expect(await codeOf(body)).toBe(code)
  })

  test('a megabyte of nested arrays is refused without being parsed', async () => {
    const body = Buffer.from('['.repeat(1 << 20))
    let fastest = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 10; attempt++) {
      const start = performance.now()
      expect(await codeOf(body)).toBe(400)
      fastest = Math.min(fastest, performance.now() - start)
    }
    // Parsing it takes fifty.
    expect(fastest).toBeLessThan(20)
  })
})

test.each([
  'application/json\u00a0',
  'application/json; charset',
  'application/json; charset=utf-16',
  'application/json;a=b',
])('the media type %j is refused', async (type) => {
  handled = 0
  expect(await codeOf('{}', type)).toBe(415)
  expect(handled).toBe(0)
})

test('a byte order mark is refused', async () => {
  expect(await codeOf('\ufeff{}')).toBe(400)
})
