import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createService } from '../../src/index.ts'
import { temporaryFolder } from '../support/process.ts'
import { SECRET } from '../support/service.ts'

afterEach(() => vi.useRealTimers())

test('a wall clock that is set back opens no new window of a rate limit', async () => {
  const folder = await temporaryFolder()
  process.env.CASTELLAN_ADMIN_PASSWORD = 'the keeper of the castle'
  const service = await createService({
    application: { dataDir: folder.path },
    jwt: { secret: SECRET },
    rateLimit: { loginPerAddress: 2 },
  })
  const app = fastify({ http: service.http })
  app.register(service.plugin)
  try {
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    const codeOfCaptcha = async (): Promise<unknown> => {
      const response = await fetch(`${base}/api/v1/getCaptcha`)
      return ((await response.json()) as { code: unknown }).code
    }
    expect([await codeOfCaptcha(), await codeOfCaptcha(), await codeOfCaptcha()]).toEqual([200, 200, 429])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect(await codeOfCaptcha()).toBe(429)
  } finally {
    await app.close()
    await folder.remove()
  }
})
