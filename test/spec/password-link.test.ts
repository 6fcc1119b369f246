// docs/specification.md, 8.2c, 8.2d

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type CodeMessage, createService } from '../../src/index.ts'
import { enrolUser, sendCode, tryPassword } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson, readLoginLog, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { CAPTCHA_TEXT, SECRET, startService } from '../support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NEW_PASSWORD = 'seven lanterns by the quay'

const clock = createClock()
const sent: CodeMessage[] = []
let canSend = true

const service = await startService({
  settings: {
    application: { name: 'Castle', publicUrl: 'https://castle.example.com' },
    jwt: { timeout: 10_000_000 },
    login: {
      methods: ['password', 'service'],
      passwordLink: { enabled: true },
      secondFactor: { requiredRoles: ['chief'] },
    },
  },
  replacements: {
    now: clock.now,
    codeSender: {
      async send(message) {
        if (!canSend) throw new Error('the mail server is down')
        sent.push(message)
      },
    },
  },
})
const admin = await loginOperator(service.base)
const reader = await addRole(admin, 'reader', [{ method: 'GET', path: '/api/v1/role' }])
const chief = await addRole(admin, 'chief', [{ method: 'GET', path: '/api/v1/role' }])

beforeEach(async () => {
  // The limits of an hour.
  await later(HOUR_MS)
})
afterAll(() => service?.close())

/** Sets the clock forward, and waits until the node has polled the database: it was not reachable for as long. */
async function later(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  await eventually(async () => expectSuccess(await admin.get('/getinfo')))
}

const emailOf = (username: string) => `${username}@example.com`
const add = (username: string, fields: object = {}) =>
  addUser(admin, username, reader, { email: emailOf(username), ...fields })

const sentTo = (username: string) => sent.filter(({ to }) => to === emailOf(username))

async function requestLink(account: string, headers: Record<string, string> = {}): Promise<Answer> {
  const uuid = await getCaptcha(service.base)
  const body = { account, uuid, code: CAPTCHA_TEXT }
  return call(`${service.base}/forgotten-password`, postJson(body, headers))
}

const setPassword = (link: string, password = NEW_PASSWORD) =>
  call(`${service.base}/password-link`, postJson({ link, password }))

const secretIn = ({ link }: CodeMessage) => link.slice(link.indexOf('#') + 1)

/** Requests a link for a user and returns its message. */
async function receive(username: string, account = username): Promise<CodeMessage> {
  const before = sentTo(username).length
  expectSuccess(await requestLink(account), { data: null })
  return eventually(() => {
    const message = sentTo(username)[before]
    if (!message) throw new Error('nothing was sent yet')
    return message
  })
}

/** Invites a user and returns the secret of the link. */
async function invite(username: string, id: number): Promise<string> {
  const { to } = await dataOf<{ to: string }>(admin.post(`/sys-user/${id}/invitation`, {}))
  expect(to).toBe(emailOf(username))
  const message = sentTo(username).at(-1)
  return message ? secretIn(message) : ''
}

/** Expects a refusal with this reason. */
function expectReason(answer: Answer, code: number, reason: string): void {
  expectRefused(answer, code)
  expect(answer.body.reason).toBe(reason)
}

const logIn = (username: string, password = NEW_PASSWORD, fields: object = {}) =>
  tryLogin(service.base, { username, password, ...fields })

describe('an invitation', () => {
  test('an invited user sets the password over the link, gets no token, and logs in', async () => {
    const user = { username: 'ines', invite: true, roleId: reader, email: emailOf('ines') }
    await dataOf(admin.post('/sys-user', user))
    const [message] = sentTo('ines')
    expect(message).toMatchObject({
      kind: 'invitation',
      channel: 'email',
      subject: 'Your account for Castle',
      minutes: 72 * 60,
      link: expect.stringMatching(/^https:\/\/castle\.example\.com\/password-link#[\w-]{43}$/),
    })
    expect(message?.text).toContain('Your username is “ines”.')
    expect(message?.text).toContain(message?.link)
    expect(message?.text).toContain('valid once, for 72 hours')
    expectReason(await logIn('ines', ''), 400, 'invalid-parameters')
    const answer = await setPassword(message ? secretIn(message) : '')
    expect(answer.body).toEqual({ code: 200, msg: expect.any(String), data: { username: 'ines' } })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expectSuccess(await logIn('ines'))
  })

  test('an existing user is invited; the password stays valid until the link is used', async () => {
    const id = await add('ivan')
    const link = await invite('ivan', id)
    expectSuccess(await tryPassword(service.base, 'ivan'))
    expectSuccess(await setPassword(link))
    expectReason(await tryPassword(service.base, 'ivan'), 400, 'credentials-wrong')
  })

  test('the link is valid for 72 hours', async () => {
    const id = await add('slow')
    const first = await invite('slow', id)
    await later(72 * HOUR_MS)
    expectReason(await setPassword(first), 400, 'link-invalid')
    const second = await invite('slow', id)
    await later(72 * HOUR_MS - 1)
    expectSuccess(await setPassword(second))
  })

  test('the message has the language of the operator', async () => {
    const id = await add('zhang')
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' }
    expectSuccess(await call(`${service.base}/sys-user/${id}/invitation`, postJson({}, headers)))
    expect(sentTo('zhang').at(-1)).toMatchObject({ language: 'zh', subject: '您的 Castle 账号' })
    expect(sentTo('zhang').at(-1)?.text).toContain('72 小时内有效')
  })

  test('a user without an address, a disabled one and one of a directory cannot be invited', async () => {
    const unreachable = await add('unreachable', { email: '' })
    const disabled = await add('disabled', { status: '1' })
    const external = await add('external', { loginMethods: ['ldap'] })
    for (const [id, problem] of [
      [unreachable, 'no e-mail address'],
      [disabled, 'disabled'],
      [external, 'does not log in with a password'],
    ] as const) {
      const answer = await admin.post(`/sys-user/${id}/invitation`, {})
      expectReason(answer, 409, 'not-invitable')
      expect(answer.body.msg).toContain(problem)
    }
    const refused = await admin.post('/sys-user', { username: 'nobody-yet', invite: true, roleId: reader })
    expectReason(refused, 409, 'not-invitable')
    expect(await listOf(admin, '/sys-user?username=nobody-yet'), 'nothing is created').toEqual([])
  })

  test('a service account and the own account cannot be invited', async () => {
    const program = await dataOf(admin.post('/service-account', { username: 'robot', roleId: reader }))
    expectReason(await admin.post(`/sys-user/${program.userId}/invitation`, {}), 409, 'service-account')
    const own = Number((await dataOf(admin.get('/getinfo'))).userId)
    expectReason(await admin.post(`/sys-user/${own}/invitation`, {}), 409, 'own-password')
  })

  test('a new user has either a password or an invitation', async () => {
    const user = { username: 'both', roleId: reader, email: emailOf('both') }
    for (const wrong of [user, { ...user, invite: false }, { ...user, invite: true, password: NEW_PASSWORD }])
      expectReason(await admin.post('/sys-user', wrong), 400, 'invalid-parameters')
  })

  test('the operator is told that the message could not be sent', async () => {
    const id = await add('not-reached')
    canSend = false
    try {
      expectReason(await admin.post(`/sys-user/${id}/invitation`, {}), 503, 'message-not-sent')
    } finally {
      canSend = true
    }
    expectSuccess(await setPassword(await invite('not-reached', id)))
  })
})

describe('a forgotten password', () => {
  test.each([
    ['the username', 'nadia'],
    ['the e-mail address', 'nadia@example.com'],
    ['the phone number', '+49 30 1234567'],
  ])('is set over a link that is sent for %s', async (_, account) => {
    const [known] = await listOf(admin, '/sys-user?username=nadia')
    if (!known) await add('nadia', { phone: '+49 30 1234567' })
    const message = await receive('nadia', account)
    expect(message).toMatchObject({
      kind: 'forgotten',
      minutes: 30,
      subject: 'Set a new password for Castle',
    })
    expect(message.text).toContain('“nadia”')
    expectSuccess(await setPassword(secretIn(message)))
    expectSuccess(await logIn('nadia'))
  })

  test('the link is valid for 30 minutes', async () => {
    await add('late')
    const message = await receive('late')
    await later(30 * MINUTE_MS)
    expectReason(await setPassword(secretIn(message)), 400, 'link-invalid')
  })

  test('the response is the same for every account, and only who has one gets a message', async () => {
    await add('present')
    await add('asleep', { status: '1' })
    await add('addressless', { email: '' })
    const answers: unknown[] = []
    for (const account of ['present', 'asleep', 'addressless', 'robot', 'nobody', 'nobody@example.com'])
      answers.push((await requestLink(account)).body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await receive('present', 'present')
    expect(sentTo('asleep')).toEqual([])
  })

  test('a user of a directory is told in the message that the password is kept elsewhere', async () => {
    await add('of-directory', { loginMethods: ['ldap'] })
    const message = await receive('of-directory')
    expect(message).toMatchObject({ kind: 'no-link', link: '', minutes: 0 })
    expect(message.text).toContain('it is kept elsewhere')
  })

  test('an admin gets a link only with a second factor', async () => {
    const [{ roleId = 0 } = {}] = await listOf(admin, '/role?roleKey=admin')
    await add('regent', { roleId })
    expect((await receive('regent')).kind).toBe('no-link')
    const app = await enrolUser(service.base, 'regent', clock)
    const message = await receive('regent')
    expectSuccess(await setPassword(secretIn(message)))
    const first = await logIn('regent')
    expect(first.body.reason).toBe('second-factor-required')
    expectSuccess(await sendCode(service.base, first.body.ticket, app.nextCode()))
    const [event] = await listOf(admin, '/event?kind=admin.password-reset')
    expect(event).toMatchObject({ severity: 'critical', fields: { username: 'regent', operator: 'regent' } })
  })

  test('needs a captcha', async () => {
    await add('guarded')
    const uuid = await getCaptcha(service.base)
    const body = { account: 'guarded', uuid, code: 'WRONG' }
    expectReason(await call(`${service.base}/forgotten-password`, postJson(body)), 400, 'captcha-wrong')
    await receive('guarded')
    expect(sentTo('guarded')).toHaveLength(1)
  })
})

describe('a link', () => {
  test('is not used up by a password that the rules refuse, or by GET', async () => {
    const link = await invite('careful', await add('careful'))
    expectReason(await setPassword(link, 'short'), 400, 'invalid-parameters')
    expectReason(await setPassword(link, 'password password'), 400, 'invalid-parameters')
    const opened = await fetch(`${service.base}/password-link?link=${link}`)
    expect(opened.status).toBe(405)
    expectSuccess(await setPassword(link))
    expectReason(await setPassword(link), 400, 'link-invalid')
  })

  test('ends all sessions of the user', async () => {
    const id = await add('present-elsewhere')
    const session = await loginOperator(service.base, {
      username: 'present-elsewhere',
      password: passwordOf('present-elsewhere'),
    })
    expectSuccess(await session.get('/role'))
    expectSuccess(await setPassword(await invite('present-elsewhere', id)))
    expectRefused(await session.get('/role'), 401)
  })

  test('does not replace a second factor, and the restricted token sets one up where the role requires it', async () => {
    const id = await add('deputy', { roleId: chief })
    expectSuccess(await setPassword(await invite('deputy', id)))
    const { body } = await logIn('deputy')
    const limited = operatorWith(service.base, String(body.token))
    expectReason(await limited.get('/role'), 409, 'second-factor-due')
    expectSuccess(await limited.post('/user/second-factor', {}))
  })

  test('its request is in the audit log, and every use in the login log, with its result and address', async () => {
    const id = await add('watched')
    const message = await receive('watched')
    await setPassword(secretIn(message), 'short')
    await setPassword(secretIn(message))
    await setPassword(secretIn(message))
    const changes = await listOf(admin, `/audit-log?targetKind=user&targetId=${id}`)
    expect(changes.map(({ action, operator, ipaddr }) => [action, operator, ipaddr]).slice(0, 2)).toEqual([
      ['user.password', 'watched', '127.0.0.1'],
      ['user.password-request', 'castellan', '127.0.0.1'],
    ])
    const uses = (await readLoginLog(service.base, admin.token)).slice(0, 3)
    expect(uses.map(({ username, status, reason, ipaddr }) => [username, status, reason, ipaddr])).toEqual([
      ['', '1', 'link-invalid', '127.0.0.1'],
      ['watched', '2', 'password-set', '127.0.0.1'],
      ['watched', '1', 'invalid-parameters', '127.0.0.1'],
    ])
  })
})

describe('the settings', () => {
  test('without them every request is refused, and says what to set', async () => {
    const plain = await startService()
    try {
      const operator = await loginOperator(plain.base)
      const uuid = await getCaptcha(plain.base)
      const forgotten = postJson({ account: 'admin', uuid, code: CAPTCHA_TEXT })
      const role = await addRole(operator, 'reader')
      for (const answer of [
        await operator.post('/sys-user/1/invitation', {}),
        await operator.post('/sys-user', { username: 'ines', invite: true, roleId: role }),
        await call(`${plain.base}/forgotten-password`, forgotten),
        await call(`${plain.base}/password-link`, postJson({ link: 'x'.repeat(43), password: NEW_PASSWORD })),
      ]) {
        expectReason(answer, 409, 'password-links-disabled')
        expect(answer.body.msg).toContain('login.passwordLink.enabled, application.publicUrl')
      }
      expect((await call(`${plain.base}/app-config`)).body.data).toMatchObject({ passwordLinks: [] })
    } finally {
      await plain.close()
    }
  })

  test.each([
    [{ application: {} }, 'requires application.publicUrl'],
    [{ application: { publicUrl: 'http://castle.example.com' } }, 'with https'],
    [
      { application: { publicUrl: 'https://castle.example.com' }, login: { methods: ['passkey'] } },
      'does not contain password',
    ],
    [{ application: { publicUrl: 'https://castle.example.com' } }, 'login.code.smtp.host is empty'],
  ])('the service does not start with %j', async (settings, problem) => {
    const login = { passwordLink: { enabled: true }, ...('login' in settings ? settings.login : {}) }
    const application = { dataDir: service.dataDir, ...settings.application }
    await expect(createService({ jwt: { secret: SECRET }, application, login })).rejects.toThrow(problem)
  })

  test('app-config says what links are sent for', async () => {
    expect((await call(`${service.base}/app-config`)).body.data).toMatchObject({
      passwordLinks: ['invitation', 'forgotten'],
    })
  })
})
