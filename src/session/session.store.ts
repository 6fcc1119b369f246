import type { Database } from '../database/database.ts'

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

export function createSessionStore(database: Database) {
  return {
    async insert(session: NewSession): Promise<number> {
      const { nonce, ipaddr, browser, os, platform } = session
      const row = await database
        .insertInto('sessions')
        .values({
          nonce,
          ipaddr,
          browser,
          os,
          platform,
          user_id: session.userId,
          role_id: session.roleId,
          issued_at: session.issuedAt,
          expires_at: session.expiresAt,
        })
        .executeTakeFirstOrThrow()
      return Number(row.insertId)
    },

    async purge(before: number): Promise<void> {
      await database.deleteFrom('sessions').where('expires_at', '<', before).execute()
    },
  }
}
