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
  ['/orders/%E3%80%80/', ['/orders/%E3%80%80/', '/orders/%E3%80%80', '/orders', '/orders/']],
  ['/orders/%20/items', ['/orders/%20/items', '/orders/items']],
  [
    '/%20/orders/%C2%A0/items/',
    ['/%20/orders/%C2%A0/items/', '/%20/orders/%C2%A0/items', '/orders/items/', '/orders/items'],
  ],
  ['/orders/%20x/items', ['/orders/%20x/items']],
  ['/%20', ['/%20', '/']],
  ['/orders/.../.json/', ['/orders/.../.json/', '/orders/.../.json', '/orders/...', '/orders']],
  ['/orders/%zz', ['/orders/%zz']],
])('%s', (path, readings) => {
  expect(readingsOf(path)).toEqual(readings)
})

test('the first reading is the path, and the others are shorter and end where the router may stop', () => {
  const segment = fc.constantFrom('', 'a', '.', '.json', '%20', 'b.json')
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const path = `/${segments.join('/')}`
      const [first, ...others] = readingsOf(path)
      expect(first).toBe(path)
      for (const other of others) {
        expect(other.startsWith('/')).toBe(true)
        expect(other.length).toBeLessThan(path.length)
        // Only blank segments are missing before its end.
        const named = (text: string) => text.split('/').filter((one) => one !== '' && one !== '%20')
        expect(named(path).slice(0, named(other).length)).toEqual(named(other))
      }
      expect(new Set([first, ...others]).size).toBe(others.length + 1)
    }),
  )
})
