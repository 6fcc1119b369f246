import { describe, expect, test } from 'vitest'
import { METHODS } from '../../../platform/http/call/method.ts'
import { CLASSED_ROUTE_ORIGINS, type ClassedRoute } from './route-classes.ts'
import { compareRoutesLock, formatRoutesLock, parseRoutesLock } from './routes-lock.ts'

const route = (path: string, given: Partial<ClassedRoute> = {}): ClassedRoute => ({
  method: 'GET',
  path,
  checks: 'both',
  origin: 'app',
  class: 'policy',
  ...given,
})
const notice = { method: 'GET', path: '/notice/:id', reason: 'all users read the notices' }
const routes = [
  route('/orders', { method: 'POST' }),
  route('/orders'),
  route('/my-orders', { checks: 'identity', class: 'identity' }),
  route('/notice/:id', { class: 'excluded', exclusions: [notice] }),
  route('/notice/*', { exclusions: [notice] }),
  route('/login', { checks: 'none', class: 'public', origin: 'service' }),
  ...METHODS.map((method) => route('/crm/*', { method, origin: 'upstream' })),
]
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('the lock file has one line per route, sorted by path and method', () => {
  expect(linesOf(formatRoutesLock(routes))).toEqual([
    '* /crm/* policy upstream',
    'GET /login public service',
    'GET /my-orders identity app',
    'GET /notice/* policy app, except GET /notice/:id: all users read the notices',
    'GET /notice/:id excluded app, all users read the notices',
    'GET /orders policy app',
    'POST /orders policy app',
  ])
  expect(formatRoutesLock([...routes].reverse())).toBe(formatRoutesLock(routes))
})

test('a path with spaces or control characters stays in one field of one line', () => {
  const [line] = linesOf(formatRoutesLock([route('/a b\n\u{202E}/c policy app')]))
  expect(line).toBe('GET /a\\u{20}b\\u{a}\\u{202e}/c\\u{20}policy\\u{20}app policy app')
})

describe('the comparison with a lock file', () => {
  const lock = formatRoutesLock(routes)
  const without = (path: string) => routes.filter((one) => one.path !== path)

  test('finds no difference in what was written, also with the line ends of Windows', () => {
    expect(compareRoutesLock(lock, routes)).toEqual([])
    expect(compareRoutesLock(lock.replaceAll('\n', '\r\n'), routes)).toEqual([])
  })

  test('finds a new route, one that is gone, and one with another class', () => {
    const changed = [
      ...without('/orders'),
      route('/orders', { checks: 'identity', class: 'identity' }),
      route('/debug', { checks: 'none', class: 'unguarded' }),
    ]
    expect(compareRoutesLock(lock, changed)).toEqual([
      { method: 'GET', path: '/debug', after: 'unguarded app' },
      { method: 'GET', path: '/orders', before: 'policy app', after: 'identity app' },
      { method: 'POST', path: '/orders', before: 'policy app' },
    ])
  })

  test('finds an exclusion with another reason, and an exclusion of a part', () => {
    const other = { ...notice, reason: 'for the new app' }
    const changed = [
      ...without('/notice/:id').filter(({ path }) => path !== '/notice/*'),
      route('/notice/:id', { class: 'excluded', exclusions: [other] }),
      route('/notice/*'),
    ]
    expect(compareRoutesLock(lock, changed)).toEqual([
      {
        method: 'GET',
        path: '/notice/*',
        before: 'policy app, except GET /notice/:id: all users read the notices',
        after: 'policy app',
      },
      {
        method: 'GET',
        path: '/notice/:id',
        before: 'excluded app, all users read the notices',
        after: 'excluded app, for the new app',
      },
    ])
  })

  test('finds one method of an upstream service with another class', () => {
    const excluded = { class: 'excluded', origin: 'upstream', exclusions: [notice] } as const
    const changed = routes.map((one) =>
      one.path === '/crm/*' && one.method === 'GET' ? route('/crm/*', excluded) : one,
    )
    expect(compareRoutesLock(lock, changed)).toEqual([
      {
        method: 'GET',
        path: '/crm/*',
        before: 'policy upstream',
        after: 'excluded upstream, all users read the notices',
      },
    ])
  })

  test('finds an unguarded route next to a guarded one with the same method and path', () => {
    const open = route('/orders', { checks: 'none', class: 'unguarded' })
    expect(compareRoutesLock(lock, [...routes, open])).toEqual([
      { method: 'GET', path: '/orders', after: 'unguarded app' },
    ])
  })

  test('reports every route for an empty lock file', () => {
    expect(compareRoutesLock('', routes)).toHaveLength(routes.length)
  })

  test.each(['<<<<<<< HEAD', 'GET', 'GET /orders', ' GET /orders policy app'])(
    'refuses a file with the line %j',
    (line) => {
      expect(() => compareRoutesLock(`${lock}${line}\n`, routes)).toThrow(/line \d+ of the lock file/)
    },
  )
})

test('the checks of the routes are read from a lock file; what is excluded needs only the identity', () => {
  const lock = [
    'GET /livez public service',
    'GET /me identity app',
    'GET /news excluded app, all users read them',
    'GET /crm/* policy upstream, except * /crm/news/:id: all users; except GET /crm/x: a test',
    'GET /debug unguarded app',
  ].join('\n')
  expect(parseRoutesLock(lock).map(({ method, path, checks }) => `${method} ${path} ${checks}`)).toEqual([
    'GET /livez none',
    'GET /me identity',
    'GET /news identity',
    'GET /crm/* both',
    'GET /crm/news/:id identity',
    'GET /crm/x identity',
    'GET /debug none',
  ])
  expect(parseRoutesLock('* /crm/* policy upstream')).toHaveLength(METHODS.length)
  expect(parseRoutesLock('GET /a excluded settings, a reason')[0]).toMatchObject({ origin: 'settings' })
  expect(() => parseRoutesLock('GET /a policy nobody')).toThrow('"nobody" in the lock file is not an origin')
  expect(() => parseRoutesLock('GET /a open app')).toThrow('"open" in the lock file is not a class')
})

test.each(CLASSED_ROUTE_ORIGINS)('a route with the origin %s can be read from the lock file', (origin) => {
  const lock = formatRoutesLock([route('/', { checks: 'none', class: 'public', origin })])
  expect(parseRoutesLock(lock)).toEqual([{ method: 'GET', path: '/', checks: 'none', origin }])
})
