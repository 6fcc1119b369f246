import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { IDENTITY_HEADER_NAMES, type SignedCall } from '../../src/server/gateway/identity-headers.ts'
import { startProxy } from '../gateway/support/proxy-process.ts'
import { bearer, call, loginAs, postJson } from '../support/client.ts'
import { EXAMPLES } from '../support/example-process.ts'
import { goProgram, pythonProgram, runDuringTests } from '../support/language-programs.ts'
import { startService } from '../support/service.ts'
import { SIGNING_SECRET, signedHeaders } from '../support/signed-call.ts'

const run = promisify(execFile)
const PATH = '/api/v1/orders'
const ALICE = { userId: 7, username: '王 alice', roleId: 3, roleKey: 'sales/eu', dataScope: '5' }
const MANAGER = { userId: 8, username: 'manager', roleId: 4, roleKey: 'manager', dataScope: '1' }

type Headers = Readonly<Record<string, string | readonly string[]>>

describe.each([
  ['Python', pythonProgram(join(EXAMPLES, 'orders-python', 'orders.py'))],
  ['Go', goProgram(join(EXAMPLES, 'orders-go'))],
])('the orders service in %s', (language, findCommand) => {
  const running = runDuringTests(language, findCommand, { SIGNING_SECRET })

  const scopeOf = ({ userId, dataScope }: typeof ALICE): string =>
    JSON.stringify(dataScope === '1' ? { kind: 'all' } : { kind: 'some', departments: [], userId })
  const signed = ({ identity = ALICE, ...call }: Partial<SignedCall> = {}) =>
    signedHeaders({ identity, resolvedScope: scopeOf(identity), path: PATH, ...call })

  /** Sends headers as they are given, also twice. */
  async function send(
    method: string,
    path: string,
    headers: Headers,
    body = '',
  ): Promise<{ status: number | undefined; body: Record<string, unknown> }> {
    const sent = request(new URL(path, running().process.origin), {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      agent: false,
    })
    sent.end(body)
    const [response] = await once(sent, 'response')
    return { status: response.statusCode, body: JSON.parse(await text(response)) }
  }

  const order = (item: string): string => JSON.stringify({ item, quantity: 2 })
  const add = (identity: typeof ALICE, body: string) =>
    send('POST', PATH, signed({ identity, method: 'POST' }), body)

  async function allItems(): Promise<unknown[]> {
    const { body } = await send('GET', PATH, signed({ identity: MANAGER }))
    return (body.data as { item: string }[]).map(({ item }) => item)
  }

  test('a caller sees the own orders, and all orders with the data scope “all data”', async () => {
    const added = await add(ALICE, order('apples'))
    expect(added).toMatchObject({
      status: 200,
      body: { code: 200, data: { userId: 7, orderedBy: '王 alice' } },
    })
    await add(MANAGER, order('pears'))
    const own = await send('GET', `${PATH}?page=1`, signed())
    expect(own.body).toMatchObject({ code: 200, data: [{ item: 'apples', quantity: 2 }] })
    expect(await allItems()).toEqual(['apples', 'pears'])
  })

  test.each([
    '{"kind":"none"}',
    '{"kind":"fetch"}',
    '{"kind":"some","departments":[7]}',
    '{"kind":"everything","userId":7}',
    '{}',
  ])('a caller with the scope %s sees no orders', async (resolvedScope) => {
    expect((await send('GET', PATH, signed({ resolvedScope }))).body).toMatchObject({ code: 200, data: [] })
  })

  test('requests that Castellan has not signed in this form are refused and have no effect', async () => {
    const before = await allItems()
    const method = 'POST'
    const valid = signed({ method })
    const timeSeconds = Math.floor(Date.now() / 1000)
    const forged: [string, Headers][] = [
      ['no headers', {}],
      ['another method', signed({ method: 'GET' })],
      ['another path', signed({ method, path: `${PATH}/1` })],
      ['another secret', signed({ method, secret: `${SIGNING_SECRET}x` })],
      ['an old signature', signed({ method, timeSeconds: timeSeconds - 7200 })],
      ['a signature of the future', signed({ method, timeSeconds: timeSeconds + 7200 })],
      ...IDENTITY_HEADER_NAMES.flatMap((name): [string, Headers][] => {
        const { [name]: value = '', ...others } = valid
        return [
          [`${name} is missing`, others],
          [`${name} is another`, { ...others, [name]: value === '1' ? '2' : '1' }],
          [`${name} comes twice`, { ...others, [name]: [value, value] }],
        ]
      }),
    ]
    for (const [name, headers] of forged) {
      const { status, body } = await send(method, PATH, headers, order('stolen'))
      expect([status, body.code, 'data' in body], name).toEqual([401, 401, false])
    }
    expect(await allItems()).toEqual(before)
  })

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['an unknown field', '{"item":"a","quantity":1,"userId":1}'],
    ['no item', '{"quantity":1}'],
    ['a quantity that is not an integer', '{"item":"a","quantity":1.5}'],
    ['a quantity that is too large', '{"item":"a","quantity":1001}'],
    ['a body that nests deeply', '['.repeat(9000)],
  ])('a body with %s is refused', async (_, body) => {
    expect((await add(ALICE, body)).body).toMatchObject({ code: 400 })
  })

  test('an unknown path is refused', async () => {
    const path = `${PATH}/1`
    expect((await send('GET', path, signed({ path }))).body).toMatchObject({ code: 404 })
  })

  test('behind nginx, it gets allowed requests only, with the identity of the caller', async ({ skip }) => {
    const castellan = await startService({
      settings: { application: { trustProxy: ['127.0.0.1'] }, gateway: { signingSecret: SIGNING_SECRET } },
    })
    onTestFinished(() => castellan.close())
    const portOf = (origin = ''): number => Number(new URL(origin).port)
    const proxy = await startProxy('nginx', {
      castellanPort: portOf(castellan.origin),
      ordersPort: portOf(running().process.origin),
    })
    if (!proxy) return skip('nginx is not installed here')
    onTestFinished(() => proxy.stop())
    const before = await allItems()
    const orders = `${proxy.origin}${PATH}`
    const { token: sam } = await loginAs(castellan, 'sam', [{ method: '*', path: PATH }], '5')
    const { token: guest } = await loginAs(castellan, 'guest')
    const post = (token: string, item: string, headers = {}) =>
      call(orders, postJson({ item, quantity: 2 }, { authorization: `Bearer ${token}`, ...headers }))

    expect(await call(orders)).toMatchObject({ status: 200, body: { code: 401 } })
    expect(await post(guest, 'stolen', signed({ method: 'POST' }))).toMatchObject({
      status: 200,
      body: { code: 401, msg: 'Your role does not allow this.' },
    })
    expect(await post(sam, 'plums', { 'x-castellan-username': 'admin' })).toMatchObject({
      status: 200,
      body: { code: 200, data: { orderedBy: 'sam', item: 'plums' } },
    })
    const own = await call(`${orders}?token=${sam}`)
    expect(own.body).toMatchObject({ code: 200, data: [{ orderedBy: 'sam' }] })
    expect(await allItems()).toEqual([...before, 'plums'])
    await call(`${proxy.origin}/api/v1/logout`, postJson({}, { authorization: `Bearer ${sam}` }))
    expect((await call(orders, bearer(sam))).body).toMatchObject({ code: 401 })
  })

  test('it does not start without a secret, and SIGTERM ends it', async () => {
    const [program, ...args] = running().command
    const env = { ...process.env, PORT: '0', SIGNING_SECRET: 'short' }
    await expect(run(program, args, { env })).rejects.toThrow('SIGNING_SECRET is missing')
    expect(await running().process.stop()).toBe(0)
  })
})

test('the guide shows the verification of the Python example', () => {
  const root = join(EXAMPLES, '..')
  const guide = readFileSync(join(root, 'docs', 'how-to', 'guard-any-service.md'), 'utf8')
  const [, shown = ''] = /```python\n(.*?)```/s.exec(guide) ?? []
  const program = readFileSync(join(EXAMPLES, 'orders-python', 'orders.py'), 'utf8')
  expect(shown).toContain('hmac.compare_digest')
  expect(program.replace(/^ {4}""".*\n\n/gm, '')).toContain(shown)
})
