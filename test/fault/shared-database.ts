import { Client } from 'pg'
import { openContext, type TestContext } from '../support/context.ts'
import { freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { onCleanUp } from './cleanup.ts'

export const CLERK = { username: 'clerk', password: 'the password of the clerk' }
/** The rule that lets the clerk call the endpoint used by the tests. It needs no database access. */
export const CLERK_RULE = { roleKey: 'clerk', method: 'GET', path: '/api/v1/route' }

/** A database shared by several nodes, with a user "clerk" who may read the routes, and an administration context. */
export interface SharedDatabase {
  readonly url: string
  readonly context: TestContext
  addUser(username: string): Promise<{ username: string; password: string }>
  /** Opens a separate connection for the test. */
  connect(): Promise<Client>
}

export async function createSharedDatabase(serverUrl: string): Promise<SharedDatabase> {
  const { url, drop } = await freshPostgresDatabase(serverUrl)
  onCleanUp(drop)
  const context = await openContext(url)
  onCleanUp(context.close)
  const addUser = async (username: string) => {
    const user = { username, password: CLERK.password }
    await context.userAdministration.add({ ...user, roleKey: CLERK_RULE.roleKey })
    return user
  }
  await context.roleAdministration.add({ roleKey: CLERK_RULE.roleKey, roleName: 'Clerk', dataScope: '1' })
  await context.policyAdministration.add([CLERK_RULE])
  await addUser(CLERK.username)
  return {
    url,
    context,
    addUser,
    async connect() {
      const client = new Client({ connectionString: url })
      client.on('error', () => {}) // tests may stop the server
      await client.connect()
      onCleanUp(() => client.end())
      return client
    },
  }
}
