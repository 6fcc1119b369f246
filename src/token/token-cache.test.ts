import { expect, test } from 'vitest'
import { createTokenCache } from './token-cache.ts'

test('remembers what was seen last, and never more than its bound', () => {
  const cache = createTokenCache<number>(100)
  for (let i = 0; i < 10_000; i++) cache.set(`token ${i}`, i)
  const remembered = Array.from({ length: 10_000 }, (_, i) => i).filter(
    (i) => cache.get(`token ${i}`) !== undefined,
  )
  expect(remembered.length).toBeLessThanOrEqual(100)
  expect(remembered).toContain(9999)
})

test('of those seen last it remembers half of its bound at least, and a whole bound where there were no more', () => {
  const cache = createTokenCache<number>(10)
  for (let i = 0; i < 10; i++) cache.set(`token ${i}`, i)
  expect(Array.from({ length: 10 }, (_, i) => cache.get(`token ${i}`)).slice(5)).toEqual([5, 6, 7, 8, 9])
  const other = createTokenCache<number>(10)
  for (let i = 0; i < 11; i++) other.set(`token ${i}`, i)
  expect([other.get('token 10'), other.get('token 5'), other.get('token 4')]).toEqual([10, 5, undefined])
})

test('what is used stays, however many others come', () => {
  const cache = createTokenCache<string>(10)
  cache.set('mine', 'me')
  for (let i = 0; i < 1000; i++) {
    expect(cache.get('mine')).toBe('me')
    cache.set(`other ${i}`, 'other')
  }
})

test('the end of a known token behind other claims is not known', () => {
  const cache = createTokenCache<string>(10)
  const signature = 'Zk1Xb6Nd3Jf9Lg5PctR8s0-2hVw7mQy4Zk1Xb6Nd3Jf'
  cache.set(`header.claims.${signature}`, 'me')
  expect(cache.get(`header.claims.${signature}`)).toBe('me')
  for (const token of [`header.others.${signature}`, signature, signature.slice(-12), '', 'header.claims.']) {
    expect(cache.get(token)).toBeUndefined()
  }
  cache.set(`header.others.${signature}`, 'somebody')
  expect(cache.get(`header.others.${signature}`)).toBe('somebody')
})
