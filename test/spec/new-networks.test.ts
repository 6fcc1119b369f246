import { afterAll, expect, test } from 'vitest'
import { bearer, call, getCaptcha, postJson } from '../support/client.ts'
import { csvRowsOf } from '../support/csv.ts'
import { expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, listOf, loginOperator, passwordOf } from '../support/operator.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startStandalone } from '../support/standalone.ts'

const HOME = '203.0.113.7'
const OFFICE = '2001:db8:1:2::7'

const service = await startStandalone({ application: { trustProxy: ['127.0.0.1'] } })
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')

async function logIn(username: string, address: string, password = passwordOf(username)): Promise<number> {
  const captcha = { uuid: await getCaptcha(service.base), code: CAPTCHA_TEXT }
  const body = postJson({ ...captcha, username, password }, { 'x-forwarded-for': address })
  return Number((await call(`${service.base}/login`, body)).body.code)
}

/** Returns the addresses of the marked logins of a user, the oldest first. */
async function markedOf(username: string): Promise<unknown[]> {
  const entries = await listOf(admin, `/sys-login-log?newNetwork=true&username=${username}`)
  return entries.map(({ ipaddr }) => ipaddr).toReversed()
}

const newest = (username: string) => listOf(admin, `/sys-login-log?username=${username}&pageSize=1`)

test('the first login of a user is not marked; the first from another network is, and the next ones are not', async () => {
  await addUser(admin, 'alice', roleId)
  expect(await logIn('alice', HOME)).toBe(200)
  expect(await newest('alice')).toMatchObject([{ newNetwork: false }])
  expect(await logIn('alice', OFFICE)).toBe(200)
  expect(await newest('alice')).toMatchObject([{ newNetwork: true, ipaddr: OFFICE, reason: 'logged-in' }])
  for (const address of [HOME, OFFICE, '2001:db8:1:2:ffff::1'])
    expect(await logIn('alice', address)).toBe(200)
  expect(await markedOf('alice')).toEqual([OFFICE])
})

test('a failed login is not marked and does not make a network known', async () => {
  await addUser(admin, 'bob', roleId)
  expect(await logIn('bob', HOME)).toBe(200)
  expect(await logIn('bob', '198.51.100.1', 'wrong')).toBe(400)
  expect(await newest('bob')).toMatchObject([{ newNetwork: false, status: '1' }])
  expect(await logIn('bob', '198.51.100.1')).toBe(200)
  expect(await markedOf('bob')).toEqual(['198.51.100.1'])
})

test('each mark is an event, a figure of the overview and a value of the export, and the log stays intact', async () => {
  const marked = await listOf(admin, '/sys-login-log?newNetwork=true&pageSize=200')
  expect(marked.map(({ username }) => username).toSorted()).toEqual(['alice', 'bob'])
  const events = await listOf(admin, '/event?kind=login.new-network')
  expect(events).toMatchObject([
    { severity: 'info', fields: { username: 'bob', network: '198.51.100.1', address: '198.51.100.1' } },
    {
      text: '“alice” has logged in from 2001:db8:1:2::/64, where this user had not logged in before.',
      fields: { username: 'alice', network: '2001:db8:1:2::/64', address: OFFICE },
    },
  ])
  expect(await dataOf(admin.get('/overview'))).toMatchObject({ newNetworks: 2 })
  const exported = await fetch(`${service.base}/sys-login-log/export?newNetwork=true`, bearer(admin.token))
  expect((await csvRowsOf(await exported.text())).map(({ newNetwork }) => newNetwork)).toEqual([
    'true',
    'true',
  ])
  expect(await dataOf(admin.get('/sys-login-log/verify'))).toMatchObject({ intact: true })
})

test('a filter that is neither true nor empty is refused', async () => {
  expectSuccess(await admin.get('/sys-login-log?newNetwork='))
  expect((await admin.get('/sys-login-log?newNetwork=yes')).body.code).toBe(400)
})
