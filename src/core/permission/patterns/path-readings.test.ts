import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { scaled } from '../../../../test/support/scale.ts'
import { createExclusionList } from '../exclusion-list.ts'
import { createPermission } from '../permission.ts'
import { createPolicyIndex } from '../policy-index.ts'
import { readingsOf, readPath } from './path-readings.ts'

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

/** The definition: blank segments are removed or not, then segments are dropped at the end, one after the other. */
function readingsByDefinition(path: string): string[] {
  const isBlank = (segment: string) => /^\s+$/.test(decodeURIComponent(segment))
  const named = path.split('/').filter((segment) => !isBlank(segment))
  return [...new Set([path, named.join('/') || '/'].flatMap(withoutLastSegments))]
}

function withoutLastSegments(path: string): string[] {
  const end = path.lastIndexOf('/')
  const isDropped = end > 0 && /^\s*(?:\.|$)/.test(decodeURIComponent(path.slice(end + 1)))
  return isDropped ? [path, ...withoutLastSegments(path.slice(0, end))] : [path]
}

const segment = fc.constantFrom('', 'a', 'b', '.', '.json', '%20', '%C2%A0.x', '%20a', 'b.json')
const randomPath = fc.array(segment, { maxLength: 12 }).map((segments) => `/${segments.join('/')}`)

test('the readings are those of the definition', () => {
  fc.assert(
    fc.property(randomPath, (path) => {
      expect(readingsOf(path)).toEqual(readingsByDefinition(path))
    }),
    { numRuns: scaled(600, 3000) },
  )
})

test('all readings together are decided as each of them alone', () => {
  const pattern = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', ':x', '%20'), { maxLength: 4 }), fc.constantFrom('', '/', '/*'))
    .map(([segments, end]) => segments.map((one) => `/${one}`).join('') + end || '/')
  const rules = fc.array(fc.record({ path: pattern, method: fc.constantFrom('GET', 'PUT', '*') }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(rules, rules, randomPath, (granted, excluded, path) => {
      const index = createPolicyIndex(granted.map((rule) => ({ roleKey: 'r', ...rule })))
      const exclusionList = createExclusionList(excluded.map((rule) => ({ ...rule, reason: 'for tests' })))
      const permission = createPermission({ exclusionList, policy: { current: () => index } })
      for (const roleKey of ['r', 'other', 'admin']) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const alone = readingsByDefinition(path).every((one) =>
            permission.mayCall({ roleKey }, one, method),
          )
          expect(permission.mayCallAll({ roleKey }, readPath(path), method)).toBe(alone)
        }
      }
    }),
    { numRuns: scaled(600, 3000) },
  )
})

test.each(['.a', '%20', 'a', ''])(
  'the work is in proportion to the length of a path of segments %j',
  (one) => {
    const index = createPolicyIndex(
      ['/*', '/:a/*', '/:a/:b/*', '/.a/:b'].map((path) => ({ roleKey: 'r', method: 'GET', path })),
    )
    const permission = createPermission({
      exclusionList: createExclusionList([]),
      policy: { current: () => index },
    })
    /** Counts the segments that are split off, decoded and looked up. */
    const stepsFor = (count: number): number => {
      const spies = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(globalThis, 'decodeURIComponent')]
      const readings = readPath(`/${one}`.repeat(count))
      permission.mayCallAll({ roleKey: 'r' }, readings, 'GET')
      const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      for (const spy of spies) spy.mockRestore()
      return calls + readings.reduce((sum, { segments }) => sum + segments.length, 0)
    }
    expect(stepsFor(256)).toBeLessThanOrEqual(2 * stepsFor(128) + 10)
    expect(stepsFor(256)).toBeLessThan(256 * 4 + 50)
  },
)

test('a text that is not a path has no readings and is denied', () => {
  const permission = createPermission({
    exclusionList: createExclusionList([]),
    policy: { current: () => createPolicyIndex([{ roleKey: 'r', method: '*', path: '/*' }]) },
  })
  expect(readPath('a/b')).toEqual([])
  expect(permission.mayCallAll({ roleKey: 'r' }, readPath('a/b'), 'GET')).toBe(false)
})

test('the first reading is the path, and the others are shorter and end where the router may stop', () => {
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
