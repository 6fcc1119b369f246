import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, call, postJson } from '../support/client.ts'
import { openContext, type TestContext } from '../support/context.ts'
import { eventually } from '../support/eventually.ts'
import { type ExampleProcess, startExample } from '../support/example-process.ts'
import { temporaryFolder } from '../support/process.ts'

const ADMIN_PASSWORD = 'the admin of the example'
const PHONE = '+4915112345678'
const OPEN_ID = 'oLVPpjqs9BhvzwPj5A-vTYAX3GLc'

/** WeChat and an SMS gateway. */
const messages: { to: string; text: string }[] = []
const codes = new Map<string, string>()
const provider = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://provider')
  const json = (body: object) => response.end(JSON.stringify(body))
  if (pathname === '/connect/qrconnect') {
    const code = `code-${codes.size}`
    codes.set(code, OPEN_ID)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }))
    return response.writeHead(302, { location: back.href }).end()
  }
  if (pathname === '/sns/oauth2/access_token') {
    if (query.get('code') === 'busy') return json({ errcode: -1, errmsg: 'system busy' })
    if (query.get('secret') !== 'the secret') return json({ errcode: 40125, errmsg: 'invalid appsecret' })
    const openid = codes.get(query.get('code') ?? '')
    codes.delete(query.get('code') ?? '')
    return json(openid ? { access_token: 'x', openid } : { errcode: 40029, errmsg: 'invalid code' })
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  messages.push(JSON.parse(Buffer.concat(chunks).toString()))
  return json({})
})

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let example: ExampleProcess
let context: TestContext
let base: string

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  folder = await temporaryFolder()
  example = await startExample('login-methods/server.ts', folder.path, {
    CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    PUBLIC_URL: 'http://app.test',
    WECHAT_APP_ID: 'wx1',
    WECHAT_SECRET: 'the secret',
    WECHAT_API: origin,
    WECHAT_PAGE: origin,
    SMS_GATEWAY: `${origin}/send`,
  })
  base = `${example.origin}/api/v1`
  context = await openContext(`sqlite:${join(folder.path, 'data', 'castellan.db')}`)
  await context.roleAdministration.add({ roleKey: 'clerk', roleName: 'Clerk', dataScope: '1' })
  await context.userAdministration.add({ username: 'lin', password: 'the password of lin', roleKey: 'clerk' })
})
afterAll(async () => {
  await context?.close()
  await example?.stop()
  await folder.remove()
  provider.close()
})

const logIn = async (method: string, fields: object) =>
  (await call(`${base}/login`, postJson({ method, fields }))).body
const nameOf = async (token: unknown) => {
  const { body } = await call(`${base}/getinfo`, bearer(String(token)))
  return (body.data as { userName?: string }).userName
}

/** Follows the redirects of a login at WeChat, as a browser does. Returns the state and where the browser arrives. */
async function loginAtWechat() {
  const start = await fetch(`${example.origin}/wechat`, { redirect: 'manual' })
  const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? ''
  const atProvider = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' })
  const { pathname, search, searchParams } = new URL(atProvider.headers.get('location') ?? '')
  return { cookie, back: `${example.origin}${pathname}${search}`, code: searchParams.get('code') ?? '' }
}

test('WeChat: the account logs in when it is linked, once per code', async () => {
  const { cookie, back, code } = await loginAtWechat()
  const page = await fetch(back, { headers: { cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("method: 'app:wechat'")])
  expect(await logIn('app:wechat', { code })).toMatchObject({ code: 400, reason: 'credentials-wrong' })

  const lin = await context.users.findByName('lin')
  const admin = await call(`${base}/login`, postJson({ username: 'admin', password: ADMIN_PASSWORD }))
  const link = { issuer: 'app:wechat', subject: OPEN_ID }
  const headers = { authorization: `Bearer ${String(admin.body.token)}` }
  const linked = await call(`${base}/sys-user/${lin?.userId}/link`, postJson(link, headers))
  expect(linked.body.code).toBe(200)
  const again = await loginAtWechat()
  const { token } = await logIn('app:wechat', { code: again.code })
  await eventually(async () => expect(await nameOf(token)).toBe('lin'))
  expect(await logIn('app:wechat', { code: again.code })).toMatchObject({ reason: 'credentials-wrong' })
})

test('WeChat: a link that was opened in another browser is refused, and an outage is 503', async () => {
  const { back } = await loginAtWechat()
  expect((await fetch(back)).status).toBe(400)
  expect((await fetch(back, { headers: { cookie: 'wechat_state=other' } })).status).toBe(400)
  const refused = await logIn('app:wechat', { code: 'busy' })
  expect(refused).toMatchObject({ code: 503, reason: 'provider-unavailable' })
})

test('SMS: only a known number gets a code, and the code logs in once', async () => {
  const request = (phone: string) => call(`${example.origin}/sms/code`, postJson({ phone }))
  expect((await request('+4915100000000')).text).toBe((await request(PHONE)).text)
  await eventually(async () => expect(messages).toMatchObject([{ to: PHONE }]))
  const [code = ''] = /^\d{6}/.exec(messages[0]?.text ?? '') ?? []
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await logIn('app:sms', { phone: PHONE, code: wrong })).toMatchObject({ reason: 'credentials-wrong' })
  expect(await logIn('app:sms', { phone: PHONE, code: '12345' })).toMatchObject({
    reason: 'invalid-parameters',
  })
  const { token } = await logIn('app:sms', { phone: PHONE, code })
  await eventually(async () => expect(await nameOf(token)).toBe('admin'))
  expect(await logIn('app:sms', { phone: PHONE, code })).toMatchObject({ reason: 'credentials-wrong' })
})

test('the password still logs in', async () => {
  const { body } = await call(`${base}/login`, postJson({ username: 'lin', password: 'the password of lin' }))
  expect(body.code).toBe(200)
})
