import { Client } from 'pg'
import { type CommandContext, openCommandContext } from '../../src/cli/context.ts'
import { freshPostgresDatabase } from '../support/servers/fresh-database.ts'
import { ANY_PASSWORD } from '../support/service.ts'
import { onCleanUp } from './clean-up.ts'

export const CLERK = { username: 'clerk', password: 'the password of the clerk' }
/** What lets the clerk call the endpoint that the tests ask, which answers from memory. */
export const CLERK_RULE = { roleKey: 'clerk', method: 'GET', path: '/api/v1/route' }

/** A database that nodes share, with a clerk who may read the routes, and the commands that administer it. */
export interface Place {
  readonly url: string
  readonly context: CommandContext
  addUser(username: string): Promise<{ username: string; password: string }>
  /** A connection of the test's own. */
  connect(): Promise<Client>
}

export async function openPlace(serverUrl: string): Promise<Place> {
  const { url, drop } = await freshPostgresDatabase(serverUrl)
  onCleanUp(drop)
  const context = await openCommandContext(url, ANY_PASSWORD)
  onCleanUp(context.close)
  const addUser = async (username: string) => {
    const user = { username, password: CLERK.password }
    await context.userAdministration.add({ ...user, roleKey: CLERK_RULE.roleKey })
    return user
  }
  await context.roleAdministration.add({ roleKey: CLERK_RULE.roleKey, roleName: 'Clerk' })
  await context.policyAdministration.add([CLERK_RULE])
  await addUser(CLERK.username)
  return {
    url,
    context,
    addUser,
    async connect() {
      const client = new Client({ connectionString: url })
      client.on('error', () => {}) // the server may be taken away on purpose
      await client.connect()
      onCleanUp(() => client.end())
      return client
    },
  }
}
