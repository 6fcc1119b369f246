import { expect, test } from 'vitest'
import { createRecordedRoute } from './recorded-route.ts'

const LETTERS = [...'abcdefghijklmnop']

function createRecorded(options = {}) {
  const recordedRoute = createRecordedRoute(options)
  return (path: string, declaredRoute?: string, roleKey = 'sales') =>
    recordedRoute({ roleKey, path, declaredRoute })
}

test.each(['/orders/:id', '/api/v1/sys-user', '/', '/files/index.html', '/a/'])(
  'the declared route %s is recorded as it is',
  (route) => {
    expect(createRecorded()('/some/path', route)).toBe(route)
  },
)

test.each([undefined, '*', '/shop/*', '/orders/:id(\\d+)', '/orders/:id?', '/file/:name.png', '/bücher'])(
  'the path is recorded in place of the route %s',
  (route) => {
    expect(createRecorded()('/shop/orders', route)).toBe('/shop/orders')
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
  expect(createRecorded()(path)).toBe(expected)
})

test('a place with very many different words is a parameter, and the known words stay', () => {
  const recordedRoute = createRecorded()
  const routes = new Set(LETTERS.flatMap((a) => LETTERS.map((b) => recordedRoute(`/users/${a}${b}`))))
  expect(routes.size).toBe(101)
  expect(routes).toContain('/users/:id')
  expect(recordedRoute('/users/aa')).toBe('/users/aa')
  expect(recordedRoute('/orders/list')).toBe('/orders/list')
})

test('paths that one role makes up do not change how those of other roles are recorded', () => {
  const recordedRoute = createRecorded()
  const routes = new Set<string>()
  for (const a of LETTERS) {
    for (const b of LETTERS) {
      for (const c of LETTERS) routes.add(recordedRoute(`/${a}/${b}/${c}/z`, undefined, 'shopper'))
    }
  }
  expect(routes.size).toBeLessThan(2000)
  expect(recordedRoute('/crm/invoices/open', undefined, 'shopper')).toBe('/:id/:id/:id')
  expect(recordedRoute('/crm/customers/list')).toBe('/crm/customers/list')
  expect(recordedRoute('/crm/invoices/open')).toBe('/crm/invoices/open')
})

test('beyond the limit of all roles, the role with most words learns them anew', () => {
  const recordedRoute = createRecorded({ maxWords: 130 })
  for (const a of LETTERS) for (const b of LETTERS) recordedRoute(`/${a}${b}`, undefined, 'shopper')
  for (const a of LETTERS) recordedRoute(`/users/${a}`)
  expect(recordedRoute('/other', undefined, 'shopper')).toBe('/:id')
  for (const a of LETTERS) for (const b of LETTERS) recordedRoute(`/users/${b}${a}`)
  expect(recordedRoute('/users/a')).toBe('/users/a')
  expect(recordedRoute('/users/other')).toBe('/users/:id')
  expect(recordedRoute('/other', undefined, 'shopper')).toBe('/other')
})

test('a path that is too long to be recorded takes no place for words', () => {
  const recordedRoute = createRecorded()
  const long = '/abcdefgh'.repeat(1000)
  expect(recordedRoute(long)).toContain('/:id')
  expect(recordedRoute('/crm/invoices')).toBe('/crm/invoices')
})
