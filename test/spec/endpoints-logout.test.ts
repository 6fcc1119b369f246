import { afterAll, expect, test } from 'vitest'
import { bearer, call, login } from '../support/client.ts'
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)

test('logout needs no body and accepts an empty one with a content type', async () => {
  const token = await login(service.base)
  const { body } = await call(`${service.base}/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '',
  })
  expect(body).toMatchObject({ code: 200, data: { version: expect.any(Number) } })
  expect((await call(`${service.base}/getinfo`, bearer(token))).body).toMatchObject({ code: 401 })
})

test('setting the clock back does not make a revoked token valid again', async () => {
  const hour = 3_600_000
  const token = await login(service.base)
  await call(`${service.base}/logout`, { ...bearer(token), method: 'POST' })
  service.advance(4 * hour)
  const other = await login(service.base)
  await call(`${service.base}/logout`, { ...bearer(other), method: 'POST' })
  service.advance(-4 * hour)
  expect((await call(`${service.base}/getinfo`, bearer(token))).body).toMatchObject({ code: 401 })
})
