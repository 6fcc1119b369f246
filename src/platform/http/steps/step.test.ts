import { setImmediate } from 'node:timers/promises'
import fastify, { type onRequestHookHandler } from 'fastify'
import { describe, expect, test } from 'vitest'
import { neverContinue, runInOrder, type Step, toError, toHook } from './step.ts'

type Hooks = (first: Step, second: Step) => onRequestHookHandler[]

const places: readonly (readonly [string, Hooks])[] = [
  ['in a hook of its own', (first, second) => [toHook(first), toHook(second)]],
  ['in order with another', (first, second) => [toHook(runInOrder([first, second]))]],
]

/** Whether a handler behind this check, and another check behind it, are reached. */
async function reached(
  check: Step,
  hooks: Hooks,
): Promise<{ handler: boolean; next: boolean; status: number }> {
  const app = fastify()
  const seen = { handler: false, next: false }
  const next: Step = () => {
    seen.next = true
  }
  app.get('/', { onRequest: hooks(check, next) }, async () => {
    seen.handler = true
    return {}
  })
  const { statusCode } = await app.inject('/')
  await app.close()
  return { ...seen, status: statusCode }
}

const thrown = [new Error('no'), undefined, null, false, 0, '', 'no', {}]

describe.each(places)('a check %s', (_place, hooks) => {
  test.each<[string, Step]>([
    ['returns', () => {}],
    ['resolves', async () => {}],
  ])('that %s passes the request', async (_name, check) => {
    expect(await reached(check, hooks)).toEqual({ handler: true, next: true, status: 200 })
  })

  test.each(thrown)('that throws %o refuses it', async (value) => {
    const check = () => {
      throw value
    }
    expect(await reached(check, hooks)).toEqual({ handler: false, next: false, status: 500 })
  })

  test.each(thrown)('that rejects with %o refuses it', async (value) => {
    const check = () => Promise.reject(value)
    expect(await reached(check, hooks)).toEqual({ handler: false, next: false, status: 500 })
  })

  test('that sends a response is the last one', async () => {
    const check: Step = (_request, reply) => {
      reply.code(204).send()
      return neverContinue()
    }
    expect(await reached(check, hooks)).toEqual({ handler: false, next: false, status: 204 })
  })
})

test('checks run in order, each after the previous one has finished', async () => {
  const seen: string[] = []
  const noted =
    (name: string): Step =>
    () => {
      seen.push(name)
    }
  const slow: Step = async () => {
    await setImmediate()
    seen.push('slow')
  }
  const app = fastify()
  app.get(
    '/',
    { onRequest: toHook(runInOrder([noted('a'), slow, noted('b'), slow, noted('c')])) },
    async () => ({}),
  )
  await app.inject('/')
  await app.close()
  expect(seen).toEqual(['a', 'slow', 'b', 'slow', 'c'])
})

test('the refusal handler gets the error and sends the response', async () => {
  const app = fastify()
  const check: Step = ({ headers }) => {
    if (headers.late) return Promise.reject('late')
    throw new Error('synchronous')
  }
  const hook = toHook(check, ({ message, cause }, _request, reply) => {
    reply.code(418).send({ message, cause })
  })
  app.get('/', { onRequest: hook }, async () => ({}))
  const responses = [await app.inject('/'), await app.inject({ url: '/', headers: { late: '1' } })]
  await app.close()
  expect(responses.map((response) => [response.statusCode, response.json()])).toEqual([
    [418, { message: 'synchronous' }],
    [418, { message: 'a check failed without an error', cause: 'late' }],
  ])
})

test('an error is passed on unchanged, anything else as the cause of an error', () => {
  const error = new Error('no')
  expect(toError(error)).toBe(error)
  expect(toError('no')).toMatchObject({ message: 'a check failed without an error', cause: 'no' })
})
