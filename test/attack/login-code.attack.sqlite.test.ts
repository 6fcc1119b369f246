import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CodeMessage } from '../../src/index.ts'
import { type Answer, bearer, call, getCaptcha, login, loginAs, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { CAPTCHA_TEXT, startService } from '../support/service.ts'

const ELEVEN_MINUTES_MS = 11 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

const sent: CodeMessage[] = []
const lines: string[] = []
let send: (message: CodeMessage) => Promise<void>

const target = await startService({
  settings: {
    login: { methods: ['password', 'code'], code: { channels: ['email', 'sms'], maxPerDay: 1000 } },
    jwt: { timeout: 1_000_000 },
  },
  replacements: { codeSender: { send: (message) => send(message) } },
  app: { logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } } },
})

beforeEach(() => {
  send = async (message) => void sent.push(message)
  target.advance(HOUR_MS)
})
afterAll(() => target?.close())

function put(path: string, token: string, body: object): Promise<Answer> {
  const init = postJson(body, { authorization: `Bearer ${token}` })
  return call(`${target.base}${path}`, { ...init, method: 'PUT' })
}

async function idOf(username: string): Promise<number> {
  const { body } = await call(
    `${target.base}/sys-user?username=${username}`,
    bearer(await login(target.base)),
  )
  const { list } = body.data as { list: { userId: number; username: string }[] }
  return list.find((user) => user.username === username)?.userId ?? 0
}

async function addUser(username: string, email: string, rules: { method: string; path: string }[] = []) {
  const added = await loginAs(target, username, rules)
  expectSuccess(await put('/user/profile', added.token, { email }))
  // A code is void if the user was changed in the same millisecond or later.
  target.advance(1000)
  return added
}

async function requestCode(username: string): Promise<string> {
  const uuid = await getCaptcha(target.base)
  const answer = await call(`${target.base}/login/code`, postJson({ username, uuid, code: CAPTCHA_TEXT }))
  expectSuccess(answer)
  return (answer.body.data as { uuid: string }).uuid
}

async function codeOf(email: string): Promise<string> {
  return eventually(() => {
    const message = sent.findLast(({ to }) => to === email)
    if (!message) throw new Error('nothing was sent yet')
    return message.code
  })
}

const codeLogin = (username: string, uuid: string, code: string, more: object = {}) =>
  call(`${target.base}/login`, postJson({ method: 'code', username, uuid, code, ...more }))

test('replay: a used code is refused, also in many requests at the same time', async () => {
  await addUser('replayed', 'replayed@example.com')
  const uuid = await requestCode('replayed')
  const code = await codeOf('replayed@example.com')
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeLogin('replayed', uuid, code)))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
  expectRefused(await codeLogin('replayed', uuid, code), 400)
})

test('guessing: parallel guesses get no more than five attempts', async () => {
  await addUser('guessed', 'guessed@example.com')
  const uuid = await requestCode('guessed')
  const code = await codeOf('guessed@example.com')
  const wrong = code === '000000' ? '111111' : '000000'
  const guess = () => codeLogin('guessed', uuid, wrong)
  for (const answer of await Promise.all([1, 2, 3, 4, 5].map(guess))) expectRefused(answer, 400)
  // At least one of the parallel guesses was compared with the code.
  for (let i = 0; i < 4; i++) expectRefused(await guess(), 400)
  const right = await codeLogin('guessed', uuid, code)
  expectRefused(right, 400)
  expect(right.body.reason).toBe('credentials-wrong')
})

test('mix-up: a code for one name does not log in another one, and a captcha is not a code', async () => {
  await addUser('own-name', 'own-name@example.com')
  await addUser('other-name', 'other-name@example.com')
  const uuid = await requestCode('own-name')
  const code = await codeOf('own-name@example.com')
  expectRefused(await codeLogin('other-name', uuid, code), 400)
  expectRefused(await codeLogin('OWN-NAME', uuid, code), 400)
  expectRefused(await codeLogin('own-name', await getCaptcha(target.base), CAPTCHA_TEXT), 400)
  // The id of a code is not the id of a captcha either.
  const asCaptcha = { username: 'own-name', uuid, code }
  expectRefused(await call(`${target.base}/login/code`, postJson(asCaptcha)), 400)
  expectSuccess(await codeLogin('own-name', uuid, code))
})

test('lockout: attempts without a requested code, or with the code of another name, delay nobody', async () => {
  await addUser('not-delayed', 'not-delayed@example.com')
  const foreign = await requestCode('somebody-else')
  for (let i = 0; i < 6; i++) {
    expectRefused(await codeLogin('not-delayed', 'x', '1'), 400)
    expectRefused(await codeLogin('not-delayed', foreign, '1'), 400)
  }
  const uuid = await requestCode('not-delayed')
  expectSuccess(await codeLogin('not-delayed', uuid, await codeOf('not-delayed@example.com')))
  const { body } = await call(`${target.base}/throttle`, bearer(await login(target.base)))
  expect(JSON.stringify(body)).not.toContain('not-delayed')
})

test('downgrade: a code in a login with a password, or a password with a code, is not enough', async () => {
  const { password } = await addUser('downgraded', 'downgraded@example.com')
  const uuid = await requestCode('downgraded')
  const code = await codeOf('downgraded@example.com')
  const asPassword = { username: 'downgraded', password: code, uuid, code }
  expectRefused(await call(`${target.base}/login`, postJson(asPassword)), 400)
  expectRefused(await codeLogin('downgraded', uuid, '000000', { password }), 400)
})

test('enumeration: a sender that hangs does not delay the response', async () => {
  await addUser('waiting', 'waiting@example.com')
  let release = () => {}
  const hanging = new Promise<void>((resolve) => {
    release = resolve
  })
  let isSending = false
  send = async () => {
    isSending = true
    await hanging
  }
  try {
    await requestCode('waiting')
    await eventually(() => expect(isSending).toBe(true))
    await requestCode('nobody-at-all')
  } finally {
    release()
  }
})

test('injection: an address with a line break is refused, and one with several recipients gets nothing', async () => {
  const { token } = await addUser('injected', '')
  const broken = await put('/user/profile', token, { email: 'a@example.com\r\nBcc: eve@example.com' })
  expectRefused(broken, 400)
  for (const email of [
    'a@example.com, eve@example.com',
    'a@example.com>, <eve@example.com',
    '"a b"@example.com',
  ]) {
    expectSuccess(await put('/user/profile', token, { email }))
    target.advance(1000)
    await requestCode('injected')
  }
  await addUser('after-injected', 'after-injected@example.com')
  await requestCode('after-injected')
  await codeOf('after-injected@example.com')
  expect(sent.filter(({ to }) => /[\s,<>"]|eve/.test(to))).toEqual([])
})

test('stolen session: an e-mail address or phone number changes only after a recent login', async () => {
  const rules = [{ method: 'PUT', path: '/api/v1/sys-user/:id' }]
  const { token, password } = await addUser('stolen', 'stolen@example.com', rules)
  const id = await idOf('stolen')
  target.advance(ELEVEN_MINUTES_MS)
  const attempts = [
    await put('/user/profile', token, { email: 'eve@example.com' }),
    await put(`/sys-user/${id}`, token, { email: 'eve@example.com' }),
    await put(`/sys-user/${id}`, token, { phone: '13800138000' }),
  ]
  for (const refused of attempts) {
    expectRefused(refused, 409)
    expect(refused.body.reason).toBe('recent-login-required')
  }
  // Other fields, and the same address, need no recent login.
  expectSuccess(await put('/user/profile', token, { nickName: 'S', email: 'stolen@example.com' }))
  const fresh = await login(target.base, { username: 'stolen', password })
  expectSuccess(await put('/user/profile', fresh, { email: 'new@example.com' }))
})

test('stolen session: the own login methods change only after a recent login', async () => {
  const rules = [{ method: 'PUT', path: '/api/v1/sys-user/:id' }]
  const { token, password } = await addUser('stolen-methods', 'stolen-methods@example.com', rules)
  const path = `/sys-user/${await idOf('stolen-methods')}`
  target.advance(ELEVEN_MINUTES_MS)
  const refused = await put(path, token, { loginMethods: ['password'] })
  expectRefused(refused, 409)
  expect(refused.body.reason).toBe('recent-login-required')
  const fresh = await login(target.base, { username: 'stolen-methods', password })
  expectSuccess(await put(path, fresh, { loginMethods: ['password'] }))
})

test('take-over: an operator who may not set the password may not change the address either', async () => {
  const change = { method: 'PUT', path: '/api/v1/sys-user/:id' }
  const setPassword = { method: 'PUT', path: '/api/v1/sys-user/:id/password' }
  await addUser('victim', 'victim@example.com')
  const id = await idOf('victim')
  const { token: clerk } = await loginAs(target, 'clerk', [change])
  for (const address of [{ email: 'clerk@example.com' }, { phone: '13800138000' }]) {
    const refused = await put(`/sys-user/${id}`, clerk, address)
    expectRefused(refused, 409)
    expect(refused.body).toMatchObject({
      reason: 'beyond-own-role',
      msg: expect.stringContaining('/password'),
    })
  }
  expectSuccess(await put(`/sys-user/${id}`, clerk, { nickName: 'V', email: 'victim@example.com' }))
  const { token: chief } = await loginAs(target, 'chief', [change, setPassword])
  expectSuccess(await put(`/sys-user/${id}`, chief, { email: 'moved@example.com' }))
  const adminId = await idOf('admin')
  expectRefused(await put(`/sys-user/${adminId}`, chief, { email: 'chief@example.com' }), 409)
})

test('a new address voids the codes that were sent to the old one', async () => {
  const { token } = await addUser('moving', 'old@example.com')
  const uuid = await requestCode('moving')
  const code = await codeOf('old@example.com')
  target.advance(1000)
  expectSuccess(await put('/user/profile', token, { email: 'another@example.com' }))
  expectRefused(await codeLogin('moving', uuid, code), 400)
})

test('leaks: no code is in the log of the service or in the data folder', async () => {
  await addUser('quiet', 'quiet@example.com')
  send = async (message) => {
    sent.push(message)
    throw Object.assign(new Error(`cannot send ${message.text}`), { request: message })
  }
  const uuid = await requestCode('quiet')
  const code = await codeOf('quiet@example.com')
  await eventually(() => expect(lines.join('')).toContain('messages cannot be sent by e-mail'))
  expectSuccess(await codeLogin('quiet', uuid, code))
  expect(lines.some((line) => line.includes(`login code for Castellan is ${code}`))).toBe(false)
  expect(lines.join('')).not.toContain('quiet@example.com')
  for (const file of await readdir(target.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    // The file may have been deleted since: the login log was stored in the database.
    const content = await readFile(join(file.parentPath, file.name), 'latin1').catch(() => '')
    expect(content).not.toContain(`is ${code}`)
    expect(content).not.toContain(`"${code}"`)
  }
})
