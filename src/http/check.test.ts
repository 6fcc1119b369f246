import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Check, errorOf, hookOf } from './check.ts'

/** Whether a handler behind this check, and another check behind it, are reached. */
async function reached(check: Check): Promise<{ handler: boolean; next: boolean; status: number }> {
  const app = fastify()
  const seen = { handler: false, next: false }
  const next: Check = () => {
    seen.next = true
  }
  app.get('/', { onRequest: [hookOf(check), hookOf(next)] }, async () => {
    seen.handler = true
    return {}
  })
  const { statusCode } = await app.inject('/')
  await app.close()
  return { ...seen, status: statusCode }
}

test.each<[string, Check]>([
  ['returns', () => {}],
  ['resolves', async () => {}],
])('a check that %s lets the request through', async (_name, check) => {
  expect(await reached(check)).toEqual({ handler: true, next: true, status: 200 })
})

const thrown = [new Error('no'), undefined, null, false, 0, '', 'no', {}]

test.each(thrown)('a check that throws %o does not', async (value) => {
  const check = () => {
    throw value
  }
  expect(await reached(check)).toEqual({ handler: false, next: false, status: 500 })
})

test.each(thrown)('a check that rejects with %o does not', async (value) => {
  expect(await reached(() => Promise.reject(value))).toEqual({ handler: false, next: false, status: 500 })
})

test('an error is passed on as it is; anything else as the cause of one', () => {
  const error = new Error('no')
  expect(errorOf(error)).toBe(error)
  expect(errorOf('no')).toMatchObject({ message: 'a check failed without an error', cause: 'no' })
})
