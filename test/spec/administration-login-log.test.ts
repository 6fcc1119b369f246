import { afterAll, describe, expect, test } from 'vitest'
import { createLoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { verifyLoginLog } from '../../src/features/monitoring/log-verification/login-log-verification.ts'
import { bearer, call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { csvRowsOf } from '../support/csv.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { dataOf, type Listed, listOf, loginOperator, refusalOf, type Thing } from '../support/operator.ts'
import { CAPTCHA_TEXT, startService } from '../support/service.ts'

const OLD = Date.parse('2020-02-03T04:05:06.789Z')
const OLD_COUNT = 2500

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
await tryLogin(service.base, { username: 'nobody' })
// Many entries with the same timestamp: only their ids give them an order.
const old = Array.from({ length: OLD_COUNT }, (_, i) => entry(`old-${i % 5}`, OLD + Math.floor(i / 100)))
await service.context.loginLogStore.insertMany(old)

function entry(username: string, at: number, status: '1' | '2' = '2') {
  const parts = { username, status, address: '192.0.2.7', userAgent: '', msg: 'Logged in.' }
  return createLoginLogEntry({ ...parts, reason: 'logged-in', method: 'password', at: new Date(at) })
}

const page = (query: string) => dataOf<Listed>(admin.get(`/sys-login-log?${query}`))
const idsOf = (list: readonly Thing[]) => list.map(({ id }) => Number(id))
const exported = async (query = '') => {
  const response = await fetch(`${service.base}/sys-login-log/export?${query}`, bearer(admin.token))
  return { response, text: await response.text() }
}

describe('filters', () => {
  test.each([
    ['username=old-3', OLD_COUNT / 5],
    ['username=old-3&status=1', 0],
    ['ipaddr=192.0.2.7', OLD_COUNT],
    ['ipaddr=192.0.2', OLD_COUNT],
    ['ipaddr=192.0.*', OLD_COUNT],
    ['ipaddr=192.0.2.0/29', OLD_COUNT],
    ['ipaddr=192.0.2.8/29', 0],
    ['ipaddr=192.0.2.70', 0],
    ['ipaddr=2001:db8::/32', 0],
    ['username=old*', OLD_COUNT],
    ['username=old-3*', OLD_COUNT / 5],
    ['username=Old*', 0],
    ['username=old*&status=1', 0],
    ['username=old*&ipaddr=192.0.2.0/24&endTime=2020-02-03', OLD_COUNT],
    ['username=nobody&status=1&ipaddr=127.0.0.1', 1],
    ['reason=logged-in&ipaddr=192.0.2.7', OLD_COUNT],
    ['reason=captcha-wrong', 0],
    ['reason=credentials-wrong&username=nobody', 1],
    ['reason=credentials-wrong&status=2', 0],
    ['username=OLD-3', 0],
    ['username=old-%25', 0],
    ['beginTime=2020-02-03&endTime=2020-02-03', OLD_COUNT],
    ['endTime=2020-02-02', 0],
    ['beginTime=2020-02-04&endTime=2020-12-31', 0],
    ['beginTime=2020-02-03T04:05:06.789Z&endTime=2020-02-03T04:05:06.789Z', 100],
    ['beginTime=2020-02-03%2004:05:06.789&endTime=2020-02-03%2004:05:06.789', 100],
    ['beginTime=2020-02-03T12:05:06.790%2B08:00&endTime=2020-02-03T12:05:06.791%2B08:00', 200],
  ])('%s', async (query, count) => {
    const found = await page(`${query}&pageSize=200`)
    expect(found.count).toBe(count)
    expect(found.list).toHaveLength(Math.min(count, 200))
  })

  test.each(['yesterday', '2020-13-01', '2020-02-30', '1580702706789', '2020-02-03T25:00:00Z', '%00', "'"])(
    'the time %s is refused, and the parameter is named',
    async (time) => {
      for (const name of ['beginTime', 'endTime']) {
        for (const path of ['/sys-login-log', '/sys-login-log/export', '/audit-log', '/audit-log/export']) {
          const [code, msg] = refusalOf(await admin.get(`${path}?${name}=${time}`))
          expect(code).toBe(400)
          expect(msg).toContain(`${name} must be a time`)
        }
      }
    },
  )

  test.each(['10.0.0.0/33', '10.0.0.0/', '10.0/16', 'example.com', '2001:db8::/200', '%00', "'"])(
    'the address %s is refused, and examples say what to write',
    async (address) => {
      for (const path of ['/sys-login-log', '/sys-login-log/export', '/session']) {
        const [code, msg] = refusalOf(await admin.get(`${path}?ipaddr=${address}`))
        expect(code).toBe(400)
        expect(msg).toContain('ipaddr must be an address such as 10.0.0.5, a network such as 10.0.0.0/16')
      }
    },
  )

  test('a backslash makes the asterisk at the end of a name a part of the name', async () => {
    for (const username of ['star*', 'star', 'starling', 'star\\*'])
      await tryLogin(service.base, { username })
    const found = async (username: string) =>
      (await page(`username=${encodeURIComponent(username)}`)).list.map((one) => one.username).sort()
    expect(await found('star*')).toEqual(['star', 'star*', 'star\\*', 'starling'])
    expect(await found('star\\*')).toEqual(['star*'])
    expect(await found('star\\\\*')).toEqual(['star\\*'])
    expect(await found('star**')).toEqual(['star*'])
  })

  test('an empty filter is ignored; a repeated filter is refused', async () => {
    const empty = await page('username=&status=&ipaddr=&beginTime=&endTime=')
    expect(empty.count).toBe((await page('')).count)
    expectRefused(await admin.get('/sys-login-log?username=old-1&username=old-2'), 400)
  })

  test('the newest entry comes first', async () => {
    const times = (await listOf(admin, '/sys-login-log?pageSize=200')).map(({ loginTime }) =>
      String(loginTime),
    )
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('keyset pagination', () => {
  /** Returns all ids page by page, and calls `between` after each page. */
  async function readAllPages(query: string, pageSize: number, between = async () => {}): Promise<number[]> {
    const ids: number[] = []
    for (let after = ''; ; ) {
      const { list, next } = await page(`${query}&pageSize=${pageSize}&after=${after}`)
      ids.push(...idsOf(list))
      if (!next) return ids
      after = next
      await between()
    }
  }

  test('returns the same pages as offset pagination', async () => {
    for (const query of ['username=old-1', 'ipaddr=192.0.2.7&endTime=2020-02-03T04:05:06.790Z']) {
      const byNumber: number[] = []
      for (let pageIndex = 1; pageIndex <= 9; pageIndex++)
        byNumber.push(...idsOf((await page(`${query}&pageSize=60&pageIndex=${pageIndex}`)).list))
      expect(byNumber).toHaveLength(query.startsWith('username') ? 500 : 200)
      expect(await readAllPages(query, 60)).toEqual(byNumber)
    }
  })

  test('neither repeats nor skips an entry while new entries are added', async () => {
    const before = idsOf((await page('status=2&pageSize=200')).list)
    let added = 0
    const ids = await readAllPages('status=2', 200, async () => {
      added++
      await service.context.loginLogStore.insertMany([entry('newcomer', Date.now())])
    })
    expect(added).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, 200)).toEqual(before)
    expect(ids.length).toBe(Number((await page('status=2')).count) - added)
  })

  test('returns a cursor only when requested, and none on the last page', async () => {
    expect(await page('username=old-1')).not.toHaveProperty('next')
    expect(await page('username=nobody&after=')).toMatchObject({ next: null })
    expect(await page('username=old-1&pageSize=200&after=1-1')).toMatchObject({ list: [], next: null })
  })

  test.each(['x', '1', '1-', '-1-1', '1-1-1', '1;drop', '9999999999999999-1'])(
    'the cursor %s is refused',
    async (key) => {
      for (const path of ['/sys-login-log', '/audit-log'])
        expectRefused(await admin.get(`${path}?after=${encodeURIComponent(key)}`), 400)
    },
  )
})

describe('export', () => {
  test('is streamed as CSV, with the filters applied', async () => {
    const { response, text } = await exported()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="login-log.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-length')).toBeNull()
    const rows = await csvRowsOf(text)
    expect(rows).toHaveLength((await page('')).count)
    expect(rows.at(-1)).toMatchObject({ username: 'old-0', status: '2', ipaddr: '192.0.2.7' })
    const filtered = await csvRowsOf((await exported('username=old-2&endTime=2020-02-03')).text)
    expect(filtered).toHaveLength(OLD_COUNT / 5)
    expect(new Set(filtered.map(({ username }) => username))).toEqual(new Set(['old-2']))
    expect((await exported('username=never')).text.split('\r\n')).toHaveLength(2)
  })

  test('escapes client input so that it stays in its cell and is not evaluated as a formula', async () => {
    const username = '=HYPERLINK("http://evil.example",A1)'
    const userAgent = '@SUM(1,2) "quoted", and more'
    const uuid = await getCaptcha(service.base)
    const body = { username, password: 'x', uuid, code: CAPTCHA_TEXT }
    await call(`${service.base}/login`, postJson(body, { 'user-agent': userAgent }))
    const query = `username=${encodeURIComponent(username)}`
    expect(await listOf(admin, `/sys-login-log?${query}`)).toMatchObject([{ username, remark: userAgent }])
    const [row] = await csvRowsOf((await exported(query)).text)
    expect(row).toMatchObject({ username: `'${username}`, remark: `'${userAgent}` })
  })

  test('needs a token and permission', async () => {
    expectRefused(await call(`${service.base}/sys-login-log/export`), 401)
    expectRefused(await admin.get('/sys-login-log/export?status=4'), 400)
  })
})

describe('deleting', () => {
  const verified = () => verifyLoginLog({ ...service.context, loginLog: service.context.loginLogStore })

  test('removes one or many entries from the list, the count and the export; the rest of the chain stays intact', async () => {
    const [one = 0, two = 0, three = 0] = idsOf((await page('username=old-4')).list)
    const { count } = await page('')
    expectSuccess(await admin.remove(`/sys-login-log/${one}`), { data: null })
    expectSuccess(await admin.remove('/sys-login-log', { ids: [two, three, two] }), { data: null })
    expect((await page('')).count).toBe(count - 3)
    expect((await page('username=old-4')).count).toBe(OLD_COUNT / 5 - 3)
    for (const id of [one, two, three]) expectRefused(await admin.get(`/sys-login-log/${id}`), 404)
    expect(await verified()).toMatchObject({ intact: true, removed: 3, findings: [] })
  })

  test('is atomic: an unknown id is reported, and nothing is deleted', async () => {
    const [id = 0] = idsOf((await page('username=old-0')).list)
    expect(refusalOf(await admin.remove('/sys-login-log', { ids: [id, 888_888] }))).toEqual([
      404,
      expect.stringContaining('888888'),
    ])
    expectSuccess(await admin.get(`/sys-login-log/${id}`))
    expectRefused(await admin.remove('/sys-login-log/888888'), 404)
  })

  test('is recorded in the audit log with operator, time and affected users', async () => {
    const [id = 0] = idsOf((await page('username=old-0')).list)
    await dataOf(admin.remove(`/sys-login-log/${id}`))
    const [entry] = await listOf(admin, '/audit-log?action=login-log.delete')
    expect(entry).toMatchObject({ operator: 'admin', before: { entries: [{ id, username: 'old-0' }] } })
  })

  test.each([{}, { ids: [] }, { ids: ['1'] }, { ids: [-1] }])('%j is refused', async (body) => {
    expectRefused(await admin.remove('/sys-login-log', body), 400)
  })
})
