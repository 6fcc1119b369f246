import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  IDENTITY_HEADER_NAMES,
  type SignedCall,
} from '../../src/features/web/forward-auth/identity-headers.ts'
import { loginWithRules, startGateway } from '../gateway/support/gateway.ts'
import { startProxy } from '../gateway/support/proxy-process.ts'
import { bearer, call, loginAs, postJson } from '../support/client.ts'
import { type FindCommand, runDuringTests } from '../support/language-programs.ts'
import { startService } from '../support/service.ts'
import { SIGNING_SECRET, signedHeaders } from '../support/signed-call.ts'

const run = promisify(execFile)
const PATH = '/api/v1/orders'
const ALICE = { userId: 7, username: '王 alice', roleId: 3, roleKey: 'sales/eu', dataScope: '5' }
const RULES = [
  { method: '*', path: PATH },
  { method: 'GET', path: `${PATH}/:item` },
]
const MANAGER = { userId: 8, username: 'manager', roleId: 4, roleKey: 'manager', dataScope: '1' }

type Headers = Readonly<Record<string, string | readonly string[]>>

/** Items, and how a client can write them in a path. */
const SPELLINGS = [
  ['März', 'M%C3%A4rz'],
  ['a b', 'a%20b'],
  ['1+1', '1+1'],
  ['1+1', '1%2B1'],
  ['a:b@c', 'a:b@c'],
  ['a:b@c', 'a%3Ab%40c'],
  ['what?', 'what%3F'],
  ['50%', '50%25'],
  ['😀', '%F0%9F%98%80'],
] as const

/**
 * Declares the tests of an orders service, which are the same in every language. The exit code is that after SIGTERM, and null if
 * the signal itself ends the process.
 */
export function describeOrdersService(name: string, findCommand: FindCommand, exitCode: number | null): void {
  describe(`the orders service in ${name}`, () => {
    const running = runDuringTests(name, findCommand, { SIGNING_SECRET })

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
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
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

    test.each(['/', '/a/b', '/a/', 's'])('the unknown path %s is refused', async (end) => {
      const path = `${PATH}${end}`
      expect((await send('GET', path, signed({ path }))).body).toMatchObject({ code: 404 })
      expect((await send('GET', path, {})).status).toBe(401)
    })

    test('no header makes it route by another path than the signed one', async () => {
      const path = `/x${PATH}`
      // gunicorn believes the first one from this machine, although it ignores other names with an underscore.
      for (const name of ['SCRIPT_NAME', 'Script-Name', 'X-Forwarded-Prefix', 'X-Original-URL']) {
        const value = name === 'X-Original-URL' ? PATH : '/x'
        const { body } = await send('GET', path, { ...signed({ path }), [name]: value })
        expect([401, 404], name).toContain(body.code)
      }
    })

    test('a method that a path does not have is refused', async () => {
      expect((await send('DELETE', PATH, signed({ method: 'DELETE' }))).body).toMatchObject({ code: 405 })
      const path = `${PATH}/apples`
      const body = order('apples')
      expect((await send('POST', path, signed({ method: 'POST', path }), body)).body).toMatchObject({
        code: 405,
      })
    })

    /** Adds orders, and asks for each of them by every spelling of its path. */
    async function expectItemsByPath(origin: string, token: string): Promise<void> {
      const headers = { authorization: `Bearer ${token}` }
      for (const item of new Set(SPELLINGS.map(([name]) => name)))
        await call(`${origin}${PATH}`, postJson({ item, quantity: 2 }, headers))
      for (const [item, spelling] of SPELLINGS) {
        const { body } = await call(`${origin}${PATH}/${spelling}?page=1`, bearer(token))
        expect(body, spelling).toMatchObject({ code: 200 })
        expect(new Set((body.data as { item: string }[]).map((order) => order.item))).toEqual(new Set([item]))
      }
    }

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
      const { token: sam } = await loginAs(castellan, 'sam', RULES, '5')
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
      await expectItemsByPath(proxy.origin, sam)
      await call(`${proxy.origin}/api/v1/logout`, postJson({}, { authorization: `Bearer ${sam}` }))
      expect((await call(orders, bearer(sam))).body).toMatchObject({ code: 401 })
    })

    test('behind the gateway, it gets allowed requests only, with the identity of the caller', async () => {
      const gateway = await startGateway([{ prefix: PATH, url: running().process.origin }])
      onTestFinished(() => gateway.close())
      const before = await allItems()
      const guest = await loginWithRules(gateway, 'guest', [])
      const stolen = await call(
        `${gateway.origin}${PATH}`,
        postJson({ item: 'stolen', quantity: 2 }, { authorization: `Bearer ${guest}` }),
      )
      expect(stolen).toMatchObject({ status: 200, body: { code: 401 } })
      expect(await allItems()).toEqual(before)
      await expectItemsByPath(gateway.origin, await loginWithRules(gateway, 'sam', RULES))
    })

    test('it does not start without a secret, and SIGTERM ends it', async () => {
      const [program, ...args] = running().command
      const env = { ...process.env, PORT: '0', SIGNING_SECRET: 'short' }
      const cwd = running().folder
      await expect(run(program, args, { env, cwd })).rejects.toThrow('SIGNING_SECRET is missing')
      expect(await running().process.stop()).toBe(exitCode)
    })
  })
}
