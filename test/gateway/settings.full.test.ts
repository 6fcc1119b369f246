import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import { createStandaloneService } from '../../src/service/service.ts'
import { createLogLines } from '../support/log-lines.ts'
import { SECRET } from '../support/service.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'
import { startProblem } from '../support/standalone.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const gatewayFor = (prefix: string) => ({
  signingSecret: SIGNING_SECRET,
  upstreams: [{ prefix, url: 'http://127.0.0.1:9' }],
})

test.each([
  ['/api/v1/login', 'login'],
  ['/api/v1/sys-user/7/orders', 'sys-user'],
  ['/api/v1/user/orders', 'user'],
  ['/api/v1/Role', 'role'],
  ['/api/v1/refresh_token', 'refresh_token'],
  ['/api/v1/docs', 'docs'],
])('a prefix that the service uses itself stops the start: %s', async (prefix, segment) => {
  const settings = resolveSettings({
    application: { dataDir },
    jwt: { secret: SECRET },
    gateway: gatewayFor(prefix),
  })
  const start = createStandaloneService(settings, { logger: createLogLines().logger })
  await expect(start).rejects.toThrow(
    `gateway.upstreams has the prefix ${prefix}, but the service uses paths under /api/v1/${segment} itself`,
  )
})

test('an app that embeds the service has no gateway', async () => {
  expect(await startProblem({ gateway: gatewayFor('/api/v1/orders') })).toBe(
    'gateway.upstreams works only with castellan serve: remove it from the settings',
  )
})
