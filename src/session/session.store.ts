import type { Database } from '../database/database.ts'
import { insertedId } from '../database/insert.ts'
import { atMost } from '../database/stored-text.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

export interface NewSession {
  readonly nonce: string
  readonly userId: number
  readonly roleId: number
  readonly ipaddr: string
  readonly browser: string
  readonly os: string
  readonly platform: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A client may say what it likes of itself; as much as this is kept. */
const MAX_CHARACTERS = 255

export function createSessionStore(database: Database) {
  return {
    async insert(session: NewSession): Promise<number> {
      const insert = database.insertInto('sessions').values({
        nonce: session.nonce,
        ipaddr: atMost(MAX_CHARACTERS, session.ipaddr),
        browser: atMost(MAX_CHARACTERS, session.browser),
        os: atMost(MAX_CHARACTERS, session.os),
        platform: atMost(MAX_CHARACTERS, session.platform),
        user_id: session.userId,
        role_id: session.roleId,
        issued_at: session.issuedAt,
        expires_at: session.expiresAt,
      })
      return insertedId(database, insert)
    },

    /** The roles that the tokens of all sessions name. */
    async roleIds(): Promise<number[]> {
      const rows = await database.selectFrom('sessions').select('role_id').distinct().execute()
      return rows.map((row) => row.role_id)
    },

    async purge(before: number): Promise<void> {
      await database.deleteFrom('sessions').where('expires_at', '<', before).execute()
    },
  }
}
