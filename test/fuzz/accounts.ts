import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { login } from '../support/client.ts'
import type { TestContext } from '../support/context.ts'

/** The rules of the restricted role: it may read everything, and manage users, rules and roles within its own rights. */
const RESTRICTED = [
  { method: 'GET', path: '/api/v1/*' },
  { method: '*', path: '/api/v1/sys-user' },
  { method: '*', path: '/api/v1/sys-user/*' },
  { method: '*', path: '/api/v1/policy' },
  { method: '*', path: '/api/v1/role/:id' },
]

export interface Accounts {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a server that creates a user for each request and returns its token: `GET /admin` or `GET /restricted`. The fuzzer can end its
 * own session, and change or delete its user or role. Then it gets another account here.
 */
export async function startAccounts(
  base: string,
  { roleAdministration, policyAdministration, userAdministration }: TestContext,
): Promise<Accounts> {
  let count = 0

  async function createAccount(isAdmin: boolean) {
    const username = `caller-${++count}`
    const password = `the password of ${username}`
    const roleKey = isAdmin ? 'admin' : `role-of-${username}`
    if (!isAdmin) {
      await roleAdministration.add({ roleKey, roleName: roleKey, dataScope: '5' })
      await policyAdministration.add(RESTRICTED.map((rule) => ({ roleKey, ...rule })))
    }
    await userAdministration.add({ username, password, roleKey })
    return { username, password, token: await login(base, { username, password }) }
  }

  const server = createServer((request, response) => {
    createAccount(request.url === '/admin').then(
      (account) => response.end(JSON.stringify(account)),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
