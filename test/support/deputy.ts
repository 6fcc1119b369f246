import { join } from 'node:path'
import { expect } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../src/database/database.ts'
import { allRows, type Rows } from '../authority/administration-fixture.ts'
import { type Answer, call, login } from './client.ts'
import { expectRefused, expectSuccess } from './expectations.ts'
import { startService, type TestOptions, type TestService } from './service.ts'

export type Rule = readonly [method: string, path: string]

/** May call every management endpoint, and some of an app. */
export const DEPUTY_RULES: readonly Rule[] = [
  ['*', '/api/v1/sys-user'],
  ['*', '/api/v1/sys-user/*'],
  ['*', '/api/v1/role'],
  ['*', '/api/v1/role/*'],
  ['*', '/api/v1/policy'],
  ['*', '/api/v1/policy/*'],
  ['*', '/api/v1/session'],
  ['*', '/api/v1/session/*'],
  ['GET', '/app/report/:id'],
  ['*', '/app/file/:name'],
  ['GET', '/app/shop/*'],
]

const password = (username: string) => `the secret words of ${username}`

/** One who may manage users, roles and the policy without being an admin, and those they meet. */
export interface DeputyHouse {
  readonly service: TestService
  rows(): Promise<Rows>
  /** The id of the role with this key, or of the user with this name. */
  role(roleKey: string): Promise<number>
  user(username: string): Promise<number>
  /** A new token. */
  login(username: string): Promise<string>
  /** A role with these rules and a user of the same name who holds it. */
  makeRole(roleKey: string, dataScope: string, rules: readonly Rule[]): Promise<void>
  ask(token: string, method: string, path: string, body?: unknown): Promise<Answer>
  /** Asks and is refused, and nothing has changed. Answers the message. */
  askInVain(token: string, method: string, path: string, body: unknown, code?: number): Promise<string>
  askWell(token: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function openDeputyHouse(options: TestOptions = {}): Promise<DeputyHouse> {
  const service = await startService(options)
  const { context } = service
  const handle: DatabaseHandle = await openDatabase(`sqlite:${join(service.dataDir, 'castellan.db')}`)
  const idOf = (row: { id: number } | undefined): number => {
    if (!row) throw new Error('there is none')
    return row.id
  }
  const house: DeputyHouse = {
    service,
    rows: () => allRows(handle.database),
    role: async (roleKey) => idOf((await house.rows()).roles.find((role) => role.role_key === roleKey)),
    user: async (username) => idOf((await house.rows()).users.find((user) => user.username === username)),
    login: (username) => login(service.base, { username, password: password(username) }),
    async makeRole(roleKey, dataScope, rules) {
      await context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope })
      await context.policyAdministration.add(rules.map(([method, path]) => ({ roleKey, method, path })))
      await context.userAdministration.add({ username: roleKey, password: password(roleKey), roleKey })
    },
    ask: (token, method, path, body) =>
      call(`${service.base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async askInVain(token, method, path, body, code = 409) {
      const before = await house.rows()
      const answer = await house.ask(token, method, path, body)
      expectRefused(answer, code)
      expect(await house.rows()).toEqual(before)
      return String(answer.body.msg)
    },
    async askWell(token, method, path, body) {
      const answer = await house.ask(token, method, path, body)
      expectSuccess(answer)
      return { ...(answer.body.data ?? {}) }
    },
    async close() {
      await handle.close()
      await service.close()
    },
  }
  await house.makeRole('deputy', '4', DEPUTY_RULES)
  return house
}
