import { afterEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { bearer, call, getCaptcha, login, loginAs, postJson, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import {
  ADMIN_PASSWORD,
  CAPTCHA_TEXT,
  startService,
  type TestOptions,
  type TestService,
} from '../support/service.ts'

const HOUR = 60 * 60 * 1000
const runs = createHandlerRuns()
const ORDERS = { method: 'GET', path: '/api/v1/orders' }
const open: TestService[] = []

afterEach(async () => {
  runs.take()
  for (const service of open.splice(0)) await service.close()
})

async function start(
  settings: TestOptions['settings'] = {},
  replacements: TestOptions['replacements'] = {},
): Promise<TestService> {
  const protectedRoutes = runs.routes('GET /api/v1/orders')
  const service = await startService({ settings, replacements, protectedRoutes })
  open.push(service)
  return service
}

const logout = (base: string, token: string) => call(`${base}/logout`, { method: 'POST', ...bearer(token) })

test.for([
  { steps: 'forward and back again', first: HOUR, second: -HOUR },
  { steps: 'back and forward again', first: -HOUR, second: HOUR },
])(
  'the clock is set an hour $steps: revoked tokens stay revoked, and no handler runs for them',
  async ({ first, second }) => {
    const service = await start({ jwt: { timeout: HOUR / 1000 } })
    const { base } = service
    const clerk = await loginAs(service, 'clerk', [ORDERS])
    expectSuccess(await logout(base, clerk.token))

    service.advance(first)
    // Another revocation reloads the snapshot with the current clock.
    expectSuccess(await logout(base, await login(base)))
    expectRefused(await call(`${base}/orders`, bearer(clerk.token)), 401)

    service.advance(second)
    expectRefused(await call(`${base}/orders`, bearer(clerk.token)), 401)
    expectSuccess(await logout(base, await login(base)))
    expectRefused(await call(`${base}/orders`, bearer(clerk.token)), 401)
    expect(runs.take()).toEqual([])

    const again = await login(base, { username: 'clerk', password: clerk.password })
    expect((await call(`${base}/orders`, bearer(again))).body).toEqual({ ran: true })
    expect(runs.take()).toHaveLength(1)
  },
)

test('the clock is set back an hour: the lifetime of a captcha does not change, and a new captcha can be used once', async () => {
  const service = await start({ captcha: { lifetimeSeconds: 120 } })
  const { base } = service
  const old = await getCaptcha(base)
  service.advance(-HOUR)
  service.advance(121_000)
  const credentials = { username: 'admin', password: ADMIN_PASSWORD, code: CAPTCHA_TEXT }
  expectRefused(await call(`${base}/login`, postJson({ ...credentials, uuid: old })), 400)
  const uuid = await getCaptcha(base)
  expectSuccess(await call(`${base}/login`, postJson({ ...credentials, uuid })))
  expectRefused(await call(`${base}/login`, postJson({ ...credentials, uuid })), 400)
})

test('the clock is set forward an hour: a captcha has expired', async () => {
  const service = await start()
  const uuid = await getCaptcha(service.base)
  service.advance(HOUR)
  expectRefused(await tryLogin(service.base, { uuid }), 400)
})

test('captchas issued before the clock was set back still expire and free their capacity', async () => {
  const clock = createClock()
  const shortLivedStore = createMemoryStore({ maxEntries: 2, now: clock.now })
  const { base } = await start({ captcha: { lifetimeSeconds: 120 } }, { now: clock.now, shortLivedStore })
  await getCaptcha(base)
  await getCaptcha(base)
  expectRefused(await call(`${base}/getCaptcha`), 429)
  clock.advance(-HOUR)
  clock.advance(121_000)
  expectSuccess(await call(`${base}/getCaptcha`))
})

test.for([
  { way: 'forward', step: HOUR },
  { way: 'back', step: -HOUR },
])('the clock is set an hour $way: nobody is throttled for longer than one window', async ({ step }) => {
  const service = await start({ rateLimit: { loginPerAddress: 2 } })
  const { base } = service
  const knock = () => call(`${base}/getCaptcha`)
  for (let i = 0; i < 2; i++) expectSuccess(await knock())
  expectRefused(await knock(), 429)
  service.advance(step)
  service.advance(60_000)
  expectSuccess(await knock())
})
