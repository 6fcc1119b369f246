import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { type Standalone, startStandalone } from '../support/standalone.ts'
import { startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts'

// The responses to ids of another branch and to unknown ids are the same. Here, so is the work, which decides how long they take.

const UNKNOWN = 987_654
const EVERYTHING = { method: '*', path: '/api/v1/*' }

let receiver: TraceReceiver
let service: Standalone
let leader: Operator
let foreign: Readonly<
  Record<'user' | 'program' | 'role' | 'dept' | 'loginLog' | 'auditLog' | 'session', number>
>

beforeAll(async () => {
  receiver = await startTraceReceiver()
  service = await startStandalone({ tracing: { endpoint: receiver.endpoint } })
  const admin = await loginOperator(service.base)
  const addDept = async (deptName: string) => Number((await dataOf(admin.post('/dept', { deptName }))).deptId)
  const north = await addDept('North')
  const south = await addDept('South')
  const clerk = await addRole(admin, 'clerk', [], { dataScope: '5' })
  const leading = await addRole(admin, 'leader', [EVERYTHING], { dataScope: '4' })
  // Only its rules are more than the leader has: its data is not.
  const role = await addRole(admin, 'strong', [{ method: 'GET', path: '/app/salary' }], { dataScope: '5' })
  await addUser(admin, 'nora', leading, { deptId: north })
  const user = await addUser(admin, 'sven', clerk, { deptId: south })
  await loginOperator(service.base, { username: 'sven', password: passwordOf('sven') })
  const program = await dataOf(
    admin.post('/service-account', { username: 'robot', roleId: clerk, deptId: south }),
  )
  leader = await loginOperator(service.base, { username: 'nora', password: passwordOf('nora') })
  const [session] = await listOf(admin, `/session?userId=${user}`)
  const [loginLog] = await listOf(admin, '/sys-login-log?username=sven')
  const [auditLog] = await listOf(admin, `/audit-log?targetKind=user&targetId=${user}`)
  foreign = {
    user,
    program: Number(program.userId),
    role,
    dept: south,
    loginLog: Number(loginLog?.id),
    auditLog: Number(auditLog?.id),
    session: Number(session?.sessionId),
  }
})
afterAll(async () => {
  await service?.close()
  await receiver?.close()
})

/** Every GET that names one thing with an id. */
const REQUESTS: readonly (readonly [thing: keyof typeof foreign, path: (id: number) => string])[] = [
  ['user', (id) => `/sys-user/${id}`],
  ['user', (id) => `/sys-user/${id}/login-methods`],
  ['user', (id) => `/policy/explain?userId=${id}&method=GET&path=/x`],
  ['user', (id) => `/session?userId=${id}`],
  ['user', (id) => `/refusal?userId=${id}`],
  ['session', (id) => `/policy/explain?tokenId=${id}&method=GET&path=/x`],
  ['program', (id) => `/service-account/${id}`],
  ['role', (id) => `/role/${id}`],
  ['role', (id) => `/role/${id}/sessions`],
  ['role', (id) => `/sys-user?roleId=${id}`],
  ['role', (id) => `/role/${id}/second-factor`],
  ['dept', (id) => `/dept/${id}`],
  ['dept', (id) => `/dept?parentId=${id}`],
  ['dept', (id) => `/sys-user?deptId=${id}`],
  ['dept', (id) => `/data-scope/explain?username=nora&deptId=${id}`],
  ['loginLog', (id) => `/sys-login-log/${id}`],
  ['auditLog', (id) => `/audit-log/${id}`],
]

/** Returns the statements that a request has sent to the database, in their order. */
async function statementsOf(requestId: string | null): Promise<string[]> {
  const { trace } = await receiver.traceOf(requestId)
  return trace
    .filter(({ name }) => name === 'database query')
    .map(({ attributes }) => String(attributes['db.query.text']))
}

test('a GET sends the same statements for an id of another branch as for an unknown one', async () => {
  const idOf = async (path: string) => (await leader.get(path)).headers.get('x-request-id')
  const sent: { name: string; unknown: string | null; foreign: string | null }[] = []
  for (const [thing, path] of REQUESTS) {
    // The first request of a kind may fill a cache.
    await leader.get(path(UNKNOWN + 1))
    const unknown = await idOf(path(UNKNOWN))
    sent.push({ name: path(0), unknown, foreign: await idOf(path(foreign[thing])) })
  }
  for (const request of sent) {
    const statements = await statementsOf(request.foreign)
    expect([request.name, statements]).toEqual([request.name, await statementsOf(request.unknown)])
  }
})

test('the statements show a difference in the work', async () => {
  const [own, unknown] = [await leader.get('/role'), await leader.get(`/role/${UNKNOWN}`)]
  const statements = await statementsOf(own.headers.get('x-request-id'))
  expect(statements.length).toBeGreaterThan((await statementsOf(unknown.headers.get('x-request-id'))).length)
})
