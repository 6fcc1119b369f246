import { afterAll, expect, test } from 'vitest'
import { startTarget } from '../attack/support/target.ts'
import { bearer, call, loginAs, postJson } from '../support/client.ts'

const target = await startTarget()
afterAll(target.close)
const clerk = (await loginAs(target, 'clerk')).token

/** Returns the log lines of requests to this path. */
function linesOf(path: string): Record<string, unknown>[] {
  return target
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"path":"${path}"`))
    .map((line) => JSON.parse(line))
}

test('every refusal writes one log line with time, request, address, reason and, if known, the user', async () => {
  const { headers } = await call(`${target.base}/sys-user/1?a=secret`, bearer(clerk))
  await call(`${target.base}/role`)
  await call(`${target.base}/policy`, bearer(`${clerk}x`))
  await call(`${target.base}/login`, postJson({ username: 'a', password: 'b', uuid: 'c', code: 'd' }))
  await call(`${target.base}/nowhere`)
  await call(`${target.base}/%72ole`)
  const plain = { msg: 'request', address: '127.0.0.1', time: expect.any(Number), reqId: expect.any(String) }
  await expect
    .poll(() =>
      ['sys-user/1', 'role', 'policy', 'login', 'nowhere', '%72ole'].map((path) =>
        linesOf(`/api/v1/${path}`).filter(({ refusal }) => refusal !== undefined),
      ),
    )
    .toMatchObject([
      [{ ...plain, method: 'GET', status: 200, refusal: 'permission-denied', user: 'clerk' }],
      [{ ...plain, refusal: 'token-missing' }],
      [{ ...plain, refusal: 'token-malformed' }],
      [{ ...plain, method: 'POST', refusal: 'captcha-wrong' }],
      [{ ...plain, status: 404, refusal: expect.any(String) }],
      [{ ...plain, status: 400, refusal: expect.any(String) }],
    ])
  expect(linesOf('/api/v1/sys-user/1')).toMatchObject([{ reqId: headers.get('x-request-id') }])
  expect(target.logged()).not.toContain('secret')
})
