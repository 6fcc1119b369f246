import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createClient, type ServiceAccount } from '../../packages/client/src/index.ts'
import { addRole, dataOf, loginOperator } from '../support/operator.ts'
import { orderRoutes } from '../support/order-routes.ts'
import { startService } from '../support/service.ts'

const service = await startService({
  protectedRoutes: orderRoutes,
  settings: { login: { methods: ['password', 'service'] } },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'robot', [{ method: 'GET', path: '/api/v1/orders' }])
const account = await dataOf(admin.post('/service-account', { username: 'ci-bot', roleId }))
const userId = Number(account.userId)
const secret = String((await dataOf(admin.post(`/service-account/${userId}/secret`, {}))).secret)

/** Returns a client of the account, and the paths of its requests. */
function clientOf(serviceAccount: ServiceAccount) {
  const sent: string[] = []
  const client = createClient({
    baseUrl: service.origin,
    serviceAccount,
    fetch(input, init) {
      sent.push(new URL(String(input)).pathname)
      return fetch(input, init)
    },
  })
  const logins = () => sent.filter((path) => path === '/api/v1/login').length
  return { client, sent, logins, orders: () => client.send('GET', '/api/v1/orders') }
}

const endSessions = () => dataOf(admin.put(`/service-account/${userId}`, { networks: [] }))

test('a program logs in before its first request, and keeps the token', async () => {
  const { sent, orders } = clientOf({ name: 'ci-bot', secret })
  await orders()
  await orders()
  expect(sent).toEqual(['/api/v1/login', '/api/v1/orders', '/api/v1/orders'])
})

test('it logs in again when its session has ended; parallel requests share one login', async () => {
  const { client, logins, orders } = clientOf({ name: 'ci-bot', secret })
  await Promise.all([orders(), orders(), orders()])
  expect(logins()).toBe(1)
  await endSessions()
  await Promise.all([orders(), orders(), orders()])
  expect(logins()).toBe(2)
  await client.logout()
  await orders()
  expect(logins()).toBe(3)
})

test('a denied permission is not a reason to log in again', async () => {
  const { client, logins } = clientOf({ name: 'ci-bot', secret })
  await expect(client.get('/api/v1/sys-user')).rejects.toMatchObject({ reason: 'permission-denied' })
  expect(logins()).toBe(1)
})

test('a refused login rejects the requests, and is not repeated at once', async () => {
  const { sent, orders } = clientOf({ name: 'ci-bot', secret: `${secret}x` })
  const all = await Promise.allSettled([orders(), orders()])
  for (const { status } of all) expect(status).toBe('rejected')
  await expect(orders()).rejects.toMatchObject({ code: 400, reason: 'credentials-wrong' })
  expect(sent).toEqual(['/api/v1/login'])
})

test('every login gets a new assertion', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  await dataOf(admin.post(`/service-account/${userId}/key`, { publicKey: pem }))
  const sign = () =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('ci-bot')
      .setSubject('ci-bot')
      .setAudience('castellan')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey)
  const { logins, orders } = clientOf(sign)
  await orders()
  await endSessions()
  await orders()
  expect(logins()).toBe(2)
})

test('a service account cannot keep its token in a cookie', () => {
  expect(() => createClient({ serviceAccount: { name: 'ci-bot', secret }, token: 'cookie' })).toThrow(
    TypeError,
  )
})
