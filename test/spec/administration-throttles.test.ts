import { afterAll, expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const MAX_FAILURES = 3
/** The clock stands still, so that no wait ends during a test. */
const NOW = Date.now()
const UNKNOWN_ID = 'x'.repeat(43)

const service = await startService({
  settings: { login: { maxFailures: MAX_FAILURES } },
  replacements: { now: () => NOW },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')
for (const username of ['anna', 'ben']) await addUser(admin, username, roleId)

async function block(username: string): Promise<string> {
  for (let i = 0; i < MAX_FAILURES; i++) await tryLogin(service.base, { username, password: 'wrong' })
  const listed = await listOf(admin, '/throttle')
  return String(listed.find((one) => one.username === username)?.id)
}

const codeOf = async (username: string) =>
  (await tryLogin(service.base, { username, password: passwordOf(username) })).body.code

test('a blocked username is listed with its network, failures and the end of the wait', async () => {
  await block('anna')
  const [one] = await listOf(admin, '/throttle')
  expect(one).toEqual({
    id: expect.stringMatching(/^[\w-]{43}$/),
    kind: 'account',
    username: 'anna',
    network: '127.0.0.1',
    failures: MAX_FAILURES,
    lastFailure: expect.any(String),
    blockedUntil: expect.any(String),
  })
  expect(Date.parse(String(one?.blockedUntil))).toBeGreaterThan(Date.parse(String(one?.lastFailure)))
})

test('a released user can log in at once, and the audit log says who was released', async () => {
  const [one] = await listOf(admin, '/throttle')
  expect(await codeOf('anna')).toBe(429)
  await dataOf(admin.remove(`/throttle/${one?.id}`))
  expect(await codeOf('anna')).toBe(200)
  expect(await dataOf<Listed>(admin.get('/throttle'))).toMatchObject({ list: [], count: 0 })
  const [entry] = await listOf(admin, '/audit-log?targetKind=throttle')
  expect(entry).toMatchObject({
    operator: 'admin',
    action: 'throttle.release',
    target: 'anna (127.0.0.1)',
    before: { username: 'anna', network: '127.0.0.1', failures: MAX_FAILURES },
    after: null,
  })
})

test('several are released together, all or none', async () => {
  const ids = [await block('anna'), await block('nobody')]
  expectRefused(await admin.remove('/throttle', { ids: [...ids, UNKNOWN_ID] }), 404)
  expect((await dataOf<Listed>(admin.get('/throttle?pageSize=1'))).count).toBe(2)
  expect(await dataOf(admin.remove('/throttle', { ids }))).toEqual({ released: 2 })
  expect((await dataOf<Listed>(admin.get('/throttle'))).count).toBe(0)
})

test('an unknown or malformed id is refused', async () => {
  expectRefused(await admin.remove(`/throttle/${UNKNOWN_ID}`), 404)
  for (const id of ['1', 'x'.repeat(44), '%00']) {
    expect(refusalOf(await admin.remove(`/throttle/${id}`))[0], id).toBe(400)
  }
  expectRefused(await admin.remove('/throttle', { ids: [] }), 400)
})

test('only a role with a rule may list and release, and nobody releases a user beyond their own role', async () => {
  const clerk = await loginOperator(service.base, { username: 'ben', password: passwordOf('ben') })
  const [ofAnna, ofAdmin] = [await block('anna'), await block('admin')]
  expectRefused(await clerk.get('/throttle'), 401)
  expectRefused(await clerk.remove(`/throttle/${ofAnna}`), 401)
  const rules = [
    { roleKey: 'clerk', method: 'GET', path: '/api/v1/throttle' },
    { roleKey: 'clerk', method: 'DELETE', path: '/api/v1/throttle/:id' },
  ]
  await dataOf(admin.post('/policy', { rules }))
  expect((await dataOf<Listed>(clerk.get('/throttle'))).count).toBe(2)
  expect(refusalOf(await clerk.remove(`/throttle/${ofAdmin}`))[0]).toBe(409)
  await dataOf(clerk.remove(`/throttle/${ofAnna}`))
  expect(await codeOf('anna')).toBe(200)
  await dataOf(admin.remove(`/throttle/${ofAdmin}`))
})

test('the overview marks names that no user has', async () => {
  const { failingNames } = await dataOf<{ failingNames: { username: string; exists: boolean }[] }>(
    admin.get('/overview'),
  )
  expect(failingNames).toContainEqual({ username: 'anna', exists: true, count: expect.any(Number) })
  expect(failingNames).toContainEqual({ username: 'nobody', exists: false, count: expect.any(Number) })
})

test('blocked logins of users with a role are listed on their own', async () => {
  const roleId = await addRole(admin, 'guards')
  await addUser(admin, 'gina', roleId)
  for (const username of ['Gina', 'nobody-has-this-name']) await block(username)
  const namesOf = async (roleKey: string) =>
    (await listOf(admin, `/throttle?roleKey=${roleKey}`)).map(({ username }) => username)
  expect(await namesOf('guards')).toEqual(['Gina'])
  expect(await dataOf<Listed>(admin.get('/throttle?roleKey=guards&pageSize=1'))).toMatchObject({ count: 1 })
  expect(await namesOf('clerk')).not.toContain('Gina')
  expect(await namesOf('unknown')).toEqual([])
  expect(await namesOf('')).toContain('nobody-has-this-name')
})
