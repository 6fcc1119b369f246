import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  passwordOf,
  type Rule,
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

let serial = 0
let roleKey: string
let roleId: number

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)

beforeEach(async () => {
  serial++
  roleKey = `role-${serial}`
  roleId = await addRole(admin, roleKey)
})

const rule = (path: string, method = 'GET'): Rule => ({ roleKey, method, path })
const add = (...rules: unknown[]) => admin.post('/policy', { rules })
const remove = (...rules: unknown[]) => admin.remove('/policy', { rules })
const rules = () => listOf(admin, `/policy?roleKey=${roleKey}&pageSize=200`)

describe('adding', () => {
  test('returns the number of new rules and ignores existing ones', async () => {
    expect(await dataOf(add(rule('/a'), rule('/b')))).toEqual({ added: 2 })
    expect(await dataOf(add(rule('/a'), rule('/b')))).toEqual({ added: 0 })
    expect(await dataOf(add(rule('/b'), rule('/c'), rule('/c'), rule('/c', 'POST')))).toEqual({ added: 2 })
    expect(await rules()).toEqual([rule('/a'), rule('/b'), rule('/c'), rule('/c', 'POST')])
  })

  test.each([
    ['a pattern in another syntax', () => rule('/a/{id}'), /\/a\/\{id\}/],
    ['a wildcard in the middle', () => rule('/a/*/b'), /\/a\/\*\/b/],
    ['a path without a slash', () => rule('a'), /"a"/],
    ['a lowercase method', () => rule('/a', 'get'), /"get"/],
    ['an unknown method', () => rule('/a', 'BREW'), /"BREW"/],
    ['two methods', () => rule('/a', 'GET|POST'), /GET\|POST/],
    ['an empty path', () => rule(''), /path/],
    ['an unknown role', () => ({ ...rule('/a'), roleKey: 'nobody-has-this' }), /"nobody-has-this"/],
    ['no role', () => ({ path: '/a', method: 'GET' }), /roleKey/],
    ['a method that is not a string', () => ({ roleKey, path: '/a', method: 5 }), /method/],
  ])('one invalid rule among valid ones: nothing is written. %s', async (_, bad, problem) => {
    const [code, msg] = refusalOf(await add(rule('/good'), bad(), rule('/good/too')))
    expect([400, 409]).toContain(code)
    expect(msg).toMatch(problem)
    expect(await rules()).toEqual([])
  })

  test.each([{}, { rules: [] }, { rules: {} }, [], { rules: [null] }])('%j is refused', async (body) => {
    expectRefused(await admin.post('/policy', body), 400)
    expectRefused(await admin.remove('/policy', body), 400)
  })

  test('5,000 in one request: all are added, or none if the last one is invalid', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => rule(`/many/${i}`))
    expectRefused(await add(...many, rule('/bad/{id}')), 400)
    expect(await rules()).toEqual([])
    expect(await dataOf(add(...many))).toEqual({ added: 5000 })
    expect(await dataOf(remove(...many))).toEqual({ removed: 5000 })
    expect(await rules()).toEqual([])
  })
})

describe('removing', () => {
  test('returns the number of removed rules and counts a repeated rule once', async () => {
    await dataOf(add(rule('/a'), rule('/b'), rule('/c')))
    expect(await dataOf(remove(rule('/a'), rule('/c'), rule('/a')))).toEqual({ removed: 2 })
    expect(await rules()).toEqual([rule('/b')])
  })

  test('a rule that does not exist: nothing is removed, and the message names the rule', async () => {
    await dataOf(add(rule('/a'), rule('/b')))
    for (const missing of [rule('/never'), rule('/a', 'POST'), { ...rule('/a'), roleKey: 'admin' }]) {
      const [code, msg] = refusalOf(await remove(rule('/a'), missing, rule('/b')))
      expect(code).toBe(409)
      expect(msg).toContain(`${missing.roleKey} ${missing.method} ${missing.path}`)
      expect(await rules()).toHaveLength(2)
    }
  })
})

describe('changing', () => {
  const change = (body: unknown) => admin.post('/policy/change', body)
  const entries = () => listOf(admin, `/audit-log?target=${roleKey}&pageSize=200`)

  test('adds and removes at once, returns both lists, and has one entry in the audit log', async () => {
    await dataOf(add(rule('/a'), rule('/b')))
    const before = await entries()
    const changed = await dataOf<Record<string, Rule[]>>(
      change({ add: [rule('/b'), rule('/c'), rule('/c')], remove: [rule('/a')] }),
    )
    expect(changed).toEqual({ added: [rule('/c')], removed: [rule('/a')] })
    expect(await rules()).toEqual([rule('/b'), rule('/c')])
    expect(await entries()).toHaveLength(before.length + 1)

    const { added, removed } = changed
    expect(await dataOf(change({ add: removed, remove: added }))).toEqual({ added: removed, removed: added })
    expect(await rules()).toEqual([rule('/a'), rule('/b')])
    expect((await entries())[0]).toMatchObject({ action: 'policy.change', target: roleKey })
  })

  test('cannot be undone once somebody has removed what it added: the refusal names the rule', async () => {
    await dataOf(add(rule('/a')))
    await dataOf(change({ add: [rule('/b')], remove: [rule('/a')] }))
    await dataOf(remove(rule('/b')))
    const [code, msg] = refusalOf(await change({ add: [rule('/a')], remove: [rule('/b')] }))
    expect([code, msg]).toEqual([409, expect.stringContaining(`${roleKey} GET /b`)])
    expect(await rules()).toEqual([])
  })

  test.each([
    ['an invalid rule', () => ({ add: [rule('/b'), rule('/b/{id}')], remove: [rule('/a')] }), 400, /\{id\}/],
    ['an unknown role', () => ({ add: [{ ...rule('/b'), roleKey: 'ghost' }] }), 409, /"ghost"/],
    ['an unknown rule', () => ({ add: [rule('/b')], remove: [rule('/a'), rule('/z')] }), 409, /GET \/z/],
    ['a rule in both lists', () => ({ add: [rule('/b'), rule('/a')], remove: [rule('/a')] }), 400, /GET \/a/],
    ['a field with another name', () => ({ add: [rule('/b')], delete: [rule('/a')] }), 400, /delete/],
    ['a rule with another field', () => ({ add: [{ ...rule('/b'), effect: 'deny' }] }), 400, /effect/],
    ['no rule', () => ({ add: [], remove: [] }), 400, /empty/],
    ['an empty object', () => ({}), 400, /empty/],
    [
      'more rules than one audit log entry lists',
      () => ({ add: Array.from({ length: 501 }, (_, i) => rule(`/many/${i}`)) }),
      400,
      /500/,
    ],
  ])('is refused as a whole: %s', async (_, body, status, problem) => {
    await dataOf(add(rule('/a')))
    const [code, msg] = refusalOf(await change(body()))
    expect([code, msg]).toEqual([status, expect.stringMatching(problem)])
    expect(await rules()).toEqual([rule('/a')])
  })

  test('needs its own permission: those to add and to delete rules are not enough', async () => {
    await dataOf(add(rule('/api/v1/policy', '*'), rule('/api/v1/policy/preview', 'POST')))
    await addUser(admin, `editor-${serial}`, roleId)
    const credentials = { username: `editor-${serial}`, password: passwordOf(`editor-${serial}`) }
    const editor = await loginOperator(service.base, credentials)
    expectRefused(await editor.post('/policy/change', { add: [rule('/a')] }), 401)
  })
})

describe('the list', () => {
  test('is filtered by role, part of the path and method, and paginated', async () => {
    await dataOf(add(...['/x/one', '/x/two', '/y/one'].flatMap((path) => [rule(path), rule(path, 'PUT')])))
    const get = (query: string) => dataOf<Listed>(admin.get(`/policy?roleKey=${roleKey}&${query}`))
    expect((await get('method=PUT')).list).toHaveLength(3)
    expect((await get('path=/x/')).list).toHaveLength(4)
    expect((await get('path=one&method=GET')).list).toEqual([rule('/x/one'), rule('/y/one')])
    // SQL wildcards are matched literally.
    expect((await get('path=%25')).list).toEqual([])
    expect((await get('path=_')).list).toEqual([])
    const pages = [await get('pageSize=4'), await get('pageSize=4&pageIndex=2')]
    expect(pages.map(({ list, count }) => [list.length, count])).toEqual([
      [4, 6],
      [2, 6],
    ])
    expect(pages.flatMap(({ list }) => list)).toEqual(await rules())
  })
})

describe('as Casbin CSV', () => {
  const importCsv = (csv: unknown) => admin.post('/policy/import', { csv })
  const exported = async () => {
    const response = await fetch(`${service.base}/policy/export`, bearer(admin.token))
    return { response, text: await response.text() }
  }

  test('an export can be imported again and yields the same policy', async () => {
    await dataOf(add(rule('/a/:id'), rule('/b/*', '*'), rule('/point/1,2')))
    const { response, text } = await exported()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('policy.csv')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text).toContain(`p, ${roleKey}, /b/*, *\n`)
    const lines = text.trim().split('\n').length
    expect(await dataOf(importCsv(text))).toEqual({ added: 0, read: lines })
    const before = await rules()
    await dataOf(remove(...before))
    expect(await dataOf(importCsv(text))).toEqual({ added: 3, read: lines })
    expect(await rules()).toEqual(before)
    expect((await exported()).text.split('\n').toSorted()).toEqual(text.split('\n').toSorted())
  })

  test('reports one line per invalid row, and nothing is written', async () => {
    const csv = [
      `p, ${roleKey}, /good, GET`,
      `p, ${roleKey}, /a/{id}, GET`,
      '# a comment',
      'g, alice, editor',
      `p, ${roleKey}, /b`,
      `p, ${roleKey}, /c, FETCH`,
    ].join('\n')
    const [code, msg] = refusalOf(await importCsv(csv))
    expect(code).toBe(400)
    expect(msg.match(/^line \d+: /gm)).toEqual(['line 2: ', 'line 4: ', 'line 5: ', 'line 6: '])
    expect(await rules()).toEqual([])
  })

  test('an unknown role: nothing is written, and the message names it', async () => {
    const [code, msg] = refusalOf(await importCsv(`p, ${roleKey}, /good, GET\np, ghost, /a, GET\n`))
    expect(code).toBe(409)
    expect(msg).toContain('"ghost"')
    expect(await rules()).toEqual([])
  })

  test('the error message stays readable however many rows are invalid', async () => {
    const [code, msg] = refusalOf(await importCsv('wrong\n'.repeat(100_000)))
    expect(code).toBe(400)
    expect(msg.length).toBeLessThan(20_000)
    expect(msg).toContain('line 1: ')
    expect(msg).toMatch(/and 99,?900 more/)
  })

  test.each([{}, { csv: 5 }, { csv: null }, []])('%j is refused', async (body) => {
    expectRefused(await admin.post('/policy/import', body), 400)
  })

  test('an empty file changes nothing', async () => {
    expectSuccess(await importCsv(''), { data: { added: 0, read: 0 } })
  })
})
