import { expect, test } from 'vitest'
import { call, postJson } from '../support/client.ts'
import { startStandalone } from '../support/standalone.ts'

test('an unexpected error is logged with the request id of its response', async () => {
  const service = await startStandalone(
    { application: { mode: 'dev' } },
    { credentialVerifier: { verify: () => Promise.reject(new Error('a fault on purpose')) } },
  )
  try {
    const answer = await call(`${service.base}/login`, postJson({ username: 'somebody', password: 'x' }))
    expect(answer.body.code).toBe(500)
    const line = service
      .logged()
      .split('\n')
      .find((text) => text.includes('a fault on purpose'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: answer.headers.get('x-request-id') })
  } finally {
    await service.close()
  }
})
