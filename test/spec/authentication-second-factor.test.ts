import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { createService } from '../../src/index.ts'
import { enrol, enrolUser, sendCode, tryPassword } from '../support/authenticator.ts'
import { type Answer, login, readLoginLog } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  type Listed,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { CAPTCHA_TEXT, SECRET, startService } from '../support/service.ts'

const MINUTE_MS = 60_000
const clock = createClock()
const settings = {
  login: { maxFailures: 0, secondFactor: { requiredRoles: ['guarded'] } },
  // The clock jumps, and the change feed must not seem to be late.
  cluster: { maxStalenessSeconds: 3600 },
  jwt: { timeout: 24 * 60 * 60, secret: SECRET },
}

const service = await startService({ settings, replacements: { now: clock.now } })
afterAll(service.close)
const base = service.base
const admin = await loginOperator(base)
const roleId = await addRole(admin, 'clerk', [{ method: '*', path: '/*' }])
const guardedRoleId = await addRole(admin, 'guarded', [{ method: '*', path: '/*' }])

const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason')
const stateOf = async (user: Operator, path = '/user/login-methods') =>
  (await dataOf<{ secondFactor: object }>(user.get(path))).secondFactor

const loginWithCode = async (username: string, code: string): Promise<Operator> => {
  const { body } = await tryPassword(base, username, { secondFactorCode: code })
  expectSuccess(await operatorWith(base, String(body.token)).get('/getinfo'))
  return operatorWith(base, String(body.token))
}

describe('enrolment', () => {
  test('a confirmed code enables the factor, ends the sessions and returns ten recovery codes', async () => {
    await addUser(admin, 'anna', roleId)
    const anna = await loginOperator(base, { username: 'anna', password: passwordOf('anna') })
    expect(await stateOf(anna)).toEqual({
      enabled: false,
      enabledAt: null,
      recoveryCodesLeft: 0,
      required: false,
    })
    const begun = await dataOf<{ secret: string; uri: string }>(anna.post('/user/second-factor', {}))
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expectSuccess(await tryPassword(base, 'anna'))
    const app = await enrol(anna, clock)
    expect(app.secret).not.toBe(begun.secret)
    expect(new Set(app.recoveryCodes).size).toBe(10)
    expectRefused(await anna.get('/getinfo'), 401)
    const again = await loginWithCode('anna', app.nextCode())
    expect(await stateOf(again)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect(reasonOf(await again.post('/user/second-factor', {}))).toBe('second-factor-enabled')
  })

  test('a wrong code, an enrolment that was not started and a late one are refused', async () => {
    await addUser(admin, 'late', roleId)
    const user = await loginOperator(base, { username: 'late', password: passwordOf('late') })
    const confirm = (code: string) => user.post('/user/second-factor/confirm', { code })
    expect(reasonOf(await confirm('123456'))).toBe('second-factor-not-started')
    const { secret } = await dataOf<{ secret: string }>(user.post('/user/second-factor', {}))
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(reasonOf(await confirm('no code'))).toBe('second-factor-wrong')
    expectSuccess(await user.get('/getinfo'))
    clock.advance(9 * MINUTE_MS)
    expect(reasonOf(await user.post('/user/second-factor', {}))).toBeNull()
    clock.advance(2 * MINUTE_MS)
    for (const answer of [
      await confirm('123456'),
      await user.post('/user/second-factor', {}),
      await user.post('/user/second-factor/recovery-codes', { code: '123456' }),
      await user.remove('/user/second-factor', { code: '123456' }),
    ]) {
      expect(reasonOf(answer)).toBe('recent-login-required')
    }
  })

  test('the database contains neither the secret nor a recovery code, and the key is a file of its owner', async () => {
    await addUser(admin, 'stored', roleId)
    const app = await enrolUser(base, 'stored', clock)
    expect(await readdir(service.dataDir)).toContain('second-factor.key')
    for (const name of (await readdir(service.dataDir)).filter((file) => file.startsWith('castellan.db'))) {
      const bytes = (await readFile(join(service.dataDir, name))).toString('latin1')
      for (const secret of [app.secret, ...app.recoveryCodes, ...app.recoveryCodes.map(withoutHyphens)]) {
        expect(bytes.includes(secret), name).toBe(false)
      }
    }
  })
})

function withoutHyphens(code: string): string {
  return code.replaceAll('-', '')
}

describe('login', () => {
  test('without a code, it is asked for, and the second request finishes the login', async () => {
    await addUser(admin, 'ben', roleId)
    const app = await enrolUser(base, 'ben', clock)
    const first = await tryPassword(base, 'ben')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      code: 428,
      msg: expect.stringMatching(/authenticator/),
      reason: 'second-factor-required',
      ticket: expect.stringMatching(/^[\w-]{22}$/),
    })
    const code = app.nextCode()
    const second = await sendCode(base, first.body.ticket, `${code.slice(0, 3)} ${code.slice(3)}`)
    expectSuccess(second, { token: expect.any(String), expire: expect.any(String) })
    expect(claimsOf(String(second.body.token)).secondfactor).toBeUndefined()
    expectSuccess(await operatorWith(base, String(second.body.token)).get('/sys-user'))
    expect(reasonOf(await sendCode(base, first.body.ticket, app.nextCode()))).toBe('second-factor-expired')

    const [unknown, done, asked] = await readLoginLog(base, admin.token)
    expect([unknown, done, asked]).toMatchObject([
      { username: '', status: '1', reason: 'second-factor-expired' },
      { username: 'ben', status: '2', reason: 'logged-in', method: 'password' },
      { username: 'ben', status: '3', reason: 'second-factor-required', method: 'password' },
    ])
  })

  test('the first step is logged immediately, counts as neither success nor failure, and shows what became of it', async () => {
    await addUser(admin, 'hana', roleId)
    const app = await enrolUser(base, 'hana', clock)
    const before = await countsOf()
    const first = await tryPassword(base, 'hana')
    const [asked] = await readLoginLog(base, admin.token)
    expect(asked).toMatchObject({ username: 'hana', status: '3', secondStep: 'waiting' })
    expect(await countsOf()).toEqual(before)

    expect(reasonOf(await sendCode(base, first.body.ticket, '000000'))).toBe('second-factor-wrong')
    expectSuccess(await sendCode(base, first.body.ticket, app.nextCode()))
    const steps = await dataOf<Listed>(admin.get(`/sys-login-log?loginKey=${asked?.loginKey}`))
    expect(steps.list).toMatchObject([
      { status: '2', reason: 'logged-in', secondStep: '' },
      { status: '1', reason: 'second-factor-wrong', secondStep: '' },
      { id: asked?.id, status: '3', secondStep: 'finished' },
    ])
    expect(await countsOf()).toEqual({ succeeded: before.succeeded + 1, failed: before.failed + 1 })

    await tryPassword(base, 'hana')
    const [left] = await readLoginLog(base, admin.token)
    clock.advance(5 * MINUTE_MS)
    expect(await dataOf(admin.get(`/sys-login-log/${left?.id}`))).toMatchObject({ secondStep: 'unfinished' })
    const pending = await dataOf<Listed>(admin.get('/sys-login-log?status=3&username=hana'))
    expect(pending.list.map(({ secondStep }) => secondStep)).toEqual(['unfinished', 'finished'])

    async function countsOf() {
      const { hours } = await dataOf<{ hours: { succeeded: number; failed: number }[] }>(
        admin.get('/overview'),
      )
      const sum = (of: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[of], 0)
      return { succeeded: sum('succeeded'), failed: sum('failed') }
    }
  })

  test('the code can be in the first request', async () => {
    await addUser(admin, 'carla', roleId)
    const app = await enrolUser(base, 'carla', clock)
    expect(reasonOf(await tryPassword(base, 'carla', { secondFactorCode: '000000x' }))).toBe(
      'second-factor-wrong',
    )
    expectSuccess(await tryPassword(base, 'carla', { secondFactorCode: app.nextCode() }))
  })

  test('a wrong password gets the same response with and without a second factor', async () => {
    await addUser(admin, 'dora', roleId)
    const app = await enrolUser(base, 'dora', clock)
    const answers = [
      await tryPassword(base, 'dora', { password: 'wrong' }),
      await tryPassword(base, 'dora', { password: 'wrong', secondFactorCode: app.nextCode() }),
      await tryPassword(base, 'nobody', { password: 'wrong', secondFactorCode: '123456' }),
    ]
    for (const answer of answers) expect(reasonOf(answer)).toBe('credentials-wrong')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    // The code was not consumed by a request whose password was wrong.
    expectSuccess(await tryPassword(base, 'dora', { secondFactorCode: app.code() }))
  })

  test('a code is valid one step before and after its time, and once', async () => {
    await addUser(admin, 'emil', roleId)
    const app = await enrolUser(base, 'emil', clock)
    clock.advance(5 * MINUTE_MS)
    const codes = [app.code(-2), app.code(-1), app.code(-1), app.code(1), app.code(0), app.code(2)]
    const outcomes: unknown[] = []
    for (const secondFactorCode of codes) {
      outcomes.push((await tryPassword(base, 'emil', { secondFactorCode })).body.code)
    }
    // The code of the current step is refused after that of the next step.
    expect(outcomes).toEqual([400, 200, 400, 200, 400, 400])
  })

  test('a ticket is valid for five minutes and five wrong codes, and then causes an event', async () => {
    await addUser(admin, 'fritz', roleId)
    const app = await enrolUser(base, 'fritz', clock)
    const first = await tryPassword(base, 'fritz')
    clock.advance(5 * MINUTE_MS)
    expect(reasonOf(await sendCode(base, first.body.ticket, app.nextCode()))).toBe('second-factor-expired')

    const { body } = await tryPassword(base, 'fritz')
    const reasons: unknown[] = []
    for (const code of ['wrong', 'ABCD-ABCD-ABCD-ABCD', 'wrong', 'wrong', 'wrong', app.nextCode()]) {
      reasons.push(reasonOf(await sendCode(base, body.ticket, code)))
    }
    expect(reasons).toEqual([...Array(5).fill('second-factor-wrong'), 'second-factor-expired'])
    const [event] = await listOf(admin, '/event?kind=login.second-factor-failures')
    expect(event).toMatchObject({ fields: { username: 'fritz', failures: 5, address: '127.0.0.1' } })
  })

  test('a ticket is void after a change of the password, the role or the second factor', async () => {
    const userId = await addUser(admin, 'greta', roleId)
    const app = await enrolUser(base, 'greta', clock)
    const { body: before } = await tryPassword(base, 'greta')
    expectSuccess(await admin.put(`/sys-user/${userId}`, { roleId: guardedRoleId }))
    expect(reasonOf(await sendCode(base, before.ticket, app.nextCode()))).toBe('credentials-wrong')
    const { body: next } = await tryPassword(base, 'greta')
    expectSuccess(await admin.remove(`/sys-user/${userId}/second-factor`))
    expect(reasonOf(await sendCode(base, next.ticket, app.nextCode()))).toBe('second-factor-wrong')
  })

  test('with a method, a ticket is ignored, and malformed tickets are refused', async () => {
    await addUser(admin, 'hanna', roleId)
    expectSuccess(await tryPassword(base, 'hanna', { method: 'password', ticket: 'A'.repeat(22) }))
    for (const ticket of ['', 'x'.repeat(65), 7, null, ['x']]) {
      expect((await sendCode(base, ticket, '123456')).body).toMatchObject({ reason: 'invalid-parameters' })
    }
    for (const ticket of ['x', 'A'.repeat(22), '../captcha', "'--"]) {
      expect(reasonOf(await sendCode(base, ticket, '123456'))).toBe('second-factor-expired')
    }
  })
})

describe('recovery codes', () => {
  test('each is valid once, however it is typed', async () => {
    await addUser(admin, 'ida', roleId)
    const app = await enrolUser(base, 'ida', clock)
    const [first = '', second = ''] = app.recoveryCodes
    const { body } = await tryPassword(base, 'ida')
    expectSuccess(await sendCode(base, body.ticket, withoutHyphens(first).toLowerCase()))
    expect(reasonOf(await tryPassword(base, 'ida', { secondFactorCode: first }))).toBe('second-factor-wrong')
    const ida = await loginWithCode('ida', second)
    expect(await stateOf(ida)).toMatchObject({ enabled: true, recoveryCodesLeft: 8 })
  })

  test('new ones replace the old ones', async () => {
    await addUser(admin, 'jan', roleId)
    const app = await enrolUser(base, 'jan', clock)
    const jan = await loginWithCode('jan', app.nextCode())
    const renew = (body: object) => jan.post('/user/second-factor/recovery-codes', body)
    // A stolen session does not suffice.
    expect(reasonOf(await renew({}))).toBe('invalid-parameters')
    expect(reasonOf(await renew({ code: 'no code' }))).toBe('second-factor-wrong')
    expect(await stateOf(jan)).toMatchObject({ recoveryCodesLeft: 10 })
    const [old = '', used = ''] = app.recoveryCodes
    const renewed = await dataOf<{ recoveryCodes: string[] }>(renew({ code: used }))
    expect(await stateOf(jan)).toMatchObject({ recoveryCodesLeft: 10 })
    expect(reasonOf(await tryPassword(base, 'jan', { secondFactorCode: old }))).toBe('second-factor-wrong')
    await loginWithCode('jan', renewed.recoveryCodes[0] ?? '')
  })

  test('there are none without a second factor', async () => {
    await addUser(admin, 'karl', roleId)
    const karl = await loginOperator(base, { username: 'karl', password: passwordOf('karl') })
    expect(reasonOf(await karl.post('/user/second-factor/recovery-codes', { code: '123456' }))).toBe(
      'second-factor-missing',
    )
    expect(reasonOf(await karl.remove('/user/second-factor', { code: '123456' }))).toBe(
      'second-factor-missing',
    )
  })
})

describe('removal', () => {
  test('by the user requires a code that was not used, and ends the sessions', async () => {
    await addUser(admin, 'lena', roleId)
    const app = await enrolUser(base, 'lena', clock)
    const code = app.nextCode()
    const lena = await loginWithCode('lena', code)
    expect(reasonOf(await lena.remove('/user/second-factor', { code }))).toBe('second-factor-wrong')
    expectSuccess(await lena.remove('/user/second-factor', { code: app.nextCode() }))
    expectRefused(await lena.get('/getinfo'), 401)
    expectSuccess(await tryPassword(base, 'lena'))
  })

  test('by an operator ends the sessions and is in the audit log', async () => {
    const userId = await addUser(admin, 'mila', roleId)
    const app = await enrolUser(base, 'mila', clock)
    const mila = await loginWithCode('mila', app.nextCode())
    const path = `/sys-user/${userId}/second-factor`
    expect(await stateOf(admin, `/sys-user/${userId}/login-methods`)).toMatchObject({ enabled: true })
    expectSuccess(await admin.remove(path))
    expectRefused(await mila.get('/getinfo'), 401)
    expectSuccess(await tryPassword(base, 'mila'))
    expect(reasonOf(await admin.remove(path))).toBe('second-factor-missing')
    const entries = await listOf(admin, `/audit-log?targetKind=user&targetId=${userId}`)
    expect(entries.map(({ action, operator }) => [action, operator])).toEqual([
      ['user.second-factor-reset', 'admin'],
      ['user.second-factor-enable', 'mila'],
      ['user.create', 'admin'],
    ])
  })

  test('by an operator is refused for the own account, an unknown user and a role with more rights', async () => {
    const readers = await addRole(admin, 'resetter', [
      { method: 'DELETE', path: '/api/v1/sys-user/:id/second-factor' },
    ])
    const userId = await addUser(admin, 'nora', readers)
    const nora = await loginOperator(base, { username: 'nora', password: passwordOf('nora') })
    expect(reasonOf(await nora.remove(`/sys-user/${userId}/second-factor`))).toBe('own-second-factor')
    expect(reasonOf(await nora.remove('/sys-user/1/second-factor'))).toBe('admin-only')
    expect(reasonOf(await admin.remove('/sys-user/999999/second-factor'))).toBe('not-found')
    const clerk = await addUser(admin, 'clerk-with-factor', roleId)
    expect(reasonOf(await nora.remove(`/sys-user/${clerk}/second-factor`))).toBe('beyond-own-role')
  })

  test('of an admin is a critical event', async () => {
    const userId = await addUser(admin, 'second-admin', 1)
    await enrolUser(base, 'second-admin', clock)
    expectSuccess(await admin.remove(`/sys-user/${userId}/second-factor`))
    const [event] = await listOf(admin, '/event?kind=admin.second-factor-reset')
    expect(event).toMatchObject({
      severity: 'critical',
      fields: { username: 'second-admin', userId, operator: 'admin' },
    })
  })
})

describe('a role that requires a second factor', () => {
  test('the token of a user without one allows only the enrolment and a few other calls', async () => {
    await addUser(admin, 'otto', guardedRoleId)
    const answer = await tryPassword(base, 'otto')
    expect(answer.body).toMatchObject({ code: 200, due: 'second-factor-due' })
    const otto = operatorWith(base, String(answer.body.token))
    expect(claimsOf(otto.token).secondfactor).toBe('due')
    for (const path of ['/getinfo', '/user/profile', '/user/login-methods']) {
      expectSuccess(await otto.get(path))
    }
    expect((await otto.get('/user/profile')).body.data).toMatchObject({ secondFactorDue: true })
    expect(await stateOf(otto)).toMatchObject({ enabled: false, required: true })
    for (const answer of [
      await otto.get('/sys-user'),
      await otto.get('/menurole'),
      await otto.put('/user/profile', { nickName: 'Otto' }),
      await otto.put('/user/pwd/set', {
        oldPassword: passwordOf('otto'),
        newPassword: 'another long password',
      }),
      await otto.post('/user/second-factor/recovery-codes', { code: '123456' }),
      await otto.post('/permission/check', { requests: [{ method: 'GET', path: '/api/v1/role' }] }),
    ]) {
      expect(reasonOf(answer)).toBe('second-factor-due')
    }

    const app = await enrol(otto, clock)
    expectRefused(await otto.get('/getinfo'), 401)
    expect(reasonOf(await tryPassword(base, 'otto'))).toBe('second-factor-required')
    const free = await loginWithCode('otto', app.nextCode())
    expectSuccess(await free.get('/sys-user'))

    expectSuccess(await free.remove('/user/second-factor', { code: app.nextCode() }))
    const limited = await loginOperator(base, { username: 'otto', password: passwordOf('otto') })
    expect(reasonOf(await limited.get('/sys-user'))).toBe('second-factor-due')
  })

  test('a due password comes first', async () => {
    await addUser(admin, 'paula', guardedRoleId, { pwdChangeDue: true })
    const paula = await loginOperator(base, { username: 'paula', password: passwordOf('paula') })
    expect(reasonOf(await paula.post('/user/second-factor', {}))).toBe('password-change-due')
    const newPassword = 'quiet river under nine bridges'
    expectSuccess(await paula.put('/user/pwd/set', { oldPassword: passwordOf('paula'), newPassword }))
    const next = await loginOperator(base, { username: 'paula', password: newPassword })
    expect(reasonOf(await next.get('/sys-user'))).toBe('second-factor-due')
    expectSuccess(await next.post('/user/second-factor', {}))
  })
})

test('a code that was used on one node is refused on another', async () => {
  await addUser(admin, 'quinn', roleId)
  const app = await enrolUser(base, 'quinn', clock)
  const other = await createService(
    {
      ...settings,
      application: { dataDir: service.dataDir },
      rateLimit: { perAddress: 0, total: 0, loginPerAddress: 0 },
    },
    { now: clock.now, captchaText: () => CAPTCHA_TEXT },
  )
  const server = fastify({ http: other.http })
  server.register(other.plugin)
  try {
    const otherBase = `${await server.listen({ host: '127.0.0.1', port: 0 })}/api/v1`
    const code = app.nextCode()
    const bases = [base, otherBase, base, otherBase, base, otherBase]
    const answers = await Promise.all(
      bases.map((node) => tryPassword(node, 'quinn', { secondFactorCode: code })),
    )
    expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400, 400, 400, 400, 400])
    const recovery = await Promise.all(
      bases.map((node) => tryPassword(node, 'quinn', { secondFactorCode: app.recoveryCodes[0] ?? '' })),
    )
    expect(recovery.map(({ body }) => body.code).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect(typeof (await login(otherBase, { username: 'admin' }))).toBe('string')
  } finally {
    await server.close()
  }
})

test('deleting a user deletes the second factor', async () => {
  const userId = await addUser(admin, 'rosa', roleId)
  await enrolUser(base, 'rosa', clock)
  expectSuccess(await admin.remove(`/sys-user/${userId}`))
  const again = await addUser(admin, 'rosa', roleId)
  expectSuccess(await tryPassword(base, 'rosa'))
  expect(await stateOf(admin, `/sys-user/${again}/login-methods`)).toMatchObject({ enabled: false })
})
