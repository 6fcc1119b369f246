import { expect, test, vi } from 'vitest'
import { type Checks, createRouteRegistry } from './route-registry.ts'

function registryWith(...routes: readonly (readonly [path: string, checks: Checks])[]) {
  const registry = createRouteRegistry()
  for (const [path, checks] of routes) registry.add('service', { method: 'GET', path, checks })
  return registry
}

test.each([
  ['/orders/mine', 'identity'],
  ['/orders/7', 'both'],
  ['/orders/7/lines', 'none'],
  ['/orders/mine/lines', 'none'],
  ['/orders/', 'none'],
  ['/parts/7', 'both'],
  ['/parts/a.png', 'both'],
  ['/other', undefined],
] as const)('the checks of %s are those of the route that the router prefers', (path, checks) => {
  const routes = [
    ['/orders/*', 'none'],
    ['/orders/:id', 'both'],
    ['/orders/mine', 'identity'],
    ['/parts/:id', 'identity'],
    // The patterns of both routes are the same, so the stricter one counts.
    ['/parts/:name.png', 'both'],
  ] as const
  expect(registryWith(...routes).find('GET', path)?.checks).toBe(checks)
  expect(registryWith(...routes.toReversed()).find('HEAD', path)?.checks).toBe(checks)
  expect(registryWith(...routes).find('POST', path)?.checks).toBeUndefined()
})

test('a path is split once, however many routes there are', () => {
  const registry = createRouteRegistry()
  for (let i = 0; i < 100; i++) registry.add('app', { method: 'GET', path: `/a/${i}`, checks: 'both' })
  const split = vi.spyOn(String.prototype, 'split')
  registry.methodsOf('/unknown')
  registry.find('GET', '/unknown')
  registry.hasServiceRoute('/unknown')
  const calls = split.mock.calls.length
  split.mockRestore()
  expect(calls).toBe(3)
})

test('in an app whose router prefers the first declared route, the strictest checks count', () => {
  const registry = createRouteRegistry()
  const add = (path: string, checks: Checks) =>
    registry.add('app', { method: 'GET', path, checks }, 'first-declared')
  add('/orders/:id', 'both')
  add('/orders/mine', 'identity')
  add('/news/latest', 'identity')
  add('/news/:id', 'both')
  add('/parts/:id', 'identity')
  registry.add('service', { method: 'GET', path: '/parts/7', checks: 'none' })
  expect(registry.find('GET', '/orders/mine')?.checks).toBe('both')
  expect(registry.find('HEAD', '/news/latest')?.checks).toBe('both')
  expect(registry.find('GET', '/parts/7')?.checks).toBe('identity')
  expect(registry.find('GET', '/parts/8')?.checks).toBe('identity')
})
