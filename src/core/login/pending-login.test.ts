import { beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../platform/cluster/short-lived/memory-store.ts'
import { createPendingLogins, type PendingLogins } from './pending-login.ts'

let time = 0
let pending: PendingLogins
beforeEach(() => {
  time = 1_000_000
  pending = createPendingLogins(createMemoryStore({ maxEntries: 2, now: () => time }))
})

test('data can be taken once, under its kind and id', async () => {
  const id = await pending.create('code', { username: 'alice' }, 60)
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(await pending.take('oidc', id)).toBeUndefined()
  expect(await pending.take('code', id)).toEqual({ username: 'alice' })
  expect(await pending.take('code', id)).toBeUndefined()
})

test('data can be put back for another attempt', async () => {
  const id = await pending.create('code', { attempts: 0 }, 60)
  await pending.take('code', id)
  await pending.putBack('code', id, { attempts: 1 }, 30)
  expect(await pending.take('code', id)).toEqual({ attempts: 1 })
})

test('data expires, and expired data frees its place whatever its lifetime is', async () => {
  const long = await pending.create('second-factor', {}, 300)
  const short = await pending.create('code', {}, 10)
  await expect(pending.create('code', {}, 10)).rejects.toThrow('rate-limited')
  time += 10_000
  expect(await pending.take('code', short)).toBeUndefined()
  const next = await pending.create('code', {}, 10)
  time += 10_000
  await pending.create('code', {}, 10)
  expect(await pending.take('code', next)).toBeUndefined()
  expect(await pending.take('second-factor', long)).toEqual({})
})

test('a text that is not an id finds nothing', async () => {
  for (const id of ['', 'x'.repeat(10_000), '__proto__', 'a:b']) {
    expect(await pending.take('code', id)).toBeUndefined()
  }
})
