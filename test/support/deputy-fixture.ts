import { join } from 'node:path'
import { expect } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../src/platform/database/database.ts'
import { allRows, type Rows } from '../authority/administration-fixture.ts'
import { type Answer, call, login } from './client.ts'
import { expectRefused, expectSuccess } from './expectations.ts'
import { startService, type TestOptions, type TestService } from './service.ts'

export type Rule = readonly [method: string, path: string]

/** Rules for every management endpoint and some endpoints of an app. */
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

/** A service with a deputy: an operator who may manage users, roles and the policy without being an admin. */
export interface DeputyFixture {
  readonly service: TestService
  rows(): Promise<Rows>
  /** Returns the id of the role with this key. */
  role(roleKey: string): Promise<number>
  user(username: string): Promise<number>
  /** Logs in and returns a new token. */
  login(username: string): Promise<string>
  /** Creates a role with these rules and a user of the same name who has it. */
  createRoleWithUser(roleKey: string, dataScope: string, rules: readonly Rule[]): Promise<void>
  send(token: string, method: string, path: string, body?: unknown): Promise<Answer>
  /** Sends a request, expects a refusal without any change in the database, and returns the message. */
  expectRequestRefused(
    token: string,
    method: string,
    path: string,
    body: unknown,
    code?: number,
  ): Promise<string>
  expectRequestAccepted(
    token: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function createDeputyFixture(options: TestOptions = {}): Promise<DeputyFixture> {
  const service = await startService(options)
  const { context } = service
  const handle: DatabaseHandle = await openDatabase(`sqlite:${join(service.dataDir, 'castellan.db')}`)
  const idOf = (row: { id: number } | undefined): number => {
    if (!row) throw new Error('no such row')
    return row.id
  }
  const fixture: DeputyFixture = {
    service,
    rows: () => allRows(handle.database),
    role: async (roleKey) => idOf((await fixture.rows()).roles.find((role) => role.role_key === roleKey)),
    user: async (username) => idOf((await fixture.rows()).users.find((user) => user.username === username)),
    login: (username) => login(service.base, { username, password: password(username) }),
    async createRoleWithUser(roleKey, dataScope, rules) {
      await context.roleAdministration.add({ roleKey, roleName: roleKey, dataScope })
      await context.policyAdministration.add(rules.map(([method, path]) => ({ roleKey, method, path })))
      await context.userAdministration.add({ username: roleKey, password: password(roleKey), roleKey })
    },
    send: (token, method, path, body) =>
      call(`${service.base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async expectRequestRefused(token, method, path, body, code = 409) {
      const before = await fixture.rows()
      const answer = await fixture.send(token, method, path, body)
      expectRefused(answer, code)
      expect(await fixture.rows()).toEqual(before)
      return String(answer.body.msg)
    },
    async expectRequestAccepted(token, method, path, body) {
      const answer = await fixture.send(token, method, path, body)
      expectSuccess(answer)
      return { ...(answer.body.data ?? {}) }
    },
    async close() {
      await handle.close()
      await service.close()
    },
  }
  await fixture.createRoleWithUser('deputy', '1', DEPUTY_RULES)
  return fixture
}
