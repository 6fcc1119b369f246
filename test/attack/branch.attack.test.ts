import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { startTarget } from './support/target.ts'

const PUBLIC_KEY = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })

/** What a request names: of another branch, or nothing that exists. */
interface Names {
  readonly user: number
  /** The only admin. */
  readonly admin: number
  /** A service account. */
  readonly program: number
  /** For a role, by the user. */
  readonly accessRequest: number
  readonly username: string
  readonly session: number
  readonly loginLog: number
  readonly auditLog: number
  readonly dept: number
  readonly role: number
  readonly roleKey: string
  readonly requestId: string
}

interface Departments {
  readonly north: number
  readonly south: number
  readonly disabled: number
}

/** A request to a route. `path` replaces the path of the route. */
interface Request {
  readonly path?: string
  readonly query?: string
  readonly body?: object
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly data: string | undefined
  readonly checks: string
}

const UNKNOWN: Names = {
  user: 987_654,
  admin: 987_654,
  program: 987_654,
  accessRequest: 987_654,
  username: 'nobody-at-all',
  session: 987_654,
  loginLog: 987_654,
  auditLog: 987_654,
  dept: 987_654,
  role: 987_654,
  roleKey: 'no-role-at-all',
  requestId: 'no-request-at-all',
}

const EVERYTHING = { method: '*', path: '/api/v1/*' }

/** Texts that only the other branch and users without a department have. */
const FOREIGN_TEXTS = ['sven', 'nemo', 'Southern branch', 'Southern team', 'strong', 'south-robot']

const bearer = ({ token }: Operator) => ({ authorization: `Bearer ${token}` })

const target = await startTarget({
  settings: {
    application: { mode: 'dev', publicUrl: 'https://admin.example.com' },
    login: { passwordLink: { enabled: true } },
    administration: { requests: ['standby'] },
  },
  replacements: { codeSender: { async send() {} } },
})
afterAll(target.close)
const admin = await loginOperator(target.base)
const operations = await readOperations()
const addDept = async (deptName: string, parentId = 0) =>
  Number((await dataOf(admin.post('/dept', { deptName, parentId }))).deptId)
const north = await addDept('Northern branch')
const northTeam = await addDept('Northern team', north)
const south = await addDept('Southern branch')
const southTeam = await addDept('Southern team', south)
const clerk = await addRole(admin, 'clerk', [], { dataScope: '5' })
const standby = await addRole(admin, 'standby', [], { dataScope: '5' })
const departments = { north, south, disabled: await addDept('Disabled branch') }
await dataOf(admin.put(`/dept/${departments.disabled}`, { status: '1' }))
const leading = await addRole(admin, 'leader', [EVERYTHING], { dataScope: '4' })
const role = await addRole(admin, 'strong', [{ method: 'GET', path: '/app/salary' }], {
  dataScope: '5',
})
await addUser(admin, 'nora', leading, { deptId: north })
const colleague = await addUser(admin, 'nils', clerk, { deptId: northTeam })
const user = await addUser(admin, 'sven', clerk, { deptId: southTeam })
await addUser(admin, 'nemo', clerk)
const ofForeign = await loginOperator(target.base, { username: 'sven', password: passwordOf('sven') })
const asked = await dataOf(
  ofForeign.post('/user/access-request', { roleId: standby, hours: 1, reason: 'night shift' }),
)
const refused = await fetch(`${target.base}/sys-user`, { headers: bearer(ofForeign) })
const leader = await loginOperator(target.base, { username: 'nora', password: passwordOf('nora') })
const [session] = await listOf(admin, `/session?userId=${user}`)
const [loginLog] = await listOf(admin, '/sys-login-log?username=sven')
const [auditLog] = await listOf(admin, `/audit-log?targetKind=user&targetId=${user}`)
const addProgram = async (username: string, deptId: number) =>
  Number((await dataOf(admin.post('/service-account', { username, roleId: clerk, deptId }))).userId)
const ownProgram = await addProgram('north-robot', northTeam)
const foreign = {
  user,
  admin: Number((await dataOf(admin.get('/getinfo'))).userId),
  program: await addProgram('south-robot', southTeam),
  accessRequest: Number(asked.id),
  username: 'sven',
  session: Number(session?.sessionId),
  loginLog: Number(loginLog?.id),
  auditLog: Number(auditLog?.id),
  dept: southTeam,
  role,
  roleKey: 'strong',
  requestId: String(refused.headers.get('x-request-id')),
}

async function readOperations(): Promise<Operation[]> {
  const document = (await (await fetch(`${target.base}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Record<string, string>>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace('/api/v1', ''),
      data: operation['x-castellan-data'],
      checks: String(operation['x-castellan-checks']),
    })),
  )
}

/** The requests to every scoped route that name a thing. A route without a request here shows only a list. */
const REQUESTS: Readonly<Record<string, (names: Names) => readonly Request[]>> = {
  'GET /data-scope/explain': ({ username, dept }) => [
    { query: `username=${username}&deptId=${northTeam}` },
    { query: `username=nils&deptId=${dept}` },
  ],
  'POST /data-scope/preview': ({ user, dept, role }) => [
    { body: { user: { userId: user, dataScope: '5' } } },
    { body: { user: { userId: colleague, deptId: dept } } },
    { body: { user: { userId: colleague, roleId: role } } },
    { body: { department: { deptId: dept, status: '1' } } },
    { body: { department: { deptId: northTeam, parentId: dept } } },
    { body: { role: { roleId: role, dataScope: '5' } } },
  ],
  'POST /sys-user': ({ dept, role }) => [
    { body: { username: 'newcomer', password: passwordOf('newcomer'), roleId: role } },
    { body: { username: 'newcomer', password: passwordOf('newcomer'), roleId: clerk, deptId: dept } },
    { body: { username: 'newcomer', invite: true, email: 'n@example.com', roleId: clerk, deptId: dept } },
  ],
  'DELETE /sys-user': ({ user }) => [{ body: { ids: [user] } }, { body: { ids: [colleague, user] } }],
  'PUT /sys-user/status': ({ user }) => [{ body: { ids: [user], status: '1' } }],
  'PUT /sys-user/role': ({ user, role }) => [
    { body: { ids: [user], roleId: clerk } },
    { body: { ids: [colleague], roleId: role } },
  ],
  'GET /sys-user': ({ username }) => [{ query: `search=${username}` }, { query: `username=${username}` }],
  'GET /sys-user/{id}': ofUser({}),
  'PUT /sys-user/{id}': (names) => [
    ...ofUser({ body: { nickName: 'taken' } })(names),
    { path: `/sys-user/${colleague}`, body: { deptId: names.dept } },
    { path: `/sys-user/${colleague}`, body: { roleId: names.role } },
  ],
  'DELETE /sys-user/{id}': ofUser({}),
  'PUT /sys-user/{id}/password': ofUser({ body: { password: passwordOf('taken') } }, '/password'),
  'POST /sys-user/{id}/invitation': ofUser({}, '/invitation'),
  'DELETE /sys-user/{id}/second-factor': ofUser({}, '/second-factor'),
  'PUT /sys-user/{id}/status': ofUser({ body: { status: '1' } }, '/status'),
  'POST /sys-user/{id}/suspension': ofUser({}, '/suspension'),
  'PUT /sys-user/{id}/suspension': ofUser({ body: { decision: 'restore' } }, '/suspension'),
  'GET /sys-user/{id}/login-methods': ofUser({}, '/login-methods'),
  'POST /sys-user/{id}/link': ofUser({ body: { issuer: 'https://id.example', subject: 'x' } }, '/link'),
  'DELETE /sys-user/{id}/link/{linkId}': ofUser({}, '/link/1'),
  'DELETE /sys-user/{id}/passkey/{passkeyId}': ofUser({}, '/passkey/1'),
  'GET /service-account': () => [],
  'POST /service-account': ({ user, dept, role }) => [
    { body: { username: 'robot', roleId: clerk, deptId: northTeam, ownerId: user } },
    { body: { username: 'robot', roleId: clerk, deptId: dept } },
    { body: { username: 'robot', roleId: role, deptId: northTeam } },
  ],
  'GET /service-account/{id}': ({ program }) => [{ path: `/service-account/${program}` }],
  'PUT /service-account/{id}': ({ program, user }) => [
    { path: `/service-account/${program}`, body: { networks: [] } },
    { path: `/service-account/${ownProgram}`, body: { ownerId: user } },
  ],
  'POST /service-account/{id}/secret': ({ program }) => [{ path: `/service-account/${program}/secret` }],
  'DELETE /service-account/{id}/secret/{secretId}': ({ program }) => [
    { path: `/service-account/${program}/secret/1` },
  ],
  'POST /service-account/{id}/key': ({ program }) => [
    { path: `/service-account/${program}/key`, body: { publicKey: PUBLIC_KEY } },
  ],
  'DELETE /service-account/{id}/key/{keyId}': ({ program }) => [
    { path: `/service-account/${program}/key/1` },
  ],
  'GET /access-request': () => [],
  'PUT /access-request/{id}': ({ accessRequest }) => [
    { path: `/access-request/${accessRequest}`, body: { decision: 'approve' } },
    { path: `/access-request/${accessRequest}`, body: { decision: 'refuse' } },
  ],
  'GET /role': ({ roleKey }) => [{ query: `roleKey=${roleKey}` }],
  'GET /role/{id}': ({ role }) => [{ path: `/role/${role}` }],
  'GET /role/{id}/sessions': ({ role }) => [{ path: `/role/${role}/sessions` }],
  'GET /role/{id}/second-factor': ({ role }) => [{ path: `/role/${role}/second-factor` }],
  'GET /dept': ({ dept }) => [{ query: `parentId=${dept}` }],
  'POST /dept': ({ dept }) => [{ body: { deptName: 'x', parentId: dept } }],
  'DELETE /dept': ({ dept }) => [{ body: { ids: [dept] } }],
  'GET /dept/{id}': ({ dept }) => [{ path: `/dept/${dept}` }],
  'PUT /dept/{id}': ({ dept }) => [
    { path: `/dept/${dept}`, body: { deptName: 'x' } },
    { path: `/dept/${northTeam}`, body: { parentId: dept } },
  ],
  'DELETE /dept/{id}': ({ dept }) => [{ path: `/dept/${dept}` }],
  'GET /deptTree': () => [],
  'GET /policy/explain': ({ user, username, session, roleKey }) =>
    [`userId=${user}`, `username=${username}`, `tokenId=${session}`, `roleKey=${roleKey}`].map((subject) => ({
      query: `${subject}&method=GET&path=/x`,
    })),
  'GET /refusal': ({ user, username, session, requestId }) =>
    [`userId=${user}`, `username=${username}`, `tokenId=${session}`, `requestId=${requestId}`].map(
      (query) => ({
        query,
      }),
    ),
  'GET /refusal/group': ({ user }) => [{ query: `userId=${user}` }],
  'GET /refusal/request': ({ user }) => [{ query: `userId=${user}` }],
  'GET /session': ({ user, username }) => [{ query: `userId=${user}` }, { query: `username=${username}` }],
  'DELETE /session': ({ user, username, session, role }) => [
    { body: { ids: [session] } },
    { body: { userId: user } },
    { body: { userIds: [user] } },
    { body: { username } },
    { body: { roleId: role } },
  ],
  'DELETE /session/{id}': ({ session }) => [{ path: `/session/${session}` }],
  'GET /sys-login-log': ({ username }) => [{ query: `username=${username}` }],
  'GET /sys-login-log/export': ({ username }) => [{ query: `username=${username}` }],
  'GET /sys-login-log/{id}': ({ loginLog }) => [{ path: `/sys-login-log/${loginLog}` }],
  'GET /audit-log': ({ user }) => [{ query: `targetKind=user&targetId=${user}` }],
  'GET /audit-log/export': ({ user }) => [{ query: `targetKind=user&targetId=${user}` }],
  'GET /audit-log/{id}': ({ auditLog }) => [{ path: `/audit-log/${auditLog}` }],
  'GET /report/idle-users': () => [],
  'POST /report/idle-users/clean-up': ({ user, admin: adminId }) => [
    { body: { days: 1, userIds: [user] } },
    { body: { days: 1, userIds: [adminId] } },
  ],
  'GET /overview': () => [],
}

function ofUser(request: Request, below = '') {
  return ({ user }: Names): readonly Request[] => [{ ...request, path: `/sys-user/${user}${below}` }]
}

/** Sends a request, as the leader by default. Returns the response with the names in the request replaced. */
async function responseTo(
  method: string,
  { path, query = '', body }: Request,
  operator = leader,
): Promise<unknown> {
  const response = await fetch(`${target.base}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: { ...bearer(operator), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  let text = await response.text()
  const sent = JSON.stringify([path, query, body])
  for (const name of new Set([foreign, UNKNOWN].flatMap((names) => Object.values(names).map(String)))) {
    if (!sent.includes(name)) continue
    text = text.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), '<name>')
  }
  return { status: response.status, reason: response.headers.get('x-castellan-reason'), text }
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

test('every route with the permission check says whose data it concerns', () => {
  const checked = operations.filter(({ checks }) => checks === 'both')
  expect(checked.length).toBeGreaterThan(70)
  expect(checked.filter(({ data }) => data === undefined)).toEqual([])
})

test('every scoped route is attacked here', () => {
  const scoped = operations.filter(({ data }) => data === 'scoped').map(nameOf)
  expect(scoped.toSorted()).toEqual(Object.keys(REQUESTS).toSorted())
})

test('a route for all data refuses the administrator of a branch', async () => {
  const routes = operations.filter(({ data }) => data === 'all-only')
  expect(routes.length).toBeGreaterThan(30)
  for (const { method, path } of routes) {
    const url = `${target.base}${path.replaceAll(/\{\w+\}/g, '1')}`
    const response = await fetch(url, { method, headers: bearer(leader) })
    expect([method, path, response.headers.get('x-castellan-reason')]).toEqual([
      method,
      path,
      'all-data-required',
    ])
  }
})

test('no list shows anything of another branch', async () => {
  const lists = operations.filter(({ method, path, data }) => {
    return method === 'GET' && data === 'scoped' && !path.includes('{') && !/explain|refusal$/.test(path)
  })
  expect(lists.length).toBeGreaterThan(12)
  for (const { path } of lists) {
    const ofAdmin = await (await fetch(`${target.base}${path}`, { headers: bearer(admin) })).text()
    const response = await fetch(`${target.base}${path}`, { headers: bearer(leader) })
    const text = await response.text()
    expect(response.headers.get('x-castellan-reason')).toBeNull()
    expect([path, FOREIGN_TEXTS.filter((name) => text.includes(name))]).toEqual([path, []])
    // The lists are not empty for everybody.
    if (path === '/sys-user') expect(FOREIGN_TEXTS.filter((name) => ofAdmin.includes(name))).toContain('sven')
  }
})

test('an administrator of a branch sees and changes the own branch', async () => {
  expect((await listOf(leader, '/sys-user')).map(({ username }) => username)).toEqual([
    'nora',
    'nils',
    'north-robot',
  ])
  await dataOf(leader.put(`/sys-user/${colleague}`, { nickName: 'Nils' }))
  const added = await addUser(leader, 'nina', clerk)
  expect(await dataOf(leader.get(`/sys-user/${added}`))).toMatchObject({ username: 'nina', mayChange: true })
  const own = operatorWith(target.base, leader.token)
  expect((await listOf(own, '/session')).map(({ username }) => username)).toEqual(['nora'])
  expect((await listOf(own, '/sys-login-log')).map(({ username }) => username)).toEqual(['nora'])
  expect((await listOf(own, '/audit-log?targetKind=user')).map(({ target: name }) => name)).toContain('nina')
  expect((await listOf(own, '/dept')).map(({ deptName }) => deptName)).toEqual([
    'Northern branch',
    'Northern team',
  ])
  expect((await listOf(own, '/role')).map(({ roleKey }) => roleKey)).toEqual(['clerk', 'standby', 'leader'])
})

/** The operators who are limited in different ways. */
const OPERATORS: Readonly<Record<string, (departments: Departments) => Promise<Operator>>> = {
  'with department and below': async () => leader,
  'with the own department': ({ north }) => limited('own-department', { dataScope: '3' }, { deptId: north }),
  'with listed departments': ({ north, south }) =>
    limited('listed', { dataScope: '2', deptIds: [north, northTeam] }, { deptId: south }),
  'with own data': ({ north }) => limited('own-data', { dataScope: '5' }, { deptId: north }),
  'with a scope of their own': ({ north }) =>
    limited('narrowed', { dataScope: '1' }, { deptId: north, dataScope: '4' }),
  'in a disabled department': ({ disabled }) =>
    limited('without-data', { dataScope: '4' }, { deptId: disabled }),
}

/** Creates a role with all rules for the service and one user, and logs the user in. */
async function limited(name: string, role: object, user: object): Promise<Operator> {
  const roleId = await addRole(admin, name, [EVERYTHING], { ...role })
  await addUser(admin, name, roleId, { ...user })
  return loginOperator(target.base, { username: name, password: passwordOf(name) })
}

test.each(Object.entries(OPERATORS))(
  'what belongs to another branch is not told apart from what does not exist, and stays as it is: an operator %s',
  async (_, operatorOf) => {
    const operator = await operatorOf(departments)
    const before = await dataOf(admin.get(`/sys-user/${foreign.user}`))
    let sent = 0
    for (const operation of operations.filter(({ data }) => data === 'scoped')) {
      const requestsOf = REQUESTS[nameOf(operation)] ?? (() => [])
      const [requests, unknown] = [requestsOf(foreign), requestsOf(UNKNOWN)]
      for (const [i, request] of requests.entries()) {
        const { path } = operation
        const response = await responseTo(operation.method, { path, ...request }, operator)
        expect({ operation, request, response }).toEqual({
          operation,
          request,
          response: await responseTo(operation.method, { path, ...unknown[i] }, operator),
        })
        sent++
      }
    }
    expect(sent).toBeGreaterThan(50)
    expect(await dataOf(admin.get(`/sys-user/${foreign.user}`))).toEqual(before)
    expect(await dataOf(admin.get(`/dept/${foreign.dept}`))).toMatchObject({ deptName: 'Southern team' })
    expect(await listOf(admin, `/session?userId=${foreign.user}`)).toHaveLength(1)
  },
)

test('a role that an operator may assign names only departments in the scope of the operator', async () => {
  const { north, south } = departments
  const deptIds = [north, northTeam, south, foreign.dept].toSorted((one, other) => one - other)
  const role = await addRole(admin, 'scattered', [], { dataScope: '5', deptIds })
  const listed = async (operator: Operator) => (await listOf(operator, '/role?roleKey=scattered'))[0]
  expect(await listed(admin)).toMatchObject({ deptIds })
  const own = [north, northTeam].toSorted((one, other) => one - other)
  expect(await listed(leader)).toMatchObject({ roleId: role, mayAssign: true, deptIds: own })
  expect(await dataOf(leader.get(`/role/${role}`))).toMatchObject({ deptIds: own })
  await dataOf(admin.remove(`/role/${role}`))
})

test('an operator with a scope of their own hands out the own role with that scope or a narrower one only', async () => {
  const { north } = departments
  const operator = await limited('deputy', { dataScope: '1' }, { deptId: north, dataScope: '4' })
  const [role] = await listOf(admin, '/role?roleKey=deputy')
  const add = (username: string, dataScope: string) =>
    operator.post('/sys-user', {
      username,
      password: passwordOf(username),
      roleId: role?.roleId,
      deptId: northTeam,
      dataScope,
    })
  for (const dataScope of ['', '1']) {
    const answer = await add('unlimited', dataScope)
    expect([dataScope, answer.headers.get('x-castellan-reason')]).toEqual([dataScope, 'role-unknown'])
  }
  expect(await dataOf(add('below', '4'))).toMatchObject({ dataScope: '4', deptId: northTeam })
  expect(await dataOf(add('narrow', '5'))).toMatchObject({ dataScope: '5' })
})

test('the audit log of a branch does not show what its members with all data change elsewhere', async () => {
  await addUser(admin, 'noah', 1, { deptId: northTeam })
  const noah = await loginOperator(target.base, { username: 'noah', password: passwordOf('noah') })
  await dataOf(noah.post('/policy', { rules: [{ roleKey: 'strong', method: 'GET', path: '/app/bonus' }] }))
  await dataOf(noah.put(`/role/${foreign.role}`, { remark: 'x' }))
  await dataOf(noah.put(`/dept/${foreign.dept}`, { leader: 'x' }))
  await dataOf(noah.remove('/session', { ids: [foreign.session] }))
  await dataOf(noah.remove(`/sys-login-log/${foreign.loginLog}`))
  const { text } = (await responseTo('GET', { path: '/audit-log' })) as { text: string }
  expect(text).toContain('noah')
  expect(FOREIGN_TEXTS.filter((name) => text.includes(name))).toEqual([])
  expect((await listOf(admin, '/audit-log?operator=noah')).map(({ action }) => action).toSorted()).toEqual([
    'dept.update',
    'login-log.delete',
    'policy.add',
    'role.update',
    'session.end',
  ])
})
