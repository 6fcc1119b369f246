import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { toHook } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { AccessEntry } from './access-log.ts'
import { createResponseLog, recordArrival } from './access-log.ts'
import { csvEndpoint } from './csv-endpoint.ts'
import { sendError } from './envelope.ts'

let app: FastifyInstance
afterEach(() => app.close())

function place(log: (entry: AccessEntry) => void): unknown[] {
  const faults: unknown[] = []
  app = fastify()
  const logAnswer = createResponseLog(log, (fault) => faults.push(fault))
  app.addHook('onRequest', toHook(recordArrival))
  app.addHook('onSend', (request, reply, payload, done) => {
    logAnswer(request, reply, payload)
    done()
  })
  app.setErrorHandler(sendError)
  return faults
}

test('a response is one entry with the path without its query, the outcome and the duration', async () => {
  const entries: AccessEntry[] = []
  place((entry) => entries.push(entry))
  app.get('/a', async () => ({}))
  app.get('/refused', async () => {
    throw new Refusal('permission-denied')
  })
  app.get('/fault', async () => {
    throw new Error('no')
  })
  for (const url of ['/a?token=secret', '/refused', '/fault', '/nowhere']) await app.inject(url)
  const plain = { reqId: expect.any(String), method: 'GET', address: '127.0.0.1', ms: expect.any(Number) }
  expect(entries).toEqual([
    { ...plain, path: '/a', status: 200, refusal: undefined, user: undefined },
    { ...plain, path: '/refused', status: 200, refusal: 'permission-denied', user: undefined },
    { ...plain, path: '/fault', status: 500, refusal: 'fault', user: undefined },
    { ...plain, path: '/nowhere', status: 404, refusal: undefined, user: undefined },
  ])
  expect(entries.every(({ ms }) => ms >= 0 && ms < 10_000)).toBe(true)
})

test('a streamed response is one entry, written when it is complete', async () => {
  const happened: string[] = []
  place(({ path }) => happened.push(path))
  app.get('/pieces', async (_request, reply) => {
    const pieces = Readable.from(['a', 'b'])
    pieces.once('end', () => happened.push('end'))
    return reply.send(pieces)
  })
  expect((await app.inject('/pieces')).body).toBe('ab')
  await expect.poll(() => happened).toEqual(['end', '/pieces'])
})

test('a download that fails before its first byte gets the envelope and is one entry', async () => {
  const entries: AccessEntry[] = []
  place((entry) => entries.push(entry))
  const lines = async function* () {
    yield 'a,b\n'
    throw new Error('the database is gone')
  }
  app.get('/file', csvEndpoint({ operationId: 'getFile', summary: 'Get a file', name: 'file', lines }))
  const answer = await app.inject('/file')
  expect(answer.json()).toMatchObject({ code: 500 })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
  expect(answer.headers).not.toHaveProperty('content-disposition')
  await expect.poll(() => entries).toMatchObject([{ path: '/file', status: 500, refusal: 'fault' }])
})

test('an error of the log does not affect the response and is reported', async () => {
  const fault = new Error('no log today')
  const faults = place(() => {
    throw fault
  })
  app.get('/a', async () => ({ fine: true }))
  expect((await app.inject('/a')).json()).toEqual({ fine: true })
  expect(faults).toEqual([fault])
})

test('a token in the path is redacted, and a long path is truncated', async () => {
  const paths: string[] = []
  place(({ path }) => paths.push(path))
  await app.inject('/a/eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x_y-z/b')
  await app.inject(`/${'x'.repeat(300)}`)
  expect(paths).toEqual(['/a/[token]/b', `/${'x'.repeat(255)}…`])
})
