import { expect, test } from 'vitest'
import { MAX_FAILURES_PER_PASSWORD } from '../../src/features/login/second-factor/second-factor-throttle.ts'
import { enrolUser } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
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
import { CAPTCHA_TEXT } from '../support/service.ts'
import { HOME, startTwoNodes, stranger } from './support/two-nodes.ts'

/** Where users of `enrolUser` have logged in. */
const LOOPBACK = '127.0.0.1'
const MAX_DELAY_MS = 900_000
const HOUR_MS = 60 * 60 * 1000

const { clock, nodes, sent, sentTo, nextBase } = await startTwoNodes({
  login: { methods: ['password', 'code'], maxFailures: 4, maxFailuresPerNetwork: 1000 },
})

const admin = await loginOperator(nextBase())
const roleId = await addRole(admin, 'clerk')

/** Sends a request with a new captcha, to the two nodes in turn. */
async function send(path: string, address: string, fields: object): Promise<Answer> {
  const base = nextBase()
  const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
  return call(`${base}${path}`, postJson({ ...captcha, ...fields }, { 'x-forwarded-for': address }))
}

const logIn = (username: string, address: string, fields: object = {}) =>
  send('/login', address, { username, password: passwordOf(username), ...fields })

const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason')

const requestCode = (username: string, address: string) => send('/login/code', address, { username })

/** Waits until the queue has handled all requests so far: they are handled in their order. */
async function handled(): Promise<void> {
  for (const number of nodes.keys()) {
    const username = `marker-${sent.length}-${number}`
    await addUser(admin, username, roleId, { email: `${username}@example.com` })
    clock.advance(1000)
    expectSuccess(await requestCode(username, HOME))
    await eventually(() => expect(sentTo(username)).toHaveLength(1))
  }
}

const visible = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !/^(date|x-request-id|content-length)$/.test(name)),
  body: { ...body, data: Object.keys((body.data as object | undefined) ?? {}) },
})

test('a stranger with many networks does not use up the one-time codes of a user', async () => {
  await addUser(admin, 'owner', roleId, { email: 'owner@example.com' })
  expectSuccess(await logIn('owner', HOME))
  for (let i = 0; i < 12; i++) expectSuccess(await requestCode('owner', stranger(i)))
  await handled()
  expect(sentTo('owner'), 'half of five').toHaveLength(3)
  for (const wanted of [4, 5]) {
    const { body } = await requestCode('owner', HOME)
    await eventually(() => expect(sentTo('owner')).toHaveLength(wanted))
    const { uuid } = body.data as { uuid: string }
    const code = sentTo('owner').at(-1)?.code
    expectSuccess(await send('/login', HOME, { method: 'code', username: 'owner', uuid, code }))
  }
})

test('the responses reveal neither names nor known networks, with and without an attack', async () => {
  await addUser(admin, 'visited', roleId, { email: 'visited@example.com' })
  expectSuccess(await logIn('visited', HOME))
  clock.advance(HOUR_MS)
  const seen: Record<string, unknown[]> = {}
  for (const username of ['visited', 'nobody']) {
    for (let i = 0; i < 6; i++) await requestCode(username, stranger(i))
    for (const address of [HOME, stranger(100)]) {
      const answers: unknown[] = []
      for (let i = 0; i < 6; i++) answers.push(visible(await requestCode(username, address)))
      seen[`${username} ${address}`] = answers
    }
  }
  const [first, ...others] = Object.values(seen)
  expect(first).toHaveLength(6)
  expect(first?.[5]).toMatchObject({ body: { code: 429 } })
  for (const other of others) expect(other).toEqual(first)
})

test('codes that were not sent cannot be guessed: at most the limit of messages is valid', async () => {
  await addUser(admin, 'guessed-code', roleId, { email: 'guessed-code@example.com' })
  const uuids: string[] = []
  for (let i = 0; i < 8; i++) {
    const { body } = await requestCode('guessed-code', stranger(200 + i))
    uuids.push((body.data as { uuid: string }).uuid)
  }
  await handled()
  const codes = sentTo('guessed-code').map(({ code }) => code)
  expect(codes).toHaveLength(3)
  let successes = 0
  for (const [number, uuid] of uuids.entries()) {
    for (const code of codes) {
      const login = { method: 'code', username: 'guessed-code', uuid, code }
      const answer = await send('/login', stranger(300 + number), login)
      if (answer.body.code === 200) successes++
      else expectRefused(answer, 400)
    }
  }
  expect(successes).toBe(3)
})

test('the networks of a user are deleted with the user', async () => {
  const id = await addUser(admin, 'deleted', roleId, { email: 'deleted@example.com' })
  expectSuccess(await logIn('deleted', HOME))
  await dataOf(admin.remove(`/sys-user/${id}`))
  await addUser(admin, 'deleted', roleId, { email: 'deleted@example.com' })
  clock.advance(1000)
  for (let i = 0; i < 4; i++) await requestCode('deleted', stranger(400 + i))
  await handled()
  expect(sentTo('deleted')).toHaveLength(3)
  expectSuccess(await requestCode('deleted', HOME))
  await handled()
  expect(sentTo('deleted'), 'a new user with the name has no known network').toHaveLength(3)
})

test('codes of the second factor cannot be guessed from many networks, and the owner still logs in', async () => {
  await addUser(admin, 'second', roleId)
  const app = await enrolUser(nodes[0]?.base ?? '', 'second', clock)
  const used = app.code()
  const wrong = ['no', app.recoveryCodes[0]?.replaceAll(/\w/g, 'A') ?? '', used, used]
  for (const [i, secondFactorCode] of wrong.entries())
    expect(reasonOf(await logIn('second', stranger(500 + i), { secondFactorCode }))).toBe(
      'second-factor-wrong',
    )
  for (const code of [app.code(1), app.recoveryCodes[0]])
    expectRefused(await logIn('second', stranger(600), { secondFactorCode: code }), 429)
  clock.advance(MAX_DELAY_MS)
  for (let i = 0; i < 2; i++) {
    const answers = []
    for (let j = 0; j < 2; j++)
      answers.push(reasonOf(await logIn('second', stranger(700 + 2 * i + j), { secondFactorCode: 'no' })))
    expect(answers).toEqual(['second-factor-wrong', 'rate-limited'])
    clock.advance(MAX_DELAY_MS)
  }
  expect(reasonOf(await logIn('second', stranger(800), { secondFactorCode: 'no' }))).toBe(
    'second-factor-wrong',
  )
  const code = app.code()
  const refused = await logIn('second', stranger(801), { secondFactorCode: code })
  expectRefused(refused, 429)
  expectSuccess(await logIn('second', LOOPBACK, { secondFactorCode: code }))
  const [event] = await listOf(admin, '/event?kind=login.second-factor-failures')
  expect(event).toMatchObject({ fields: { username: 'second' } })
})

test('guesses with tickets are counted with the others', async () => {
  await addUser(admin, 'ticketed', roleId)
  const app = await enrolUser(nodes[0]?.base ?? '', 'ticketed', clock)
  const { body } = await logIn('ticketed', stranger(900))
  const finish = (address: string, secondFactorCode: string) =>
    send('/login', address, { ticket: body.ticket, secondFactorCode })
  for (let i = 0; i < 4; i++)
    expect(reasonOf(await finish(stranger(901 + i), 'no'))).toBe('second-factor-wrong')
  expect(reasonOf(await finish(stranger(910), app.code()))).toBe('rate-limited')
  expect(reasonOf(await logIn('ticketed', stranger(911), { secondFactorCode: 'no' }))).toBe('rate-limited')
  expectSuccess(await finish(LOOPBACK, app.code(1)))
})

test('after many wrong codes the password must be replaced, which needs the second factor or an operator', async () => {
  const id = await addUser(admin, 'known-password', roleId)
  const app = await enrolUser(nodes[0]?.base ?? '', 'known-password', clock)
  for (let i = 0; i < MAX_FAILURES_PER_PASSWORD; i++) {
    const answer = await logIn('known-password', stranger(1000 + i), { secondFactorCode: 'no' })
    expect(reasonOf(answer)).toBe('second-factor-wrong')
    clock.advance(MAX_DELAY_MS)
  }
  expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ pwdChangeDue: true })
  const [event] = await listOf(admin, '/event?kind=password.change-required')
  expect(event).toMatchObject({ fields: { username: 'known-password', failures: MAX_FAILURES_PER_PASSWORD } })

  expect(reasonOf(await logIn('known-password', stranger(1)))).toBe('second-factor-required')
  const { body } = await logIn('known-password', LOOPBACK, { secondFactorCode: app.nextCode() })
  const owner = operatorWith(nodes[0]?.base ?? '', String(body.token))
  expect(reasonOf(await owner.get('/user/login-methods'))).toBe('password-change-due')
  const passwords = { oldPassword: passwordOf('known-password'), newPassword: passwordOf('nobody else') }
  expectSuccess(await owner.put('/user/pwd/set', passwords))
  expect(reasonOf(await logIn('known-password', stranger(2), { secondFactorCode: app.nextCode() }))).toBe(
    'credentials-wrong',
  )
  const password = passwordOf('nobody else')
  const again = await logIn('known-password', stranger(3), { password, secondFactorCode: app.nextCode() })
  expectSuccess(again)
  expectSuccess(await operatorWith(nodes[1]?.base ?? '', String(again.body.token)).get('/user/login-methods'))
})
