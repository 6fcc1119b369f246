import { createHash } from 'node:crypto'
import { currentRightsText } from '../../../core/user/credential-rights.store.ts'
import type { Database } from '../../../platform/database/database.ts'
import { insertReturningId } from '../../../platform/database/query/insert.ts'
import { parseList } from '../../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import { MAX_PASSKEYS_PER_USER, type Passkey } from './passkey.ts'
import type { NewCredential } from './webauthn.ts'

export interface NewPasskey extends NewCredential {
  readonly userId: number
  readonly userHandle: string
  readonly name: string
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

export function createPasskeyStore(database: Database) {
  const passkeys = database
    .selectFrom('passkeys')
    .select([
      'id',
      'name',
      'aaguid',
      'backed_up as backedUp',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])

  return {
    /** Throws a unique violation if the credential is registered by any user. */
    async insert(passkey: NewPasskey, at: number): Promise<number> {
      const insert = database.insertInto('passkeys').values({
        user_id: passkey.userId,
        rights: await currentRightsText(database, passkey.userId),
        user_handle: passkey.userHandle,
        credential_hash: hashOf(passkey.credentialId),
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports.join(','),
        name: passkey.name,
        aaguid: passkey.aaguid,
        backed_up: passkey.backedUp ? 1 : 0,
        created_at: at,
        last_used_at: 0,
      })
      return insertReturningId(database, insert)
    },

    /** Returns the passkeys of a user, the oldest first. */
    async ofUser(userId: number): Promise<Passkey[]> {
      const rows = await passkeys
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(MAX_PASSKEYS_PER_USER)
        .execute()
      return rows.map(passkeyOf)
    },

    async find(userId: number, id: number): Promise<Passkey | undefined> {
      const row = await passkeys.where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
      return row && passkeyOf(row)
    },

    /** Returns the passkeys of a user with the rights that the user had when they were registered. */
    async rightsOf(userId: number): Promise<{ id: number; name: string; rights: string }[]> {
      return database
        .selectFrom('passkeys')
        .select(['id', 'name', 'rights'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
    },

    /** Returns what a registration needs of the passkeys that a user has. */
    async credentialsOf(userId: number) {
      const rows = await database
        .selectFrom('passkeys')
        .select(['credential_id as credentialId', 'transports', 'user_handle as userHandle'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(MAX_PASSKEYS_PER_USER)
        .execute()
      return rows.map((row) => ({ ...row, transports: parseList(row.transports) }))
    },

    async findByCredential(credentialId: string) {
      return database
        .selectFrom('passkeys')
        .select(['id', 'user_id as userId', 'user_handle as userHandle', 'name', 'public_key as publicKey'])
        .where('credential_hash', '=', hashOf(credentialId))
        .executeTakeFirst()
    },

    /**
     * Records a login, unless its counter did not increase, which is how a copy of an authenticator is detected. Checked and
     * written in one statement, so that two nodes cannot accept the same counter.
     */
    async recordUse(
      id: number,
      { counter, backedUp, at }: Pick<NewCredential, 'counter' | 'backedUp'> & { readonly at: number },
    ): Promise<'recorded' | 'counter-regressed' | 'removed'> {
      const { numUpdatedRows } = await database
        .updateTable('passkeys')
        .set({ counter, backed_up: backedUp ? 1 : 0, last_used_at: at })
        .where('id', '=', id)
        // Authenticators without a counter always send 0.
        .where('counter', counter === 0 ? '=' : '<', counter)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return 'recorded'
      const found = await database.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst()
      return found ? 'counter-regressed' : 'removed'
    },

    async rename(id: number, name: string): Promise<void> {
      await database.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
    },

    async remove(id: number): Promise<void> {
      await database.deleteFrom('passkeys').where('id', '=', id).execute()
    },
  }
}

type Row = Pick<Passkey, 'id' | 'name' | 'aaguid'> & Record<'backedUp' | 'createdAt' | 'lastUsedAt', number>

function passkeyOf({ backedUp, createdAt, lastUsedAt, ...row }: Row): Passkey {
  return {
    ...row,
    backedUp: backedUp !== 0,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: isoTimeOrNull(lastUsedAt),
  }
}

/** A credential id has up to 1023 bytes, which is too long for a unique key. */
function hashOf(credentialId: string): string {
  return createHash('sha256').update(credentialId).digest('base64url')
}
