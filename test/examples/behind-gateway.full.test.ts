import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { loginWithRules, startGateway } from '../gateway/support/gateway.ts'
import { bearer, call, postJson } from '../support/client.ts'
import { EXAMPLES, startProgram } from '../support/example-process.ts'
import { findOrInstall } from '../support/servers/find-or-install.ts'
import { SIGNING_SECRET } from '../support/signed-call.ts'

test('orders-gateway: the Python service gets allowed requests only, with the identity of the caller', async ({
  skip,
}) => {
  const python = await findOrInstall('python3', 'python3')
  if (python === undefined) return skip('Python is not installed here')
  const program = join(EXAMPLES, 'orders-python', 'orders.py')
  const service = await startProgram([python, '-B', program], EXAMPLES, { SIGNING_SECRET })
  onTestFinished(async () => void (await service.stop()))
  const text = readFileSync(join(EXAMPLES, 'orders-gateway', 'settings.yml'), 'utf8')
  const { upstreams } = parse(text.replace('http://127.0.0.1:9000', service.origin)).gateway
  const gateway = await startGateway(upstreams)
  onTestFinished(() => gateway.close())

  const orders = `${gateway.base}/orders`
  const rules = [{ method: '*', path: '/api/v1/orders' }]
  const sam = await loginWithRules(gateway, 'sam', rules)
  const guest = await loginWithRules(gateway, 'guest', [])
  const order = (token: string, item: string, headers = {}) =>
    call(orders, postJson({ item, quantity: 2 }, { authorization: `Bearer ${token}`, ...headers }))

  expect((await call(orders)).body).toMatchObject({ code: 401 })
  expect((await order(guest, 'stolen')).body).toMatchObject({ code: 401 })
  expect((await order(sam, 'apples', { 'x-castellan-username': 'admin' })).body).toMatchObject({
    code: 200,
    data: { id: 1, orderedBy: 'sam', item: 'apples' },
  })
  expect((await order(sam, 'a'.repeat(101))).body).toMatchObject({ code: 400 })
  expect((await call(orders, bearer(sam))).body).toMatchObject({ code: 200, data: [{ item: 'apples' }] })
  // Past the gateway.
  expect(await call(`${service.origin}/api/v1/orders`, bearer(sam))).toMatchObject({ status: 401 })
})
