import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appWith } from '../../../../test/support/route-app.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database/database.ts'
import { createPolicyStore, type PolicyStore } from '../policy.store.ts'
import type { PolicyRule } from '../policy-rule.ts'
import { policyRoutes } from './policy-endpoints.ts'

const rule = (roleKey: string, path = '/a', method = 'GET'): PolicyRule => ({ roleKey, path, method })

let handle: DatabaseHandle
let store: PolicyStore
let asked: unknown[]
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  store = createPolicyStore(handle.database)
  asked = []
})
afterEach(() => handle.close())

/** The routes over a real store, with an administration that says what it was asked for. */
async function send(
  name: keyof ReturnType<typeof policyRoutes>,
  request: { query?: Record<string, string>; body?: unknown } = {},
) {
  const routes: Record<string, RouteShorthandOptionsWithHandler> = policyRoutes({
    policyStore: store,
    policyAdministration: {
      async add(operator, rules) {
        asked.push(['add', operator.username, rules])
        return { added: rules.length, version: 5 }
      },
      async remove(operator, rules) {
        asked.push(['remove', operator.username, rules])
        return { removed: rules.length, version: 5 }
      },
      async change(operator, { add, remove }) {
        asked.push(['change', operator.username, add, remove])
        return { added: add, removed: remove, version: 5 }
      },
    },
  })
  const route = routes[name]
  if (!route) throw new Error('no such route')
  const method = request.body === undefined ? 'GET' : 'POST'
  const app = appWith(method, route)
  const answer = await app.inject({
    url: '/',
    method,
    ...(request.query ? { query: request.query } : {}),
    ...(request.body === undefined ? {} : { payload: Object(request.body) }),
  })
  await app.close()
  return answer
}

describe('the list', () => {
  beforeEach(async () => {
    await store.insert([rule('b', '/x/one'), rule('a', '/x/two', 'PUT'), rule('a', '/y')])
  })

  test('is paginated and sorted by role, path and method', async () => {
    const { data } = (await send('list', { query: { pageSize: '2' } })).json()
    expect(data).toEqual({
      list: [rule('a', '/x/two', 'PUT'), rule('a', '/y')],
      count: 3,
      pageIndex: 1,
      pageSize: 2,
    })
    expect((await send('list', { query: { pageSize: '2', pageIndex: '2' } })).json().data.list).toEqual([
      rule('b', '/x/one'),
    ])
  })

  test.each([
    ['roleKey', 'b', 1],
    ['path', '/x', 2],
    ['method', 'PUT', 1],
  ])('is filtered by %s', async (field, value, count) => {
    expect((await send('list', { query: { [field]: value } })).json().data.count).toBe(count)
  })

  test('a filter of more than 4096 characters is refused', async () => {
    for (const field of ['roleKey', 'path', 'method']) {
      expect((await send('list', { query: { [field]: 'x'.repeat(4096) } })).json().code).toBe(200)
      expect((await send('list', { query: { [field]: 'x'.repeat(4097) } })).json().code).toBe(400)
    }
  })
})

describe.each([
  ['add', 'added'],
  ['remove', 'removed'],
] as const)('to %s rules', (name, counted) => {
  test('passes the rules and the operator on, and does not return the version', async () => {
    // Only a request that removes something refuses unknown members.
    const more = name === 'add' ? { more: 1 } : {}
    const answer = await send(name, { body: { rules: [{ ...rule('a'), ...more }, rule('b')] } })
    expect(answer.json()).toEqual({ code: 200, msg: 'OK', data: { [counted]: 2 } })
    expect(asked).toEqual([[name, 'alice', [rule('a'), rule('b')]]])
  })

  test.each([
    ['no rules', {}],
    ['an empty list', { rules: [] }],
    ['rules that are not a list', { rules: 'x' }],
    ['a list of rules as the body', [rule('a')]],
    ['a rule that is none', { rules: ['x'] }],
    ['a rule without a role', { rules: [{ path: '/a', method: 'GET' }] }],
    ['a rule without a path', { rules: [{ roleKey: 'a', method: 'GET' }] }],
    ['a rule without a method', { rules: [{ roleKey: 'a', path: '/a' }] }],
    ['a role key that is not a string', { rules: [{ ...rule('a'), roleKey: 7 }] }],
    ['a path that is not a string', { rules: [{ ...rule('a'), path: 7 }] }],
    ['a method that is not a string', { rules: [{ ...rule('a'), method: 7 }] }],
    ['a text beyond 4096 characters', { rules: [rule('a'.repeat(4097))] }],
    ['more than 20,000 rules', { rules: Array(20_001).fill(rule('a')) }],
  ])('%s: refused', async (_name, body) => {
    expect((await send(name, { body })).json().code).toBe(400)
    expect(asked).toEqual([])
  })

  test('accepts 20,000 rules and a body of at most eight megabytes', async () => {
    const most = { rules: Array(20_000).fill(rule('a'.repeat(64), '/b'.repeat(100))) }
    expect((await send(name, { body: most })).json().code).toBe(200)
    const tooLong = { rules: [rule('a')], more: 'x'.repeat(8 * 1024 * 1024) }
    expect((await send(name, { body: tooLong })).statusCode).toBe(413)
  })
})

describe('an import', () => {
  test('reads Casbin CSV and returns how many rules were read and added', async () => {
    const answer = await send('import', { body: { csv: 'p, a, /a, GET\np, b, /a, GET\n' } })
    expect(answer.json()).toEqual({ code: 200, msg: 'OK', data: { added: 2, read: 2 } })
    expect(asked).toEqual([['add', 'alice', [rule('a'), rule('b')]]])
  })

  test('adds nothing if a line is invalid, and lists the problem of each line', async () => {
    const answer = await send('import', { body: { csv: 'p, a, /a, GET\ng, x, y\np, a\n' } })
    expect(answer.json()).toEqual({
      code: 400,
      msg: [
        'Invalid parameters: nothing was imported.',
        'line 2: only "p, role, path, method" can be imported, not "g"',
        'line 3: write "p, role, path, method": four fields, and one that contains a comma in quotes',
      ].join('\n'),
      reason: 'invalid-parameters',
      errors: [{ field: 'csv', message: expect.stringMatching(/^Nothing was imported\.\nline 2: /) }],
    })
    expect(asked).toEqual([])
  })

  test('lists at most a hundred invalid lines', async () => {
    const { msg } = (await send('import', { body: { csv: 'g\n'.repeat(100) } })).json()
    expect(msg.split('\n')).toHaveLength(101)
    expect(msg).not.toContain('more')
    const long = (await send('import', { body: { csv: 'g\n'.repeat(103) } })).json()
    expect(long.msg.split('\n')).toHaveLength(102)
    expect(long.msg).toMatch(/\n… and 3 more$/)
  })

  test.each([
    ['no text', {}],
    ['a number', { csv: 7 }],
    ['a list', ['p, a, /a, GET']],
  ])('%s is refused', async (_name, body) => {
    expect((await send('import', { body })).json().code).toBe(400)
    expect(asked).toEqual([])
  })

  test('of more than eight megabytes is refused', async () => {
    const longest = `${'#'.repeat(1023)}\n`.repeat(4 << 10)
    expect((await send('import', { body: { csv: longest } })).json().code).toBe(200)
    expect((await send('import', { body: { csv: '#'.repeat(9 << 20) } })).statusCode).toBe(413)
  })
})

test('an export can be imported', async () => {
  await store.insert([rule('b', '/x'), rule('a')])
  const answer = await send('export')
  expect(answer.body).toBe('p, b, /x, GET\np, a, /a, GET\n')
  expect(answer.headers['content-disposition']).toContain('policy')
})
