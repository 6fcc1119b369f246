import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingsOf } from './path-readings.ts'

test.each([
  ['/', ['/']],
  ['/orders', ['/orders']],
  ['/orders/7', ['/orders/7']],
  ['/orders/7.json', ['/orders/7.json']],
  ['/.well-known/jwks', ['/.well-known/jwks']],
  ['/orders/', ['/orders/', '/orders']],
  ['/orders/.json', ['/orders/.json', '/orders']],
  ['/orders/%20', ['/orders/%20', '/orders']],
  ['/orders/%C2%A0.json', ['/orders/%C2%A0.json', '/orders']],
  ['/orders/%E3%80%80/', ['/orders/%E3%80%80/', '/orders/%E3%80%80', '/orders']],
  ['/orders/.../.json/', ['/orders/.../.json/', '/orders/.../.json', '/orders/...', '/orders']],
  ['/orders/%zz', ['/orders/%zz']],
])('%s', (path, readings) => {
  expect(readingsOf(path)).toEqual(readings)
})

test('the first reading is the path, and each other one is a shorter prefix of it', () => {
  const segment = fc.constantFrom('', 'a', '.', '.json', '%20', 'b.json')
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const path = `/${segments.join('/')}`
      const [first, ...others] = readingsOf(path)
      expect(first).toBe(path)
      for (const [index, other] of others.entries()) {
        expect(path.startsWith(`${other}/`)).toBe(true)
        expect(other.length).toBeLessThan((others[index - 1] ?? path).length)
      }
    }),
  )
})
