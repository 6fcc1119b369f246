import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { sendRaw } from '../support/raw-request.ts'
import { scaled } from '../support/scale.ts'
import { expectNotStored, secretPartsOf, startTarget } from './support/target.ts'
import { expectUnauthenticated } from './support/token-expectations.ts'

const RULE = { method: 'GET', path: '/api/v1/orders' }

const target = await startTarget()
afterAll(target.close)
const admin = await login(target.base)
const alice = (await loginAs(target, 'alice', [RULE])).token
const bob = (await loginAs(target, 'bob', [RULE])).token
for (const token of [alice, bob]) {
  await eventually(async () =>
    expect((await call(`${target.base}/orders`, bearer(token))).body).toEqual({ ran: true }),
  )
}

beforeEach(() => {
  target.runs.take()
})

const send = (headers: readonly string[], query = '') =>
  sendRaw(target.origin, { target: `/api/v1/orders${query}`, headers })

describe('C02 three carriers, three users: only the first carrier is used', () => {
  const everyOrder: [string, string[]][] = [
    ['header first', [`Authorization: Bearer @a`, `Cookie: jwt=@b`]],
    ['cookie first', [`Cookie: jwt=@b`, `Authorization: Bearer @a`]],
  ]
  test.each(everyOrder)('%s: acts and is logged as the user of the header', async (_name, lines) => {
    const headers = lines.map((line) => line.replace('@a', alice).replace('@b', bob))
    const before = target.logged().length
    const answer = await send(headers, `?token=${admin}`)
    expect(answer.body).toEqual({ ran: true })
    expect(target.runs.take()).toMatchObject([{ identity: { username: 'alice' } }])
    await eventually(() => expect(target.logged().slice(before)).toContain('"user":"alice"'))
    expect(target.logged().slice(before)).not.toMatch(/"user":"(admin|bob)"/)
  })

  test('the role of a later carrier grants nothing: what the header’s user may not do is refused', async () => {
    const headers = [`Authorization: Bearer ${alice}`, `Cookie: jwt=${admin}`]
    const answer = await sendRaw(target.origin, { target: `/api/v1/route?token=${admin}`, headers })
    expectUnauthenticated(target, answer)
  })
})

describe('C04 spellings of a carrier get their documented response, never an internal error', () => {
  const accepted: [string, string[]][] = [
    ['bearer', ['Authorization: bearer @']],
    ['BEARER', ['Authorization: BEARER @']],
    ['two spaces', ['Authorization: Bearer  @']],
    ['white space around the value', ['Authorization:   Bearer @  ']],
    [
      'next to header names of the same length',
      ['Cache-Control: no-cache', 'Authorization: Bearer @', 'If-None-Match: x'],
    ],
    ['a cookie among others', ['Cookie: a=b;jwt=@;c=d']],
  ]
  test.each(accepted)('%s: accepted', async (_name, lines) => {
    const answer = await send(lines.map((line) => line.replace('@', admin)))
    expect(answer.body).toEqual({ ran: true })
    expect(target.runs.take()).toMatchObject([{ identity: { username: 'admin' } }])
  })

  const refused: [string, string[]][] = [
    ['a tab', ['Authorization: Bearer\t@']],
    ['Basic', ['Authorization: Basic @']],
    ['Digest', ['Authorization: Digest token="@"']],
    ['an empty Bearer', ['Authorization: Bearer', 'Cookie: jwt=@']],
    ['an empty Bearer and a space', ['Authorization: Bearer ', 'Cookie: jwt=@']],
    ['a colon', ['Authorization: Bearer: @']],
    ['an equals sign', ['Authorization: Bearer=@']],
    ['two words', ['Authorization: Bearer Bearer @']],
    ['a comma', ['Authorization: Bearer @,']],
    ['the same twice', ['Authorization: Bearer @', 'If-None-Match: x', 'authorization: Bearer @']],
    ['a cookie with a scheme', ['Cookie: jwt=Bearer @']],
    ['the JWT cookie', ['Cookie: JWT=@']],
    ['a quoted cookie', ['Cookie: jwt="@"']],
    ['a cookie with a space before the equals sign', ['Cookie: jwt =@']],
    ['a cookie with a name prefix', ['Cookie: __Host-jwt=@']],
    ['a percent-encoded cookie name', ['Cookie: %6awt=@']],
    ['a comma between cookies', ['Cookie: a=b, jwt=@']],
    ['a dollar version', ['Cookie: $Version=1; $jwt=@']],
  ]
  test.each(refused)('%s: refused', async (_name, lines) => {
    expectUnauthenticated(target, await send(lines.map((line) => line.replace('@', admin))))
  })

  test('a no-break space is part of the cookie, not white space around it', async () => {
    // One byte on the wire, as `call` and a browser send it.
    const answerTo = (cookie: string) => call(`${target.base}/orders`, { headers: { cookie } })
    for (const cookie of [`a=b;\u00a0jwt=${admin}`, `\u00a0jwt=${admin}`, `jwt=${admin}\u00a0`]) {
      expectUnauthenticated(target, await answerTo(cookie))
    }
    expect((await answerTo(`a=b; \tjwt=${admin} \t; c=d`)).body).toEqual({ ran: true })
    target.runs.take()
  })

  test.each([
    '?token',
    '?token=',
    '?token=%',
    '?token=%zz',
    '?token=%00',
    '?token=Bearer%20@',
    '?token[]=a',
    '?token[a]=b',
    '?=',
    '?&&&',
  ])('the query %s: refused', async (query) =>
    expectUnauthenticated(target, await send([], query.replace('@', admin))),
  )
})

describe('C07 a token in any other place is ignored', () => {
  test.each([
    [
      'a JSON body',
      () => call(`${target.base}/orders`, postJson({ token: admin, jwt: admin, access_token: admin })),
    ],
    ['a form', () => form(`token=${admin}&jwt=${admin}`)],
    ['the path', () => call(`${target.base}/orders/${admin}`)],
    ['a header named token', () => call(`${target.base}/orders`, { headers: { token: admin } })],
    ...[
      'X-Token',
      'X-Access-Token',
      'X-Auth-Token',
      'Proxy-Authorization',
      'X-Authorization',
      'X-JWT',
      'Referer',
    ].map((name): [string, () => ReturnType<typeof call>] => [
      name,
      () => send([`${name}: Bearer ${admin}`]),
    ]),
    ['a referrer with the token in it', () => send([`Referer: ${target.base}/orders?token=${admin}`])],
    ['another parameter', () => send([], `?access_token=${admin}&jwt=${admin}&Token=${admin}`)],
    [
      'the fragment',
      () => sendRaw(target.origin, { target: '/api/v1/orders', headers: [`X: #token=${admin}`] }),
    ],
  ])('%s', async (_name, request) => {
    expectUnauthenticated(target, await request())
  })

  const form = (body: string) =>
    call(`${target.base}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
})

test('C05 hundreds of calls with the token in the query, valid, wrong, unknown and failing: no log, file or table contains any part of it', async () => {
  const limited = await startTarget({ settings: { rateLimit: { perAddress: 20 } } })
  const token = await login(limited.base)
  const forged = `${token.slice(0, -6)}AAAAAA`
  const paths = [
    '/orders',
    '/orders/7',
    '/nowhere',
    '/sys-user/abc',
    '/sys-user?pageSize=x',
    '/login',
    '/logout/',
    '/./orders',
    '/%zz',
    `/orders/${token}`,
    `/${token}`,
    '/getCaptcha',
    '/health',
  ]
  const methods = ['GET', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'HEAD']
  const codes = new Set<unknown>()
  for (let sent = 0; sent < scaled(400, 2000); sent++) {
    const path = paths[sent % paths.length]
    const method = methods[Math.floor(sent / paths.length) % methods.length] ?? 'GET'
    const asked = `/api/v1${path}?token=${sent % 5 === 4 ? forged : token}&x=${sent}`
    const headers = [`Referer: http://127.0.0.1/page?token=${token}`]
    const {
      status,
      body,
      headers: answered,
    } = await sendRaw(limited.origin, { method, target: asked, headers })
    codes.add(body.code ?? status)
    expect(answered.get('referrer-policy')).toBe('no-referrer')
    expect(JSON.stringify([...answered, body])).not.toContain(secretPartsOf(token)[1])
  }
  expect([...codes]).toEqual(expect.arrayContaining([401, 404, 405, 400, 429]))
  await limited.stop()
  expect(limited.logged()).toContain('/api/v1/orders')
  await expectNotStored(limited, [...secretPartsOf(token), ...secretPartsOf(forged)])
  await limited.close()
})

test('afterwards no token appears in the log or the data folder', async () => {
  await expectNotStored(target, [admin, alice, bob].flatMap(secretPartsOf))
})
