import { afterAll, describe, expect, test } from 'vitest'
import { type CodeMessage, createService } from '../../src/index.ts'
import { type Answer, bearer, call, getCaptcha, login, postJson, readLoginLog } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { startMailServer, textOf } from '../support/mail-server.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET, startService } from '../support/service.ts'

const mail = await startMailServer()
const service = await startService({
  settings: {
    application: { name: 'Castle' },
    login: {
      methods: ['password', 'code'],
      code: {
        smtp: { host: '127.0.0.1', port: mail.port, tls: 'none', from: 'no-reply@example.com' },
        maxPerHour: 5,
      },
    },
  },
})
const { context } = service
await context.roleAdministration.add({ roleKey: 'reader', roleName: 'Reader', dataScope: '3' })
await context.policyAdministration.add([{ roleKey: 'reader', method: 'GET', path: '/api/v1/role' }])
for (const username of ['mira', 'jin', 'noa', 'olga', 'pia', 'no-address', 'asleep', 'limited']) {
  const email = username === 'no-address' ? '' : `${username}@example.com`
  await context.userAdministration.add({ username, password: ADMIN_PASSWORD, roleKey: 'reader', email })
}
await context.userAdministration.setStatus('asleep', '1')
const adminToken = await login(service.base)
const { body } = await call(`${service.base}/sys-user?username=limited`, bearer(adminToken))
const [{ userId }] = (body.data as { list: [{ userId: number }] }).list
await call(`${service.base}/sys-user/${userId}`, {
  ...postJson({ loginMethods: ['password'] }, { authorization: `Bearer ${adminToken}` }),
  method: 'PUT',
})

afterAll(async () => {
  await service?.close()
  await mail?.close()
})

async function requestCode(username: string, headers: Record<string, string> = {}) {
  const uuid = await getCaptcha(service.base)
  return call(`${service.base}/login/code`, postJson({ username, uuid, code: CAPTCHA_TEXT }, headers))
}

const CODES: Readonly<Record<string, number>> = { 'rate-limited': 429 }

/** Expects a refusal with this reason. */
function expectReason(answer: Answer, reason: string): void {
  expectRefused(answer, CODES[reason] ?? 400)
  expect(answer.body.reason).toBe(reason)
}

const uuidIn = (body: Record<string, unknown>): string => (body.data as { uuid: string }).uuid

const codeLogin = (username: string, uuid: string, code: string) =>
  call(`${service.base}/login`, postJson({ method: 'code', username, uuid, code }))

/** Requests a code and reads it from the mailbox. */
async function receiveCode(username: string, headers?: Record<string, string>) {
  const before = mail.received.length
  const { body } = await requestCode(username, headers)
  const message = await eventually(() => {
    const found = mail.received.slice(before).find(({ to }) => to.includes(`${username}@example.com`))
    if (!found) throw new Error('no message yet')
    return found
  })
  return { uuid: uuidIn(body), code: /\d{6}/.exec(textOf(message))?.[0] ?? '', message }
}

test('a user logs in with the code in the e-mail, once, and the log names the method', async () => {
  const { uuid, code, message } = await receiveCode('mira')
  expect(textOf(message)).toContain(`Your login code for Castle is ${code}. It is valid for 5 minutes.`)
  expect(message.source).toContain('Subject: Your login code for Castle')
  const answer = await codeLogin('mira', uuid, code)
  expectSuccess(answer)
  const roles = await call(`${service.base}/role`, bearer(String(answer.body.token)))
  expectSuccess(roles)
  expectReason(await codeLogin('mira', uuid, code), 'credentials-wrong')
  const log = (await readLoginLog(service.base, adminToken)).filter(({ username }) => username === 'mira')
  expect(log.map(({ method, status }) => [method, status])).toEqual([
    ['code', '1'],
    ['code', '2'],
  ])
})

test('the message has the language of the request', async () => {
  const { code, message } = await receiveCode('jin', { 'accept-language': 'zh-CN,zh;q=0.9' })
  expect(textOf(message)).toContain(`您登录 Castle 的验证码是 ${code}，5 分钟内有效。`)
})

test('app-config offers the method with its channels', async () => {
  const { body } = await call(`${service.base}/app-config`)
  expect(body.data).toMatchObject({
    loginMethods: [{ method: 'password' }, { method: 'code', channels: ['email'] }],
  })
})

test('a wrong captcha sends nothing', async () => {
  const uuid = await getCaptcha(service.base)
  const refused = await call(`${service.base}/login/code`, postJson({ username: 'noa', uuid, code: 'WRONG' }))
  expectReason(refused, 'captcha-wrong')
  const { message } = await receiveCode('olga')
  expect(mail.received.at(-1)).toBe(message)
  expect(mail.received.filter(({ to }) => to.includes('noa@example.com'))).toEqual([])
})

test.each([
  {},
  { username: 'mira' },
  { username: '', uuid: 'a', code: 'b' },
  { username: 'x'.repeat(65), uuid: 'a', code: 'b' },
])('the body %j is refused', async (body) => {
  expectReason(await call(`${service.base}/login/code`, postJson(body)), 'invalid-parameters')
})

test.each(['nobody', 'asleep', 'limited', 'no-address'])(
  'the response for %s is the same, and nothing is sent',
  async (username) => {
    const known = await requestCode('noa')
    const answer = await requestCode(username)
    const shape = ({ status, headers, body }: typeof answer) => ({
      status,
      headers: [...headers.keys()].sort(),
      members: Object.keys(body).sort(),
      code: body.code,
      msg: body.msg,
      data: Object.keys(body.data as object),
      uuidLength: uuidIn(body).length,
    })
    expect(shape(answer)).toEqual(shape(known))
    for (let i = 0; i < 3; i++)
      expectReason(await codeLogin(username, uuidIn(answer.body), `00000${i}`), 'credentials-wrong')
    await receiveCode('pia')
    expect(mail.received.flatMap(({ to }) => to)).not.toContain(`${username}@example.com`)
    service.advance(3_600_000)
  },
)

test('requests beyond the limit are refused, for names that exist and for others', async () => {
  service.advance(86_400_000)
  for (const username of ['mira', 'unknown']) {
    for (let i = 0; i < 5; i++) expectSuccess(await requestCode(username))
    const refused = await requestCode(username)
    expectReason(refused, 'rate-limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  }
})

test('a code expires', async () => {
  service.advance(86_400_000)
  const { uuid, code } = await receiveCode('olga')
  service.advance(301_000)
  expectReason(await codeLogin('olga', uuid, code), 'credentials-wrong')
})

describe('without the method', () => {
  test('the endpoint and the login refuse it as an invalid parameter', async () => {
    const other = await startService()
    try {
      const uuid = await getCaptcha(other.base)
      const body = { username: 'admin', uuid, code: CAPTCHA_TEXT }
      expectReason(await call(`${other.base}/login/code`, postJson(body)), 'invalid-parameters')
      expectReason(
        await call(`${other.base}/login`, postJson({ ...body, method: 'code' })),
        'invalid-parameters',
      )
    } finally {
      await other.close()
    }
  })

  test('a missing setting of its sender stops the start with the key and the fix', async () => {
    await expect(createService({ jwt: { secret: SECRET }, login: { methods: ['code'] } })).rejects.toThrow(
      'login.code.smtp.host is empty. Fix: set it to your SMTP server',
    )
  })
})

test('an app can send codes itself; what waits is sent before the service ends, and failures are logged without the code', async () => {
  const sent: CodeMessage[] = []
  const lines: string[] = []
  let isClosed = false
  const other = await startService({
    settings: { login: { methods: ['code', 'password'], code: { channels: ['sms'] } } },
    replacements: {
      codeSender: {
        async send(message) {
          sent.push(message)
          if (message.to === '13800138000') throw new Error(`refused: ${message.text}`)
        },
        async close() {
          isClosed = true
        },
      },
    },
    app: { logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } },
  })
  let isRunning = true
  try {
    await other.context.roleAdministration.add({ roleKey: 'reader', roleName: 'Reader', dataScope: '3' })
    for (const [username, phone] of [
      ['one', '138-0013-8000'],
      ['two', '+1 202 555 0100'],
    ] as const)
      await other.context.userAdministration.add({
        username,
        password: ADMIN_PASSWORD,
        roleKey: 'reader',
        phone,
      })
    for (const username of ['one', 'two']) {
      const uuid = await getCaptcha(other.base)
      expectSuccess(await call(`${other.base}/login/code`, postJson({ username, uuid, code: CAPTCHA_TEXT })))
    }
    isRunning = false
    await other.close()
    expect(sent.map(({ channel, to }) => [channel, to])).toEqual([
      ['sms', '13800138000'],
      ['sms', '+12025550100'],
    ])
    expect(isClosed).toBe(true)
    const log = lines.join('')
    expect(log).toContain('messages cannot be sent by SMS')
    // With the words after it: a time in the log may contain the same digits by chance.
    for (const { code, to } of sent)
      for (const text of [`${code} is your`, to]) expect(log).not.toContain(text)
  } finally {
    if (isRunning) await other.close()
  }
})
