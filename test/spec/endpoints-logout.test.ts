import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('logout takes no body: one that is announced and empty will do', async () => {
  const token = await login(service.base)
  const { body } = await call(`${service.base}/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '',
  })
  expect(body).toMatchObject({ code: 200, data: { version: expect.any(Number) } })
  expect((await call(`${service.base}/getinfo`, bearer(token))).body).toMatchObject({ code: 401 })
})

test('a clock that runs ahead and is set back brings no ended token to life', async () => {
  const hour = 3_600_000
  const token = await login(service.base)
  await call(`${service.base}/logout`, { ...bearer(token), method: 'POST' })
  service.advance(4 * hour)
  const other = await login(service.base)
  await call(`${service.base}/logout`, { ...bearer(other), method: 'POST' })
  service.advance(-4 * hour)
  expect((await call(`${service.base}/getinfo`, bearer(token))).body).toMatchObject({ code: 401 })
})
