import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import { addRole, addUser, dataOf, listOf, loginOperator, passwordOf } from '../support/operator.ts'
import { startStandalone } from '../support/standalone.ts'
import { startTraceReceiver } from '../support/trace-receiver.ts'

// The responses to ids of another branch and to unknown ids are the same. Here, so is the work, which decides how long they take.

const EVERYTHING = { method: '*', path: '/api/v1/*' }
/** The ids and names of what does not exist. */
const UNKNOWN = {
  user: 987_654,
  username: 'nobody',
  program: 987_654,
  role: 987_654,
  roleKey: 'nothing',
  dept: 987_654,
  loginLog: 987_654,
  auditLog: 987_654,
  session: 987_654,
  refused: 'f'.repeat(32),
}
type Thing = keyof typeof UNKNOWN

const receiver = await startTraceReceiver()
const service = await startStandalone({ tracing: { endpoint: receiver.endpoint } })
const admin = await loginOperator(service.base)
const addDept = async (deptName: string) => Number((await dataOf(admin.post('/dept', { deptName }))).deptId)
const north = await addDept('North')
const south = await addDept('South')
const clerk = await addRole(admin, 'clerk', [], { dataScope: '5' })
const leading = await addRole(admin, 'leader', [EVERYTHING], { dataScope: '4' })
// Only its rules are more than the leader has: its data is not.
const role = await addRole(admin, 'strong', [{ method: 'GET', path: '/app/salary' }], { dataScope: '5' })
await addUser(admin, 'nora', leading, { deptId: north })
const user = await addUser(admin, 'sven', clerk, { deptId: south, dataScope: '3' })
const sven = await loginOperator(service.base, { username: 'sven', password: passwordOf('sven') })
const refused = await sven.get('/sys-user')
expect(refused.body.code).toBe(401)
const program = await dataOf(
  admin.post('/service-account', { username: 'robot', roleId: clerk, deptId: south, ownerId: user }),
)
const leader = await loginOperator(service.base, { username: 'nora', password: passwordOf('nora') })
const [session] = await listOf(admin, `/session?userId=${user}`)
const [loginLog] = await listOf(admin, '/sys-login-log?username=sven')
const [auditLog] = await listOf(admin, `/audit-log?targetKind=user&targetId=${user}`)
const foreign = {
  user,
  username: 'sven',
  program: Number(program.userId),
  role,
  roleKey: 'strong',
  dept: south,
  loginLog: Number(loginLog?.id),
  auditLog: Number(auditLog?.id),
  session: Number(session?.sessionId),
  refused: refused.headers.get('x-request-id') ?? '',
}

afterAll(async () => {
  await service?.close()
  await receiver?.close()
})

/** Every GET that names one thing with an id, and those that name it in their query. */
const REQUESTS: readonly (readonly [Thing, path: (name: string | number) => string])[] = [
  ['user', (id) => `/sys-user/${id}`],
  ['user', (id) => `/sys-user/${id}/login-methods`],
  ['user', (id) => `/policy/explain?userId=${id}&method=GET&path=/x`],
  ['username', (name) => `/policy/explain?username=${name}&method=GET&path=/x`],
  ['user', (id) => `/session?userId=${id}`],
  ['username', (name) => `/session?username=${name}`],
  ['user', (id) => `/refusal?userId=${id}`],
  ['username', (name) => `/refusal?username=${name}`],
  ['session', (id) => `/refusal?tokenId=${id}`],
  ['refused', (id) => `/refusal?requestId=${id}`],
  ['user', (id) => `/refusal/group?userId=${id}`],
  ['user', (id) => `/refusal/request?userId=${id}`],
  ['username', (name) => `/data-scope/explain?username=${name}&deptId=1`],
  ['username', (name) => `/sys-login-log?username=${name}`],
  ['user', (id) => `/audit-log?targetKind=user&targetId=${id}`],
  ['username', (name) => `/audit-log?operator=${name}`],
  ['user', (id) => `/service-account?ownerIds=${id}`],
  ['session', (id) => `/policy/explain?tokenId=${id}&method=GET&path=/x`],
  ['program', (id) => `/service-account/${id}`],
  ['role', (id) => `/role/${id}`],
  ['role', (id) => `/role/${id}/sessions`],
  ['role', (id) => `/session?roleId=${id}`],
  ['role', (id) => `/sys-user?roleId=${id}`],
  ['role', (id) => `/role/${id}/second-factor`],
  ['roleKey', (key) => `/role?roleKey=${key}`],
  ['roleKey', (key) => `/policy/explain?roleKey=${key}&method=GET&path=/x`],
  ['dept', (id) => `/dept/${id}`],
  ['dept', (id) => `/dept?parentId=${id}`],
  ['dept', (id) => `/sys-user?deptId=${id}`],
  ['dept', (id) => `/data-scope/explain?username=nora&deptId=${id}`],
  ['loginLog', (id) => `/sys-login-log/${id}`],
  ['auditLog', (id) => `/audit-log/${id}`],
]

/** Returns the statements that a request has sent to the database, in their order. */
async function statementsOf({ headers }: Answer): Promise<string[]> {
  const { trace } = await receiver.traceOf(headers.get('x-request-id'))
  return (
    trace
      .filter(({ name }) => name === 'database query')
      .map(({ attributes }) => String(attributes['db.query.text']))
      // The refusals of earlier requests are stored by whoever reads them next.
      .filter((statement) => !statement.startsWith('insert into "refusals"'))
  )
}

describe('the response and the statements are the same for what is foreign and what is unknown', () => {
  const answers = new Map<string, readonly [unknown: Answer, foreign: Answer]>()
  const without = (text: string, name: string | number) =>
    text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '')

  beforeAll(async () => {
    for (const [thing, path] of REQUESTS) {
      // The first request of a kind may fill a cache.
      await leader.get(path(UNKNOWN[thing]))
      const unknown = await leader.get(path(UNKNOWN[thing]))
      answers.set(path('…'), [unknown, await leader.get(path(foreign[thing]))])
    }
  })

  test.each(REQUESTS.map(([thing, path]) => [path('…'), thing] as const))('GET %s', async (path, thing) => {
    const [unknown, answer] = answers.get(path) ?? expect.fail('it was not sent')
    expect(without(answer.text, foreign[thing])).toBe(without(unknown.text, UNKNOWN[thing]))
    expect(await statementsOf(answer)).toEqual(await statementsOf(unknown))
  })
})

test('every GET with an id whose data is limited is among the requests', async () => {
  const routes = await dataOf<{ method: string; path: string; checks: string }[]>(admin.get('/route'))
  const paths = routes
    .filter(({ method, checks, path }) => method === 'GET' && checks === 'both' && path.includes('/:'))
    .map(({ path }) => path.replace('/api/v1', ''))
  expect(paths.length).toBeGreaterThan(5)
  const asked = REQUESTS.map(([, path]) => path(':id'))
  expect(paths.filter((path) => !asked.includes(path))).toEqual([])
})

test('the statements show a difference in the work', async () => {
  const [own, unknown] = [await leader.get('/role'), await leader.get(`/role/${UNKNOWN.role}`)]
  expect((await statementsOf(own)).length).toBeGreaterThan((await statementsOf(unknown)).length)
})
