import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'
import { addColumn, text } from './table.ts'

/** How the messages began that were written before the log had reasons. A copy: the current texts may change. */
const MESSAGES: readonly (readonly [beginning: string, reason: string])[] = [
  ['Logged in.', 'logged-in'],
  ['Logged out.', 'logged-out'],
  ['The captcha is wrong', 'captcha-wrong'],
  ['Wrong username or password.', 'credentials-wrong'],
  ['Invalid parameters: ', 'invalid-parameters'],
  ['Too many requests.', 'rate-limited'],
  ['You are logged in ', 'session-limit'],
  ['The request body is too large.', 'body-too-large'],
  ['Please send the body as application/json', 'media-type-unsupported'],
  ['The service is not available', 'unavailable'],
  ['A fault of the service.', 'fault'],
  ['Something went wrong on our side.', 'fault'],
]

/** Returns the reason of an entry that was written without one, or `''`. */
export function reasonOfMessage(message: string): string {
  return MESSAGES.find(([beginning]) => message.startsWith(beginning))?.[1] ?? ''
}

/** Adds the reason of an attempt, and the version of the hash chain: entries that exist were hashed without a reason. */
export async function addLoginLogReason(context: MigrationContext): Promise<void> {
  const { database } = context
  await addColumn(context, 'login_log', 'reason', text(64))
  await addColumn(context, 'login_log', 'chain_version', 1)
  const cases = MESSAGES.map(
    ([beginning, reason]) => sql`when msg like ${`${beginning}%`} then ${sql.lit(reason)}`,
  )
  await sql`update login_log set reason = case ${sql.join(cases, sql` `)} else '' end where reason = ''`.execute(
    database,
  )
}
