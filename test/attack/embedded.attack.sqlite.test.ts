import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyPluginAsync, FastifyServerOptions } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService, type TestOptions, type TestService } from '../support/service.ts'

let service: TestService
afterEach(() => service.close())

let handled: string[] = []
const orders: FastifyPluginAsync = async (scope) => {
  handled = []
  scope.post('/orders', async () => {
    handled.push('paid')
    return { paid: true }
  })
  scope.get('/orders', async () => {
    handled.push('listed')
    return { listed: true }
  })
}

async function start(options: TestOptions = {}): Promise<void> {
  service = await startService({ protectedRoutes: orders, ...options })
}

/** Sends the headers and the first byte of a body; `finish` sends the rest and returns the response. */
function beginRequest(method: string, path: string, token: string, body: string) {
  const { hostname, port, host } = new URL(service.origin)
  const socket: Socket = connect(Number(port), hostname)
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body.slice(0, 1),
    ].join('\r\n'),
  )
  return async (): Promise<string> => {
    socket.write(body.slice(1))
    return text(socket)
  }
}

describe('a caller locked out while the body arrives', () => {
  test('a disabled user does not reach a protected handler', async () => {
    await start()
    const { token } = await loginAs(service, 'clerk', [{ method: '*', path: '/orders' }])
    await eventually(async () =>
      expect((await call(`${service.origin}/orders`, bearer(token))).body).toEqual({ listed: true }),
    )
    const finish = beginRequest('POST', '/orders', token, '{"amount":1}')
    await service.context.userAdministration.change('clerk', { status: '1' })
    await eventually(async () =>
      expect((await call(`${service.origin}/orders`, bearer(token))).body.code).toBe(401),
    )
    handled = []
    expect(await finish()).toContain('"code":401')
    expect(handled).toEqual([])
  })

  test('a role without its rule does not reach a protected handler', async () => {
    await start()
    const rule = { method: '*', path: '/orders' }
    const { token, roleKey } = await loginAs(service, 'clerk', [rule])
    await eventually(async () =>
      expect((await call(`${service.origin}/orders`, bearer(token))).body).toEqual({ listed: true }),
    )
    const finish = beginRequest('POST', '/orders', token, '{"amount":1}')
    await service.context.policyAdministration.remove([{ roleKey, ...rule }])
    await eventually(async () =>
      expect((await call(`${service.origin}/orders`, bearer(token))).body.code).toBe(401),
    )
    handled = []
    expect(await finish()).toContain('"code":401')
    expect(handled).toEqual([])
  })

  test('an operator without the rule changes nothing', async () => {
    await start()
    const rule = { method: 'POST', path: '/api/v1/role' }
    const probe = { method: 'GET', path: '/api/v1/role' }
    const { token, roleKey } = await loginAs(service, 'operator', [rule, probe])
    const roles = async () => (await call(`${service.base}/role`, bearer(token))).body.code
    await eventually(async () => expect(await roles()).toBe(200))
    const finish = beginRequest('POST', '/api/v1/role', token, '{"roleName":"late","roleKey":"late"}')
    await service.context.policyAdministration.remove([
      { roleKey, ...rule },
      { roleKey, ...probe },
    ])
    await eventually(async () => expect(await roles()).toBe(401))
    expect(await finish()).toContain('"code":401')
    const admin = await login(service.base)
    const listed = await call(`${service.base}/role?roleKey=late`, bearer(admin))
    expect(listed.text).not.toContain('"late"')
  })
})

describe('what a handler can write', () => {
  test('is not read by the checks of later requests', async () => {
    await start({
      protectedRoutes: async (scope) => {
        scope.get('/promote', async (request) => {
          for (const change of [
            () => Object.assign(request, { identity: { roleKey: 'admin' } }),
            () => Object.assign(request.identity ?? {}, { roleKey: 'admin' }),
          ]) {
            try {
              change()
            } catch {
              // Refusing the assignment is fine.
            }
          }
          return { roleKey: request.identity?.roleKey }
        })
        scope.get('/secret', async () => ({ secret: true }))
      },
    })
    const { token } = await loginAs(service, 'clerk', [{ method: 'GET', path: '/promote' }])
    await eventually(async () =>
      expect((await call(`${service.origin}/promote`, bearer(token))).body).toHaveProperty('roleKey'),
    )
    expect((await call(`${service.origin}/secret`, bearer(token))).body).toMatchObject({ code: 401 })
  })
})

describe('a second spelling of a route does not open more than the rule', () => {
  const routes: FastifyPluginAsync = async (scope) => {
    handled = []
    const handler = (name: string) => async () => {
      handled.push(name)
      return { ran: name }
    }
    scope.register(
      async (inner) => {
        inner.get('/', handler('list'))
        inner.get('/:id', handler('one'))
      },
      { prefix: '/orders' },
    )
    scope.register(
      async (nested) => {
        nested.get('/', handler('account'))
      },
      { prefix: '/accounts/:id(^\\d+$)' },
    )
    scope.get('/optional/:id?', handler('optional'))
    scope.get('/item-:id', handler('item'))
    scope.get('/files/*', handler('file'))
    scope.get('/numbers/:n(^\\d+$)', handler('number'))
    scope.get('/hosted', { constraints: { host: 'other.example' } }, handler('hosted'))
  }
  const options: readonly (readonly [string, FastifyServerOptions])[] = [
    ['default options', {}],
    ['ignoreTrailingSlash', { routerOptions: { ignoreTrailingSlash: true } }],
    ['caseSensitive: false', { routerOptions: { caseSensitive: false } }],
    ['ignoreDuplicateSlashes', { routerOptions: { ignoreDuplicateSlashes: true } }],
    ['useSemicolonDelimiter', { useSemicolonDelimiter: true }],
    ['exposeHeadRoutes: false', { exposeHeadRoutes: false }],
    ['rewriteUrl', { rewriteUrl: ({ url = '' }) => url.replace(/^\/old\//, '/') }],
  ]

  test.each(options)('%s', async (_name, app) => {
    await start({ protectedRoutes: routes, app })
    const { token } = await loginAs(service, 'clerk', [
      { method: 'GET', path: '/orders/*' },
      { method: 'GET', path: '/ORDERS' },
      { method: 'GET', path: '/old/*' },
      { method: 'GET', path: '/accounts/:id/*' },
      { method: 'GET', path: '/optional/*' },
      { method: 'GET', path: '/ITEM-7' },
      { method: 'GET', path: '/files/a/*' },
    ])
    const send = (target: string, method = 'GET') =>
      sendRaw(service.origin, { method, target, headers: [`Authorization: Bearer ${token}`] })
    await eventually(async () => expect((await send('/orders/7')).body).toEqual({ ran: 'one' }))
    handled = []
    for (const target of [
      '/orders',
      '/ORDERS',
      '/Orders',
      '//orders',
      '/orders//',
      '/orders;/x',
      '/orders;x=/orders/7',
      '/old/orders',
      '/accounts/7',
      '/accounts/7/',
      '/optional',
      '/optional/',
      '/item-7',
      '/ITEM-7',
      '/files/a',
      '/Files/a/b',
      '/files//a/',
      '/numbers/7',
      '/numbers/7/',
      '/hosted',
      '/hosted/',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await send(target, method)
        expect(handled, `${method} ${target}: ${status}`).toEqual([])
      }
    }
    // The wildcard rule for deeper paths does not include the list, in any spelling.
    await send('/orders/')
    await send('/orders/', 'HEAD')
    expect(handled.filter((name) => name === 'list')).toEqual([])
  })
})

describe('requests that can be read in two ways', () => {
  const ambiguous: readonly (readonly [string, string])[] = [
    ['two hosts', 'HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
    ['two codings', 'HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n'],
    ['chunks on HTTP/1.0', 'HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n'],
    ['two types', 'HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n'],
  ]

  test.each(ambiguous)('%s are refused in an embedding app', async (_name, head) => {
    await start()
    const token = await login(service.base)
    for (const path of ['/orders', '/api/v1/role']) {
      const body = head.includes('chunked') ? '2\r\n{}\r\n0\r\n\r\n' : ''
      const bytes = `POST ${path} ${head}Connection: close\r\nAuthorization: Bearer ${token}\r\n\r\n${body}`
      const response = await sendRaw(service.origin, { bytes })
      expect(response.status, path).toBe(400)
      expect(handled).toEqual([])
    }
  })
})

test('the rate limit per address includes routes behind protect', async () => {
  await start({ settings: { rateLimit: { perAddress: 5 } } })
  await eventually(async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => call(`${service.origin}/orders`)))
    expect(responses.map(({ body }) => body.code)).toContain(429)
  })
})

describe('duplicate members in JSON', () => {
  test.each(['{"username":"a","username":"admin"', '{"username":"a","\\u0075sername":"admin"'])(
    'a login with %s is refused',
    async (members) => {
      await start()
      const body = `${members},"password":"x","uuid":"x","code":"x"}`
      const { body: response } = await call(`${service.base}/login`, postJson(body))
      expect(response.code).toBe(400)
      expect(response.msg).toContain('two members of the same name')
    },
  )

  test('a rule with two paths is not stored', async () => {
    await start()
    const token = await login(service.base)
    const rule = '{"roleKey":"admin","path":"/a","path":"/b","method":"GET"}'
    const request = postJson(`{"rules":[${rule}]}`, { authorization: `Bearer ${token}` })
    expect((await call(`${service.base}/policy`, request)).body.code).toBe(400)
    const listed = await call(`${service.base}/policy?path=/b`, bearer(token))
    expect(listed.text).not.toContain('"/b"')
  })
})
