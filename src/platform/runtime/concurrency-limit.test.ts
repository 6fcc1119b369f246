import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when the test says so. */
function createWork() {
  const begun: { name: string; end(): void; fail(): void }[] = []
  return {
    begun: () => begun.map(({ name }) => name),
    of: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) })
      }),
    end: (name: string) => begun.find((one) => one.name === name)?.end(),
    fail: (name: string) => begun.find((one) => one.name === name)?.fail(),
  }
}

test('runs up to the limit at the same time, and the others in the order of the calls', async () => {
  const turns = createConcurrencyLimit({ concurrency: 2, maxWaiting: 10 })
  const work = createWork()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => turns(work.of(name)))
  expect(work.begun()).toEqual(['a', 'b'])
  work.end('b')
  expect(await b).toBe('b')
  expect(work.begun()).toEqual(['a', 'b', 'c'])
  work.end('a')
  work.end('c')
  expect([await a, await c]).toEqual(['a', 'c'])
  expect(work.begun()).toEqual(['a', 'b', 'c', 'd'])
  work.end('d')
  await d
})

test('refuses work beyond the queue length with a retry time', async () => {
  const turns = createConcurrencyLimit({ concurrency: 1, maxWaiting: 1 })
  const work = createWork()
  const [a, b] = ['a', 'b'].map((name) => turns(work.of(name)))
  await expect(turns(work.of('c'))).rejects.toMatchObject({
    reason: 'rate-limited',
    details: { retryAfterSeconds: 1 },
  })
  work.end('a')
  await a
  work.end('b')
  expect(await b).toBe('b')
  expect(work.begun()).toEqual(['a', 'b'])
})

test('work that rejects frees its slot and rejects only its own call', async () => {
  const turns = createConcurrencyLimit({ concurrency: 1, maxWaiting: 5 })
  const work = createWork()
  const [a, b] = ['a', 'b'].map((name) => turns(work.of(name)))
  work.fail('a')
  await expect(a).rejects.toThrow('a')
  work.end('b')
  expect(await b).toBe('b')
})

test('a new call does not overtake calls that wait', async () => {
  const turns = createConcurrencyLimit({ concurrency: 1, maxWaiting: 5 })
  const work = createWork()
  const late: Promise<string>[] = []
  const a = turns(async () => 'a').then(() => late.push(turns(work.of('late'))))
  const b = turns(work.of('b'))
  await a
  expect(work.begun()).toEqual(['b'])
  work.end('b')
  await b
  expect(work.begun()).toEqual(['b', 'late'])
  work.end('late')
  await Promise.all(late)
})

test('the whole capacity is available after all work is done', async () => {
  const turns = createConcurrencyLimit({ concurrency: 2, maxWaiting: 0 })
  await Promise.all([turns(async () => 1), turns(async () => 2)])
  const work = createWork()
  const two = ['a', 'b'].map((name) => turns(work.of(name)))
  expect(work.begun()).toEqual(['a', 'b'])
  await expect(turns(work.of('c'))).rejects.toThrow('rate-limited')
  work.end('a')
  work.end('b')
  await Promise.all(two)
})
