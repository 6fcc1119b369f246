import { expect, test } from 'vitest'
import { createRequestIds } from './request-id.ts'

test('request ids are unique and have at most twelve characters', () => {
  const next = createRequestIds()
  const ids = Array.from({ length: 25_000 }, next)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[\w-]{8}\d{1,4}$/.test(id))).toEqual([])
})

test('the random part differs between processes and changes after ten thousand requests', () => {
  const parts = ['first---', 'second--']
  const next = createRequestIds(() => parts.shift() ?? '')
  const ids = Array.from({ length: 10_001 }, next)
  expect([ids[0], ids[1], ids[9_999], ids[10_000]]).toEqual([
    'first---0',
    'first---1',
    'first---9999',
    'second--0',
  ])
  expect(createRequestIds()().slice(0, 8)).not.toBe(createRequestIds()().slice(0, 8))
})
