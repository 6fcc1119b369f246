import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresDatabase } from '../../../test/support/servers/fresh-database.ts'
import { startPostgres } from '../../../test/support/servers/postgres.ts'
import type { Effort } from '../harness/effort.ts'
import { startCastellan } from '../servers/castellan.ts'
import { SECRET } from '../servers/place.ts'
import type { Server } from '../servers/server.ts'
import { ADMIN, ALLOWED_ROUTE, CLERK, fillDatabase, type Size } from './growth-data.ts'

/** What an operation costs with a small and with a large database: milliseconds, or megabytes of memory. */
export interface Growth {
  readonly operation: string
  readonly unit: 'ms' | 'MB'
  /** By the name of the database product. Without its server, a product is missing. */
  readonly values: Readonly<Record<string, { readonly small: number; readonly large: number }>>
}

type Costs = ReadonlyMap<string, number>

export const SMALL: Size = { users: 100, rules: 100, logEntries: 1000 }
const MEMORY = 'memory after the start'

/** Returns a database with so many users and entries in each log, and a tenth as many rules. */
export function sizeOf(users: number): Size {
  return { users, rules: Math.ceil(users / 10), logEntries: users }
}

/** Measures what each operation costs with a small and with a large database. */
export async function measureGrowth(effort: Effort, large: Size): Promise<Growth[]> {
  const rounds = { full: 15, quick: 5, smoke: 1 }[effort]
  const measured: Record<string, { small: Costs; large: Costs }> = {}
  const both = async (name: string, fresh: MakeFresh) => {
    measured[name] = {
      small: await withDatabase(fresh, SMALL, rounds),
      large: await withDatabase(fresh, large, rounds),
    }
  }
  await both('SQLite', async (folder) => ({ url: `sqlite:${folder}/castellan.db`, drop: async () => {} }))
  const postgres = await startPostgres().catch((error: unknown) => {
    console.error(`PostgreSQL is left out: ${String(error)}`)
  })
  if (postgres) {
    await both('PostgreSQL', () => freshPostgresDatabase(postgres.url)).finally(postgres.remove)
  }
  const operations = [...(measured.SQLite?.small.keys() ?? [])]
  return operations.map((operation) => ({
    operation,
    unit: operation === MEMORY ? 'MB' : 'ms',
    values: Object.fromEntries(
      Object.entries(measured).map(([name, costs]) => [
        name,
        { small: costs.small.get(operation) ?? 0, large: costs.large.get(operation) ?? 0 },
      ]),
    ),
  }))
}

/** Creates an empty database. The folder is removed afterwards. */
type MakeFresh = (folder: string) => Promise<{ readonly url: string; drop(): Promise<void> }>

async function withDatabase(fresh: MakeFresh, size: Size, rounds: number): Promise<Costs> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-growth-'))
  const { url, drop } = await fresh(folder)
  try {
    const begin = performance.now()
    await fillDatabase(url, size)
    console.error(`${size.users} users inserted: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    return await measure(folder, url, size, rounds)
  } finally {
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string, url: string, size: Size, rounds: number): Promise<Costs> {
  const flags = [
    `application.dataDir=${folder}`,
    'application.port=0',
    // Without captchas.
    'application.mode=dev',
    `jwt.secret=${SECRET}`,
    `database.url=${url}`,
    'rateLimit.perAddress=1000000',
    'rateLimit.total=1000000',
    'rateLimit.loginPerAddress=0',
  ]
  const costs = new Map<string, number>()
  const begin = performance.now()
  const server = await startCastellan({ folder, flags })
  try {
    await send(server, { path: '/api/v1/health' })
    costs.set('start', performance.now() - begin)
    costs.set(MEMORY, (await server.memoryBytes()) / 1e6)
    const [admin, clerk] = [await logIn(server, ADMIN), await logIn(server, CLERK)]
    for (const [operation, requests] of Object.entries(operationsOf(size, admin, clerk))) {
      const times: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const request = requests[round % requests.length]
        const sent = performance.now()
        if (request) await send(server, request)
        // The first one is not counted: it fills caches.
        if (round > 0 || rounds === 1) times.push(performance.now() - sent)
      }
      // The fastest: what else runs on the machine can only add to it.
      costs.set(operation, Math.min(...times))
    }
    return costs
  } finally {
    await server.end()
  }
}

interface Request {
  readonly path: string
  readonly token?: string
  readonly method?: 'POST' | 'DELETE'
  readonly body?: object
}

/** Each operation, with the requests that are sent in turn. */
function operationsOf(size: Size, admin: string, clerk: string): Record<string, readonly Request[]> {
  const get = (path: string): readonly Request[] => [{ path: `/api/v1${path}`, token: admin }]
  const rule = { roleKey: 'role-1', path: '/api/v1/growth/:id', method: 'GET' }
  const rules = { path: '/api/v1/policy', token: admin, body: { rules: [rule] } }
  const lastUsers = Math.max(1, Math.floor(size.users / 20))
  const lastEntries = Math.max(1, Math.floor(size.logEntries / 20))
  return {
    'protected call': [{ path: ALLOWED_ROUTE, token: clerk }],
    login: [{ path: '/api/v1/login', method: 'POST', body: CLERK }],
    'first page of users': get('/sys-user?pageSize=20'),
    'last page of users': get(`/sys-user?pageSize=20&pageIndex=${lastUsers}`),
    'search for users': get('/sys-user?search=family12'),
    'search for users, two characters': get('/sys-user?search=12'),
    'first page of the login log': get('/sys-login-log?pageSize=20'),
    'last page of the login log': get(`/sys-login-log?pageSize=20&pageIndex=${lastEntries}`),
    'failures in the login log': get('/sys-login-log?status=1&pageSize=20'),
    'first page of the audit log': get('/audit-log?pageSize=20'),
    'overview of a day': get('/overview?hours=24'),
    'overview of a week': get('/overview?hours=168'),
    'explanation of a decision': get('/policy/explain?roleKey=role-1&path=/api/v1/resource-0&method=GET'),
    'preview of a policy change': [
      { path: '/api/v1/policy/preview', method: 'POST', token: admin, body: { add: [rule] } },
    ],
    'policy change': [
      { ...rules, method: 'POST' },
      { ...rules, method: 'DELETE' },
    ],
    'report: unused rules': get('/report/unused-rules'),
    'report: covered rules': get('/report/covered-rules'),
    'report: roles with the same rights': get('/report/same-rights'),
    'report: unused roles': get('/report/unused-roles'),
    'report: idle users': get('/report/idle-users'),
  }
}

async function logIn(server: Server, credentials: object): Promise<string> {
  const { token } = await send(server, { path: '/api/v1/login', method: 'POST', body: credentials })
  if (typeof token !== 'string') throw new Error('the login failed')
  return token
}

async function send(
  { port }: Server,
  { path, token, method, body }: Request,
): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? 'GET',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok || (answer.code !== undefined && answer.code !== 200)) {
    throw new Error(`${path} returned ${response.status}: ${JSON.stringify(answer)}`)
  }
  return answer
}
