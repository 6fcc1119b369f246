import { describe, expect, test } from 'vitest'
import { createExclusionList, findDangerousEntries, findEntriesWithoutRoute } from './exclusion-list.ts'

const reason = 'for tests'
const builtIn = [
  { method: 'POST', path: '/api/v1/login', reason: 'public: login needs no token' },
  { method: 'GET', path: '/api/v1/getCaptcha', reason: 'public: login needs a captcha' },
  { method: 'POST', path: '/api/v1/logout', reason: 'every user may end their own session' },
  { method: 'GET', path: '/api/v1/user/profile', reason: 'every user may read their own profile' },
]

describe('the exclusion list', () => {
  test('has the four endpoints of the specification (6a) and nothing else', () => {
    expect(createExclusionList([]).entries).toEqual(builtIn)
  })

  test('adds the configured entries after them', () => {
    const list = createExclusionList([{ method: 'GET', path: '/api/v1/notice/:id', reason }])
    expect(list.entries).toEqual([...builtIn, { method: 'GET', path: '/api/v1/notice/:id', reason }])
    expect(list.has('GET', '/api/v1/notice/7')).toBe(true)
    expect(list.has('PUT', '/api/v1/notice/7')).toBe(false)
  })

  test.each([
    ['/a/:b/c/:d/e', '/a/1/c/2/e', true],
    ['/a/:b/c/:d/e', '/a//c/2/e', false],
    ['/a/:b/c/:d/e', '/a/1/x/2/e', false],
    ['/:b', '/a', true],
    ['/:b/*', '/a/', true],
    ['/ab', '/ab', true],
    ['/ab', '/ac', false],
    ['/files/*', '/files/', true],
    ['/files/*', '/files/a/b', true],
    ['/files/*', '/files', false],
    ['/files/*', '/x/files/a', false],
  ])('an entry %s is a pattern like those of rules: %s is on the list: %s', (path, asked, expected) => {
    expect(createExclusionList([{ method: 'GET', path, reason }]).has('GET', asked)).toBe(expected)
  })

  test('is immutable', () => {
    const entry = { method: 'GET', path: '/api/v1/notice', reason }
    const list = createExclusionList([entry])
    entry.path = '/*'
    expect(list.has('GET', '/api/v1/role')).toBe(false)
    expect(Object.isFrozen(list.entries)).toBe(true)
    expect(list.entries.every(Object.isFrozen)).toBe(true)
    expect(createExclusionList([]).entries).toEqual(builtIn)
  })

  test.each([
    ['POST', '/api/v1/login', true],
    ['GET', '/api/v1/login', false],
    ['POST', '/api/v1/login/', false],
    ['POST', '/api/v1/loginX', false],
    ['POST', '/api/v1/Login', false],
    ['POST', '/api/v1/login/../x', false],
    ['GET', '/api/v1/getCaptcha%2f..%2fx', false],
    ['GET', '/api/v1/user/profile/7', false],
    ['GET', '/x/api/v1/user/profile', false],
  ])('%s %s is on it: %s', (method, path, expected) => {
    expect(createExclusionList([]).has(method, path)).toBe(expected)
  })

  test.each([
    [{ method: 'GET', path: '/a.json' }, 'permission.exclude[1]: ', 'write ":name" in place of "a.json"'],
    [{ method: 'HEAD', path: '/a' }, 'permission.exclude[1]: ', 'write "GET"'],
    [{ method: 'get', path: '/a' }, 'permission.exclude[1]: ', 'write "GET"'],
    [{ method: 'GET', path: 'a' }, 'permission.exclude[1]: ', 'write "/a"'],
  ])('an invalid entry %j is refused by name, with the correction', (entry, name, fix) => {
    const create = () =>
      createExclusionList([
        { method: 'GET', path: '/fine', reason },
        { ...entry, reason },
      ])
    expect(create).toThrow(name)
    expect(create).toThrow(fix)
  })
})

describe('dangerous entries', () => {
  const management = [
    { method: 'GET', path: '/api/v1/sys-user' },
    { method: 'PUT', path: '/api/v1/sys-user' },
    { method: 'DELETE', path: '/api/v1/sys-user/:id' },
    { method: 'POST', path: '/api/v1/logout' },
    { method: 'GET', path: '/api/v1/user/profile' },
    { method: 'PUT', path: '/api/v1/user/profile' },
  ]
  const dangers = (method: string, path: string) =>
    findDangerousEntries(
      createExclusionList([
        { method: 'GET', path: '/api/v1/notice', reason },
        { method, path, reason },
      ]),
      management,
    )

  test.each([
    ['PUT', '/api/v1/sys-user'],
    ['*', '/api/v1/sys-user'],
    ['PUT', '/api/v1/:anything'],
    ['PUT', '/:a/:b/:c'],
    ['PUT', '/api/*'],
    ['*', '/*'],
    ['DELETE', '/api/v1/sys-user/7'],
    ['DELETE', '/api/v1/:x/:y'],
    // No route has these methods.
    ['PATCH', '/api/v1/sys-user'],
    ['DELETE', '/api/v1/sys-user'],
  ])('%s %s would open a management route', (method, path) => {
    expect(dangers(method, path)).toEqual([
      expect.objectContaining({ name: 'permission.exclude[1]', entry: { method, path, reason } }),
    ])
  })

  test('the route that would be excluded is reported', () => {
    expect(dangers('PUT', '/api/*')[0]?.route).toEqual({ method: 'GET', path: '/api/v1/sys-user' })
    expect(dangers('GET', '/api/v1/user/*')[0]?.route).toEqual({
      method: 'PUT',
      path: '/api/v1/user/profile',
    })
  })

  test('GET also opens a route that is declared for HEAD', () => {
    const list = createExclusionList([{ method: 'GET', path: '/api/v1/role', reason }])
    expect(findDangerousEntries(list, [{ method: 'HEAD', path: '/api/v1/role' }])).toHaveLength(1)
  })

  test.each([
    ['PUT', '/api/v1/sys-user/'],
    ['PUT', '/api/v1/sys-users'],
    ['GET', '/public/*'],
    ['POST', '/api/v1/logout'],
  ])('%s %s opens none', (method, path) => {
    expect(dangers(method, path)).toEqual([])
  })
})

test('an entry without a route is reported', () => {
  const list = createExclusionList([
    { method: 'GET', path: '/api/v1/notice/:id', reason },
    { method: 'GET', path: '/api/v1/notise', reason },
    { method: 'PUT', path: '/api/v1/notice/:id', reason },
    { method: 'GET', path: '/files/*', reason },
  ])
  const routes = [
    { method: 'GET', path: '/api/v1/notice/:noticeId' },
    { method: 'GET', path: '/files/:name.png' },
  ]
  expect(findEntriesWithoutRoute(list, () => routes).map(({ name }) => name)).toEqual([
    'permission.exclude[1]',
    'permission.exclude[2]',
  ])
})
