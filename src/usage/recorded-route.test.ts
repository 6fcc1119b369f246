import { expect, test } from 'vitest'
import { createRecordedRoute } from './recorded-route.ts'

test.each(['/orders/:id', '/api/v1/sys-user', '/', '/files/index.html', '/a/'])(
  'the declared route %s is recorded as it is',
  (route) => {
    expect(createRecordedRoute()('/some/path', route)).toBe(route)
  },
)

test.each([undefined, '*', '/shop/*', '/orders/:id(\\d+)', '/orders/:id?', '/file/:name.png', '/bücher'])(
  'the path is recorded in place of the route %s',
  (route) => {
    expect(createRecordedRoute()('/shop/orders', route)).toBe('/shop/orders')
  },
)

test.each([
  ['/api/v1/orders/7', '/api/v1/orders/:id'],
  ['/oauth2/token/', '/oauth2/token/'],
  ['/users/1b4e28ba-2fa1-11d2-883f-0016d3cca427', '/users/:id'],
  ['/users/alice@example.com/roles', '/users/:id/roles'],
  ['/users/%E5%BC%A0', '/users/:id'],
  ['/files/report.pdf', '/files/:id'],
  ['/invoices/INV-2024-001', '/invoices/:id'],
  [`/tokens/${'x'.repeat(33)}`, '/tokens/:id'],
  ['/', '/'],
])('the path %s is recorded as %s', (path, expected) => {
  expect(createRecordedRoute()(path, undefined)).toBe(expected)
})

test('a place with very many different words is a parameter, and the known words stay', () => {
  const recordedRoute = createRecordedRoute()
  const letters = [...'abcdefghijklmnop']
  const routes = new Set(
    letters.flatMap((a) => letters.map((b) => recordedRoute(`/users/${a}${b}`, undefined))),
  )
  expect(routes.size).toBe(101)
  expect(routes).toContain('/users/:id')
  expect(recordedRoute('/users/aa', undefined)).toBe('/users/aa')
  expect(recordedRoute('/orders/list', undefined)).toBe('/orders/list')
})
