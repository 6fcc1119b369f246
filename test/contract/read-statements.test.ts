import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../support/client.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { startStandalone } from '../support/standalone.ts'
import { startTraceReceiver } from '../support/trace-receiver.ts'
import { onEveryDatabase } from './stores.ts'

// What an operator reads is the usual load of the service, so a feature must not add statements to it unnoticed.

const MAX_STATEMENTS_PER_ROW = 2
const MAX_STATEMENTS_PER_LIST = 4

/** What is put together from more tables than that, or summed up. Adding a path here is a decision. */
const MORE_STATEMENTS: Readonly<Record<string, number>> = {
  // The user, the second factor, the passkeys and the links.
  '/sys-user/:id/login-methods': 4,
  // The account, its secrets and its keys.
  '/service-account/:id': 3,
  // The entries of a branch are found by the operator or by the departments, whichever has fewer.
  '/audit-log': 5,
  // Each part of the page is a sum of its own.
  '/overview': 6,
  '/refusal/group': 8,
  // Reports compare all users, roles and rules.
  '/report/idle-users': 8,
  '/report/unused-rules': 8,
  '/report/covered-rules': 8,
  '/report/same-rights': 8,
  '/report/unused-roles': 8,
  '/report/empty-scopes': 8,
}

/** What the requests need besides their path. */
const QUERIES: Readonly<Record<string, string>> = {
  '/policy/explain': '?roleKey=clerk0&method=GET&path=/app/orders',
  '/data-scope/explain': '?username=clerk0&deptId=1',
  '/refusal': '?username=clerk0',
  '/policy/compare': '?first=clerk0&second=clerk1',
  '/policy/usage': '?roleKey=clerk0',
}

/** Read in batches, or not in the usual form. */
const NOT_COUNTED =
  /\/(?:export|verify|stream|authorize.*|openapi\.json|jwks\.json|getCaptcha|captcha|docs.*|:provider)$/

/** One statement per rule, role or user would exceed every limit. */
const CLERKS = 12

const isRow = (path: string) => path.endsWith('/:id')
const maximumOf = (path: string) =>
  MORE_STATEMENTS[path] ?? (isRow(path) ? MAX_STATEMENTS_PER_ROW : MAX_STATEMENTS_PER_LIST)

onEveryDatabase((place) => {
  const counted = new Map<string, readonly string[]>()
  const refused: string[] = []

  beforeAll(async () => {
    const receiver = await startTraceReceiver()
    const { url, drop } = await place.fresh()
    const service = await startStandalone({ database: { url }, tracing: { endpoint: receiver.endpoint } })
    try {
      const admin = await loginOperator(service.base)
      const ids = await addBranch(service.base, admin)
      const leader = await loginOperator(service.base, { username: 'leader', password: passwordOf('leader') })
      const routes = await dataOf<{ method: string; path: string }[]>(admin.get('/route'))
      const paths = routes
        .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/'))
        .map(({ path }) => path.replace('/api/v1', ''))
        .filter((path) => !NOT_COUNTED.test(path))
      const answers: [path: string, answer: Answer][] = []
      for (const [who, operator] of [
        ['admin', admin],
        ['leader', leader],
      ] as const) {
        for (const path of paths) {
          const url = path.replace(/:id/, String(ids[path.split('/')[1] ?? ''] ?? 1)) + (QUERIES[path] ?? '')
          // The first request of a kind may fill a cache.
          await operator.get(url)
          const answer = await operator.get(`${url}${url.includes('?') ? '&' : '?'}pageSize=200`)
          const accepted = answer.body.code === 200 ? answer : await operator.get(url)
          if (accepted.body.code === 200) answers.push([`${who} ${path}`, accepted])
          else refused.push(`${who} ${path} ${accepted.text}`)
        }
      }
      for (const [path, { headers }] of answers) {
        const { trace } = await receiver.traceOf(headers.get('x-request-id'))
        const statements = trace
          .filter(({ name }) => name === 'database query')
          .map(({ attributes }) => String(attributes['db.query.text']))
          // The refusals of earlier requests are stored by whoever reads them next.
          .filter((statement) => !/^insert into .refusals/.test(statement))
        counted.set(path, statements)
      }
    } finally {
      await service.close()
      await receiver.close()
      await drop()
    }
  })

  test('every list and every row takes few statements, however many rows there are', () => {
    const tooMany = [...counted].filter(
      ([path, { length }]) => length > maximumOf(path.slice(path.indexOf(' ') + 1)),
    )
    expect(tooMany).toEqual([])
  })

  test('a user, a role, the own session data and a list of users take no more than they need', () => {
    const numberOf = (path: string) => counted.get(path)?.length
    expect(
      ['/sys-user/:id', '/getinfo', '/user/profile', '/sys-user', '/session'].map((path) => [
        numberOf(`admin ${path}`),
        numberOf(`leader ${path}`),
      ]),
    ).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
      [4, 4],
      [4, 4],
    ])
  })

  test('every GET of the service is counted for an operator with all data', () => {
    expect(refused.filter((one) => one.startsWith('admin'))).toEqual([])
    expect(counted.size).toBeGreaterThan(60)
  })

  test('what may take more statements exists', () => {
    const paths = [...counted.keys()].map((path) => path.slice(path.indexOf(' ') + 1))
    expect(Object.keys(MORE_STATEMENTS).filter((path) => !paths.includes(path))).toEqual([])
  })
})

/** Adds users with a role each and a session each, their leader, and a service account. Returns ids by the first segment of a path. */
async function addBranch(base: string, admin: Operator): Promise<Readonly<Record<string, unknown>>> {
  const { deptId } = await dataOf(admin.post('/dept', { deptName: 'North' }))
  const everything = [
    { method: '*', path: '/api/v1/*' },
    { method: 'GET', path: '/app/*' },
  ]
  const leading = await addRole(admin, 'leader', everything, { dataScope: '4' })
  const ownerId = await addUser(admin, 'leader', leading, { deptId })
  let role = 0
  let user = 0
  for (let number = 0; number < CLERKS; number++) {
    const name = `clerk${number}`
    role = await addRole(admin, name, [{ method: 'GET', path: `/app/${name}` }], { dataScope: '5' })
    user = await addUser(admin, name, role, { deptId })
    await loginOperator(base, { username: name, password: passwordOf(name) })
  }
  const program = await dataOf(
    admin.post('/service-account', { username: 'robot', roleId: role, deptId, ownerId }),
  )
  return { role, 'sys-user': user, 'service-account': program.userId, dept: deptId }
}
