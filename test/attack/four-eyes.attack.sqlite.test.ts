import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administers } from '../../src/core/operations/administration-rights.ts'
import { createPasskeyStore } from '../../src/features/login/passkeys/passkey.store.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { enrolUser } from '../support/authenticator.ts'
import { type Answer, call, login, postJson } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import {
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { startService } from '../support/service.ts'

const OPERATIONS = [
  'grant-administration',
  'change-administrator-role',
  'reset-second-factor',
  'delete-log-entries',
]
const DAY_MS = 24 * 60 * 60 * 1000

/** The users and roles that requests name. */
interface Names {
  readonly carl: number
  readonly helga: number
  readonly cleo: number
  /** A disabled administrator. */
  readonly dora: number
  /** A service account with administration rights. */
  readonly robot: number
  readonly passkey: number
  readonly admin: number
  readonly helper: number
  /** A role with the same rules as `helper`, which nobody has. */
  readonly spare: number
  readonly clerk: number
  /** The department of an administrator with its data, and another one. */
  readonly branch: number
  readonly department: number
  readonly entries: readonly number[]
}

interface Attempt {
  readonly path?: string
  readonly body?: object
}

const ruleOf = (roleKey: string, method: string, path: string) => ({
  roleKey,
  method,
  path: `/api/v1${path}`,
})
const rules = (...list: ReturnType<typeof ruleOf>[]) => ({ rules: list })
const until = (days: number) => new Date(Date.UTC(2100, 0, days)).toISOString()

/**
 * Every route that changes something: why it does not get round the four eyes, or attempts, each of which must ask for a
 * confirmation of its own.
 */
const ROUTES: Readonly<Record<string, string | ((names: Names) => readonly Attempt[])>> = {
  'POST /login': 'gives a token to whoever has the credentials',
  'POST /login/code': 'sends a code to the address of the user, which others cannot change alone',
  'POST /login/passkey': 'starts a login with a passkey of the user',
  'POST /forgotten-password': 'sends a link to the address of the user, which others cannot change alone',
  'POST /password-link': 'needs a link, which operators cannot send to an administrator alone',
  'POST /logout': 'ends the own session',
  'POST /permission/check': 'changes nothing',
  'PUT /user/profile': 'concerns the own account',
  'PUT /user/pwd/set': 'concerns the own account, and needs its password',
  'POST /user/second-factor': 'concerns the own account',
  'POST /user/second-factor/confirm': 'concerns the own account',
  'POST /user/second-factor/recovery-codes': 'concerns the own account, and needs its second factor',
  'DELETE /user/second-factor': 'concerns the own account, and needs its second factor',
  'POST /user/passkey/options': 'concerns the own account, and needs a recent login',
  'POST /user/passkey': 'concerns the own account, and needs a recent login',
  'PUT /user/passkey/:id': 'concerns the own account, and needs a recent login',
  'DELETE /user/passkey/:id': 'concerns the own account, and needs a recent login',
  'POST /user/service-account/:id/accept': 'completes the change of the owner, which is what is confirmed',
  'POST /user/access-request': 'asks for a role, which somebody else grants',
  'DELETE /user/access-request/:id': 'withdraws the own request',
  'DELETE /user/confirmation/:id': 'withdraws the own confirmation',
  'PUT /user/event-read': 'records which events the caller has read',
  'DELETE /user/session': 'ends sessions',
  'DELETE /user/session/:id': 'ends a session',
  'PUT /access-request/:id': 'asks for a confirmation too: see four-eyes-chains.attack.sqlite.test.ts',
  'POST /sys-user': ({ helper, admin }) => {
    const nora = { username: 'nora', password: passwordOf('nora'), roleId: helper }
    return [
      { body: nora },
      { body: { ...nora, username: 'nina' } },
      { body: { ...nora, roleId: admin } },
      { body: { ...nora, dataScope: '5' } },
      { body: { ...nora, email: 'nora@example.com' } },
      { body: { ...nora, status: '1' } },
      { body: { ...nora, loginMethods: ['password'] } },
    ]
  },
  'POST /sys-user/:id/suspension': 'disables the caller too: see suspension.attack.postgres.test.ts',
  'PUT /sys-user/:id/suspension':
    'gives back what another administrator has taken: see suspension.attack.postgres.test.ts',
  'PUT /sys-user/status': ({ dora, robot }) => [
    { body: { ids: [dora], status: '2' } },
    { body: { ids: [dora, robot], status: '2' } },
  ],
  'PUT /sys-user/role': ({ carl, helper, admin }) => [
    { body: { ids: [carl], roleId: helper } },
    { body: { ids: [carl], roleId: helper, roleUntil: until(1) } },
    { body: { ids: [carl], roleId: helper, roleUntil: until(2) } },
    { body: { ids: [carl], roleId: admin } },
  ],
  'PUT /sys-user/:id': ({ carl, cleo, dora, helper, admin, clerk }) => [
    { path: `/sys-user/${carl}`, body: { roleId: helper } },
    { path: `/sys-user/${carl}`, body: { roleId: helper, dataScope: '5' } },
    { path: `/sys-user/${carl}`, body: { roleId: admin } },
    { path: `/sys-user/${carl}`, body: { roleId: admin, roleUntil: until(1) } },
    { path: `/sys-user/${carl}`, body: { roleId: admin, roleUntil: until(2) } },
    { path: `/sys-user/${dora}`, body: { status: '2' } },
    { path: `/sys-user/${dora}`, body: { status: '2', username: 'dorothy' } },
    // The role admin returns.
    { path: `/sys-user/${dora}`, body: { roleId: clerk, roleUntil: until(1) } },
    { path: `/sys-user/${cleo}`, body: { username: 'cleopatra' } },
    { path: `/sys-user/${cleo}`, body: { email: 'thief@example.com' } },
    { path: `/sys-user/${cleo}`, body: { email: 'other@example.com' } },
    { path: `/sys-user/${cleo}`, body: { phone: '+15550100' } },
    { path: `/sys-user/${cleo}`, body: { loginMethods: ['password'] } },
    { path: `/sys-user/${cleo}`, body: { loginMethods: ['password', 'oidc'] } },
  ],
  'DELETE /sys-user': 'takes rights away; two administrators must remain',
  'DELETE /sys-user/:id': 'takes rights away; two administrators must remain',
  'PUT /sys-user/:id/password': ({ cleo, dora }) => [
    { path: `/sys-user/${cleo}/password`, body: { password: passwordOf('a thief') } },
    { path: `/sys-user/${cleo}/password`, body: { password: passwordOf('a thief'), pwdChangeDue: true } },
    { path: `/sys-user/${dora}/password`, body: { password: passwordOf('a thief') } },
  ],
  'POST /sys-user/:id/invitation': ({ cleo }) => [{ path: `/sys-user/${cleo}/invitation`, body: {} }],
  'DELETE /sys-user/:id/second-factor': ({ carl, cleo }) => [
    { path: `/sys-user/${carl}/second-factor` },
    { path: `/sys-user/${cleo}/second-factor` },
  ],
  'PUT /sys-user/:id/status': ({ dora, robot }) => [
    { path: `/sys-user/${dora}/status`, body: { status: '2' } },
    { path: `/sys-user/${robot}/status`, body: { status: '2' } },
  ],
  'POST /sys-user/:id/link': ({ cleo }) => [
    { path: `/sys-user/${cleo}/link`, body: { issuer: 'https://sso.example', subject: '1' } },
    { path: `/sys-user/${cleo}/link`, body: { issuer: 'https://sso.example', subject: '2' } },
    { path: `/sys-user/${cleo}/link`, body: { issuer: 'https://idp.example', subject: '1' } },
  ],
  'DELETE /sys-user/:id/link/:linkId': 'takes a way to log in away',
  'DELETE /sys-user/:id/passkey/:passkeyId': ({ cleo, passkey }) => [
    { path: `/sys-user/${cleo}/passkey/${passkey}` },
  ],
  'POST /service-account': ({ helper, helga, cleo }) => [
    { body: { username: 'r2', roleId: helper, ownerId: helga } },
    { body: { username: 'r2', roleId: helper, ownerId: cleo } },
    { body: { username: 'r2', roleId: helper, ownerId: cleo, networks: ['10.0.0.0/8'] } },
    { body: { username: 'r2', roleId: helper, ownerId: cleo, expiresAt: until(1) } },
  ],
  'PUT /service-account/:id': ({ robot, helga, cleo }) => [
    { path: `/service-account/${robot}`, body: { ownerId: cleo } },
    { path: `/service-account/${robot}`, body: { ownerId: helga, networks: ['10.0.0.0/8'] } },
    { path: `/service-account/${robot}`, body: { expiresAt: until(1) } },
  ],
  'POST /service-account/:id/secret': 'needs authority over the account, which confirms nothing',
  'DELETE /service-account/:id/secret/:secretId': 'takes a way to log in away',
  'POST /service-account/:id/key': 'needs authority over the account, which confirms nothing',
  'DELETE /service-account/:id/key/:keyId': 'takes a way to log in away',
  'POST /role': 'adds a role without rules that nobody has',
  'DELETE /role': ({ spare }) => [{ body: { ids: [spare] } }],
  'POST /role/:id/copy': ({ helper, spare }) => [
    { path: `/role/${helper}/copy`, body: { roleKey: 'copy', roleName: 'Copy' } },
    { path: `/role/${helper}/copy`, body: { roleKey: 'copy-2', roleName: 'Copy' } },
    { path: `/role/${spare}/copy`, body: { roleKey: 'copy', roleName: 'Copy' } },
  ],
  'PUT /role/:id': ({ helper }) => [
    { path: `/role/${helper}`, body: { roleKey: 'desk' } },
    { path: `/role/${helper}`, body: { dataScope: '5' } },
    { path: `/role/${helper}`, body: { dataScope: '4' } },
    { path: `/role/${helper}`, body: { status: '1' } },
  ],
  'DELETE /role/:id': ({ spare }) => [{ path: `/role/${spare}` }],
  'POST /dept': 'adds an empty department',
  'DELETE /dept': 'gives nobody more data',
  'PUT /dept/:id': ({ branch, department }) => [
    { path: `/dept/${department}`, body: { parentId: branch } },
    { path: `/dept/${department}`, body: { parentId: branch, status: '2' } },
    { path: `/dept/${department}`, body: { parentId: branch, deptName: 'Desk' } },
  ],
  'DELETE /dept/:id': 'gives nobody more data',
  'POST /data-scope/preview': 'changes nothing',
  'POST /policy': () => [
    { body: rules(ruleOf('clerk', 'POST', '/role')) },
    { body: rules(ruleOf('clerk', 'PUT', '/role/:id')) },
    { body: rules(ruleOf('clerk', '*', '/:any/7')) },
    { body: rules(ruleOf('clerk', 'DELETE', '/sys-user/7')) },
    { body: rules({ roleKey: 'clerk', method: 'PUT', path: '/*' }) },
    { body: rules({ roleKey: 'clerk', method: '*', path: '/:a/:b/policy' }) },
    { body: rules(ruleOf('helper', 'GET', '/role')) },
  ],
  'DELETE /policy': () => [
    { body: rules(ruleOf('helper', '*', '/sys-user')) },
    { body: rules(ruleOf('helper', '*', '/sys-user/*')) },
  ],
  'POST /policy/change': () => [
    { body: { add: [ruleOf('clerk', 'POST', '/dept')], remove: [] } },
    { body: { add: [], remove: [ruleOf('helper', '*', '/sys-user')] } },
    { body: { add: [ruleOf('clerk', 'POST', '/dept')], remove: [ruleOf('helper', '*', '/sys-user')] } },
    { body: { add: [ruleOf('clerk', 'POST', '/dept')], remove: [ruleOf('clerk', 'GET', '/sys-user')] } },
  ],
  'POST /policy/preview': 'changes nothing',
  'POST /policy/import': () => [
    { body: { csv: 'p, clerk, /api/v1/dept, POST' } },
    { body: { csv: 'p, clerk, /api/v1/dept, PUT' } },
  ],
  'DELETE /session': 'ends sessions',
  'DELETE /session/:id': 'ends a session',
  'DELETE /throttle': 'allows further attempts to log in, which still need the credentials',
  'DELETE /throttle/:id': 'allows further attempts to log in, which still need the credentials',
  'DELETE /sys-login-log': ({ entries }) => [
    { body: { ids: entries.slice(0, 1) } },
    { body: { ids: entries.slice(0, 2) } },
  ],
  'DELETE /sys-login-log/:id': ({ entries }) =>
    entries.slice(0, 2).map((id) => ({ path: `/sys-login-log/${id}` })),
  'PUT /confirmation/:id': 'needs the role admin, and somebody else who has asked',
  'POST /report/unused-rules/clean-up': 'notes rules as /report/covered-rules/clean-up does',
  'POST /report/covered-rules/clean-up': () => [
    { body: { rules: [ruleOf('helper', 'PUT', '/sys-user/:id')] } },
    { body: { rules: [ruleOf('helper', 'POST', '/sys-user/:id')] } },
  ],
  'POST /report/same-rights/clean-up': ({ helper, spare }) => [
    { body: { merges: [{ keep: helper, remove: [spare] }] } },
    { body: { merges: [{ keep: spare, remove: [helper] }] } },
  ],
  'POST /report/unused-roles/clean-up': ({ spare }) => [{ body: { days: 1, roleIds: [spare] } }],
  'POST /report/idle-users/clean-up': 'takes rights away; two administrators must remain',
}

describe('by route', () => {
  const clock = createClock(Date.now() + 40 * DAY_MS)
  let service: FourEyesService
  let names: Names
  let anna: Operator
  const logIn = (username: string) =>
    loginOperator(service.base, { username, password: passwordOf(username) })

  beforeAll(async () => {
    service = await startFourEyesService(OPERATIONS, {
      settings: {
        application: { publicUrl: 'https://admin.example.com' },
        login: { methods: ['password', 'passkey'], passwordLink: { enabled: true } },
      },
      replacements: { now: clock.now, codeSender: { async send() {} } },
    })
    const { context, idOf, roleIdOf, base } = service
    const { userAdministration, roleAdministration, policyAdministration } = context
    const dora = { username: 'dora', password: passwordOf('dora'), roleKey: 'admin' }
    await userAdministration.add(dora)
    await userAdministration.setStatus('dora', '1')
    const shadowed = ['PUT', 'POST'].map((method) => ruleOf('helper', method, '/sys-user/:id'))
    await policyAdministration.add(shadowed)
    await roleAdministration.copy('helper', { roleKey: 'spare', roleName: 'Spare' })
    const robot = { username: 'robot', roleKey: 'helper', owner: 'helga' }
    await context.serviceAccountAdministration.add(robot)
    await userAdministration.setStatus('robot', '1')
    await userAdministration.change('cleo', { email: 'cleo@example.com' })
    for (const username of ['carl', 'cleo']) await enrolUser(base, username, clock)
    const { database, close } = await openDatabase(`sqlite:${join(service.dataDir, 'castellan.db')}`)
    const passkey = await createPasskeyStore(database).insert(
      {
        userId: await idOf('cleo'),
        userHandle: 'handle',
        name: 'phone',
        credentialId: 'Y3JlZGVudGlhbA',
        publicKey: 'a2V5',
        counter: 0,
        transports: [],
        aaguid: '',
        backedUp: false,
      },
      clock.now(),
    )
    await close()
    await call(`${base}/login`, postJson({ username: 'carl', password: 'wrong', uuid: '', code: '' }))
    anna = await logIn('anna')
    const addDepartment = async (deptName: string) =>
      Number((await dataOf(anna.post('/dept', { deptName, status: '1' }))).deptId)
    const [branch, department] = [await addDepartment('Branch'), await addDepartment('Department')]
    expectSuccess(await anna.put(`/dept/${branch}`, { status: '2' }))
    const hilde = { username: 'hilde', password: passwordOf('hilde'), roleKey: 'helper' }
    await userAdministration.add({ ...hilde, deptId: branch, dataScope: '4' })
    const entries = (await listOf(anna, '/sys-login-log')).map(({ id }) => Number(id))
    names = {
      carl: await idOf('carl'),
      helga: await idOf('helga'),
      cleo: await idOf('cleo'),
      dora: await idOf('dora'),
      robot: await idOf('robot'),
      passkey,
      admin: await roleIdOf('admin'),
      helper: await roleIdOf('helper'),
      spare: await roleIdOf('spare'),
      clerk: await roleIdOf('clerk'),
      branch,
      department,
      entries,
    }
  })
  afterAll(() => service.close())

  test('the table has every route that changes something', async () => {
    const routes = await dataOf<{ method: string; path: string }[]>(anna.get('/route'))
    // The endpoint for proxies answers for every method and changes nothing.
    const changing = routes.filter(({ method, path }) => method !== 'GET' && !path.includes('/authorize'))
    expect(changing.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`).sort()).toEqual(
      Object.keys(ROUTES).sort(),
    )
  })

  test('a rule for any changing route behind the permission check is one for administration', async () => {
    const routes = await dataOf<{ method: string; path: string; checks: string }[]>(anna.get('/route'))
    const others = routes.filter(
      (route) => route.checks === 'both' && route.method !== 'GET' && !administers(route),
    )
    expect(others.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`).sort()).toEqual([
      'POST /data-scope/preview',
      'POST /logout',
      'POST /policy/preview',
      'PUT /confirmation/:id',
    ])
  })

  const attacked = Object.keys(ROUTES).filter((route) => typeof ROUTES[route] === 'function')
  test.each(attacked)('%s asks for a confirmation, another one for every other change', async (route) => {
    const attempts = ROUTES[route]
    if (typeof attempts !== 'function') throw new Error('the route has no attempts')
    const [method = '', ownPath = ''] = route.split(' ')
    // A user waits for at most 20 confirmations.
    const [bela, helper] = [await logIn('bela'), await logIn('anna')]
    const send = ({ path = ownPath, body }: Attempt): Promise<Answer> => {
      if (method === 'POST') return helper.post(path, body)
      return method === 'PUT' ? helper.put(path, body) : helper.remove(path, body)
    }
    const ids: number[] = []
    for (const attempt of attempts(names)) {
      const id = confirmationOf(await send(attempt))
      expect(confirmationOf(await send(attempt))).toBe(id)
      ids.push(id)
    }
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expectSuccess(await bela.put(`/confirmation/${id}`, { decision: 'refuse' }))
  })
})

describe('by person and time', () => {
  let service: FourEyesService
  beforeAll(async () => {
    service = await startFourEyesService(['grant-administration'])
  })
  afterAll(() => service.close())

  const reasonOf = ({ body }: Answer) => body.reason
  const reasonHeader = ({ headers }: Answer) => headers.get('x-castellan-reason')
  const logIn = (username: string) =>
    loginOperator(service.base, { username, password: passwordOf(username) })

  let count = 0
  /** Adds a clerk whom an administrator wants to make a helper. */
  async function promotion(by: Operator = service.anna, roleKey = 'helper') {
    const username = `clerk-${++count}`
    const user = { username, password: passwordOf(username), roleKey: 'clerk' }
    await service.context.userAdministration.add(user)
    const path = `/sys-user/${await service.idOf(username)}`
    const body = { roleId: await service.roleIdOf(roleKey) }
    const isDone = async () => (await service.context.users.findByName(username))?.roleId === body.roleId
    return { username, path, send: () => by.put(path, body), isDone }
  }

  test('the initiator does not confirm, not with another session either', async () => {
    const { send, isDone } = await promotion()
    const id = confirmationOf(await send())
    expect(reasonOf(await confirm(service.anna, id))).toBe('confirmation-own')
    expect(reasonOf(await confirm(await logIn('anna'), id))).toBe('confirmation-own')
    confirmationOf(await send())
    expect(await isDone()).toBe(false)
  })

  test('the beneficiary does not confirm, even as an administrator meanwhile', async () => {
    const { username, send, isDone } = await promotion()
    const id = confirmationOf(await send())
    await service.context.userAdministration.change(username, { roleKey: 'admin' })
    expect(reasonOf(await confirm(await logIn(username), id))).toBe('confirmation-own')
    await service.context.userAdministration.change(username, { roleKey: 'clerk' })
    confirmationOf(await send())
    expect(await isDone()).toBe(false)
  })

  test('whoever gets a role back does not confirm a change of it', async () => {
    const { username, path } = await promotion()
    const { context, bela, roleIdOf } = service
    const roleUntil = new Date(Date.now() + DAY_MS).toISOString()
    await context.userAdministration.change(username, { roleKey: 'admin', roleUntil })
    expect(path).toContain('/sys-user/')
    const rule = ruleOf('clerk', 'POST', '/role')
    const id = confirmationOf(await service.anna.post('/policy', rules(rule)))
    expect(reasonOf(await confirm(await logIn(username), id))).toBe('confirmation-own')
    expectSuccess(await confirm(bela, id))
    expect(await roleIdOf('clerk')).toBeGreaterThan(0)
    await context.userAdministration.remove([username])
  })

  test.each(['disabled', 'demoted', 'deleted'] as const)(
    'the confirmation of somebody who was %s before the change does not count',
    async (fate) => {
      const { context, anna } = service
      const username = `confirmer-${fate}`
      await context.userAdministration.add({ username, password: passwordOf(username), roleKey: 'admin' })
      const { send, isDone } = await promotion(anna)
      const id = confirmationOf(await send())
      expectSuccess(await confirm(await logIn(username), id))
      if (fate === 'disabled') await context.userAdministration.setStatus(username, '1')
      if (fate === 'demoted') await context.userAdministration.change(username, { roleKey: 'clerk' })
      if (fate === 'deleted') await context.userAdministration.remove([username])
      expect(confirmationOf(await send())).not.toBe(id)
      expect(await isDone()).toBe(false)
    },
  )

  test('a confirmation is for its plan only: not for another user, role or state', async () => {
    const { anna, bela, context } = service
    const one = await promotion()
    const other = await promotion()
    const id = confirmationOf(await one.send())
    expectSuccess(await confirm(bela, id))
    const admin = { roleId: await service.roleIdOf('admin') }
    expect(confirmationOf(await anna.put(one.path, admin))).not.toBe(id)
    expect(confirmationOf(await other.send())).not.toBe(id)
    // Nor for the same request after the user has been changed.
    await context.userAdministration.change(one.username, { nickName: 'Changed' })
    expect(confirmationOf(await one.send())).not.toBe(id)
    expect(await one.isDone()).toBe(false)
  })

  test('a confirmation is for its initiator only', async () => {
    const { path, send, isDone } = await promotion()
    const { bela, cleo } = service
    expectSuccess(await confirm(bela, confirmationOf(await send())))
    const body = { roleId: await service.roleIdOf('helper') }
    confirmationOf(await cleo.put(path, body))
    confirmationOf(await bela.put(path, body))
    expect(await isDone()).toBe(false)
    expectSuccess(await send())
  })

  test('a confirmation is used once', async () => {
    const { path, send } = await promotion()
    const { anna, bela } = service
    expectSuccess(await withConfirmation(bela, send))
    expectSuccess(await anna.put(path, { roleId: await service.roleIdOf('clerk') }))
    confirmationOf(await send())
  })

  test('of two uses at the same time on two nodes, one is carried out', async () => {
    const { anna, bela, dataDir } = service
    const other = await startService({
      settings: {
        application: { dataDir },
        administration: { fourEyes: { operations: ['grant-administration'] } },
      },
    })
    try {
      const username = 'twice'
      const body = {
        username,
        password: passwordOf(username),
        roleId: await service.roleIdOf('helper'),
      }
      const second = operatorWith(other.base, anna.token)
      expectSuccess(await confirm(bela, confirmationOf(await anna.post('/sys-user', body))))
      const answers = await Promise.all([anna.post('/sys-user', body), second.post('/sys-user', body)])
      expect(answers.map(({ body: { code } }) => code).sort()).toEqual([200, 409])
      const used = await listOf(bela, '/confirmation?status=used')
      expect(used.filter(({ changes }) => JSON.stringify(changes).includes(username))).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('nobody asks for a change that concerns themselves', async () => {
    const { anna, idOf, roleIdOf } = service
    const helga = await logIn('helga')
    const scope = await helga.put(`/sys-user/${await idOf('helga')}`, { dataScope: '5' })
    expect(scope.body.code).not.toBe(200)
    const roleId = await roleIdOf('helper')
    const robot = await anna.post('/service-account', { username: 'own-robot', roleId })
    expect(reasonOf(robot)).toBe('confirmation-impossible')
    const rule = rules({ roleKey: 'admin', method: 'POST', path: '/api/v1/role' })
    expect(reasonOf(await anna.post('/policy', rule))).toBe('confirmation-impossible')
  })

  test('an administrator whom the initiator wants to add is not there before another one confirms', async () => {
    const { anna, base, roleIdOf } = service
    const puppet = { username: 'puppet', password: passwordOf('puppet'), roleId: await roleIdOf('admin') }
    const id = confirmationOf(await anna.post('/sys-user', puppet))
    expect(reasonOf(await confirm(anna, id))).toBe('confirmation-own')
    await expect(login(base, { username: 'puppet', password: puppet.password })).rejects.toThrow()
    // Nor in two steps.
    const clerk = { ...puppet, roleId: await roleIdOf('clerk') }
    const { userId } = await dataOf(anna.post('/sys-user', clerk))
    confirmationOf(await anna.put(`/sys-user/${userId}`, { roleId: puppet.roleId }))
    expect(reasonHeader(await confirm(await logIn('puppet'), id))).toBe('permission-denied')
  })

  test('a service account neither asks nor confirms', async () => {
    const robots = await startFourEyesService(['grant-administration'], {
      settings: { login: { methods: ['password', 'service'] } },
    })
    try {
      const { context, anna, base, idOf, roleIdOf } = robots
      const { serviceAccountAdministration, policyAdministration } = context
      await policyAdministration.add([{ roleKey: 'helper', method: '*', path: '/api/v1/*' }])
      await serviceAccountAdministration.add({ username: 'robot', roleKey: 'helper', owner: 'anna' })
      const { secret } = await serviceAccountAdministration.addSecret('robot')
      const token = await login(base, { method: 'service', username: 'robot', secret })
      const robot = operatorWith(base, token)
      const change = { roleId: await roleIdOf('helper') }
      const path = `/sys-user/${await idOf('carl')}`
      expect(reasonOf(await robot.put(path, change))).toBe('confirmation-impossible')
      const id = confirmationOf(await anna.put(path, change))
      expect(reasonHeader(await confirm(robot, id))).toBe('permission-denied')
      expect(reasonHeader(await robot.get('/confirmation'))).toBe('permission-denied')
    } finally {
      await robots.close()
    }
  })

  test('a plan that nobody can read is refused', async () => {
    const { anna } = service
    const many = Array.from({ length: 2000 }, (_, n) =>
      ruleOf('helper', 'POST', `/${'long-name-'.repeat(8)}${n}`),
    )
    const clerk = ruleOf('clerk', 'PUT', '/dept/:id')
    expect(reasonOf(await anna.post('/policy', rules(...many, clerk)))).toBe('confirmation-impossible')
  })

  test('a user waits for at most 20 confirmations, and withdraws one to ask for another', async () => {
    const { context, bela } = service
    await context.userAdministration.add({
      username: 'eager',
      password: passwordOf('eager'),
      roleKey: 'admin',
    })
    const eager = await logIn('eager')
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push(confirmationOf(await (await promotion(eager)).send()))
    const last = await promotion(eager)
    const refusal = await last.send()
    expect(reasonOf(refusal)).toBe('confirmation-impossible')
    expect(refusal.body.msg).toContain('Withdraw one of them first.')
    expect((await listOf(bela, '/confirmation?pageSize=100')).length).toBeGreaterThan(20)
    expectSuccess(await eager.remove(`/user/confirmation/${ids[0]}`))
    confirmationOf(await last.send())
  })
})
