import { KEY_ALGORITHMS, type KeyAlgorithm, type ServiceDetails } from '../../../core/user/service-account.ts'
import type { Database } from '../../../platform/database/database.ts'
import { insertReturningId } from '../../../platform/database/query/insert.ts'
import { isStorable, parseList } from '../../../platform/database/query/stored-text.ts'
import { isoTimeOrNull } from '../../../platform/text/iso-time-or-null.ts'
import type { ServiceKey, ServiceSecret } from './service-account-schemas.ts'

export type ServiceCredentialStore = ReturnType<typeof createServiceCredentialStore>

/** What a login depends on. The id is that of the secret or the key. */
export interface FoundCredential extends ServiceDetails {
  readonly id: number
  readonly userId: number
}

export interface FoundKey extends FoundCredential {
  readonly algorithm: KeyAlgorithm
  /** In PEM. */
  readonly publicKey: string
}

export type NewKey = Pick<FoundKey, 'algorithm' | 'publicKey'> & Pick<ServiceKey, 'fingerprint'>

/** The secrets and the public keys with which programs log in. */
export function createServiceCredentialStore(database: Database) {
  return {
    /** Returns the secrets of accounts, by the ids of the accounts. */
    async secretsOf(userIds: readonly number[]): Promise<ReadonlyMap<number, ServiceSecret[]>> {
      if (userIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('service_secrets')
        .select(['id', 'user_id', 'created_at', 'last_used_at'])
        .where('user_id', 'in', userIds)
        .orderBy('id')
        .execute()
      const secrets = new Map<number, ServiceSecret[]>()
      for (const { id, user_id, created_at, last_used_at } of rows) {
        const secret = {
          id,
          createdAt: new Date(created_at).toISOString(),
          lastUsedAt: isoTimeOrNull(last_used_at),
        }
        secrets.set(user_id, [...(secrets.get(user_id) ?? []), secret])
      }
      return secrets
    },

    /** Returns the public keys of accounts, by the ids of the accounts. */
    async keysOf(userIds: readonly number[]): Promise<ReadonlyMap<number, ServiceKey[]>> {
      if (userIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('service_keys')
        .select(['id', 'user_id', 'algorithm', 'fingerprint', 'created_at', 'last_used_at'])
        .where('user_id', 'in', userIds)
        .orderBy('id')
        .execute()
      const keys = new Map<number, ServiceKey[]>()
      for (const { id, user_id, algorithm, fingerprint, created_at, last_used_at } of rows) {
        const key = {
          id,
          algorithm: parseAlgorithm(algorithm),
          fingerprint,
          createdAt: new Date(created_at).toISOString(),
          lastUsedAt: isoTimeOrNull(last_used_at),
        }
        keys.set(user_id, [...(keys.get(user_id) ?? []), key])
      }
      return keys
    },

    async addSecret(userId: number, secretHash: string, at: number): Promise<number> {
      const row = { user_id: userId, secret_hash: secretHash, created_at: at, last_used_at: 0 }
      return insertReturningId(database, database.insertInto('service_secrets').values(row))
    },

    async removeSecret(id: number): Promise<void> {
      await database.deleteFrom('service_secrets').where('id', '=', id).execute()
    },

    async addKey(userId: number, { algorithm, publicKey, fingerprint }: NewKey, at: number): Promise<number> {
      const row = { algorithm, public_key: publicKey, fingerprint, created_at: at, last_used_at: 0 }
      return insertReturningId(
        database,
        database.insertInto('service_keys').values({ user_id: userId, ...row }),
      )
    },

    async removeKey(id: number): Promise<void> {
      await database.deleteFrom('service_keys').where('id', '=', id).execute()
    },

    async findBySecret(secretHash: string): Promise<FoundCredential | undefined> {
      const row = await database
        .selectFrom('service_secrets')
        .innerJoin('service_accounts', 'service_accounts.id', 'service_secrets.user_id')
        .select([
          'service_secrets.id',
          'service_secrets.user_id as userId',
          'owner_id as ownerId',
          'accepted',
          'expires_at as expiresAt',
          'networks',
        ])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row && { ...row, accepted: row.accepted !== 0, networks: parseList(row.networks) }
    },

    /** Returns the keys of the account with this name. */
    async findKeys(username: string): Promise<FoundKey[]> {
      if (!isStorable(username)) return []
      const rows = await database
        .selectFrom('users')
        .innerJoin('service_accounts', 'service_accounts.id', 'users.id')
        .innerJoin('service_keys', 'service_keys.user_id', 'users.id')
        .select([
          'service_keys.id',
          'service_keys.user_id as userId',
          'algorithm',
          'public_key as publicKey',
          'owner_id as ownerId',
          'accepted',
          'expires_at as expiresAt',
          'networks',
        ])
        .where('users.username', '=', username)
        .orderBy('service_keys.id')
        .execute()
      return rows.map((row) => ({
        ...row,
        accepted: row.accepted !== 0,
        algorithm: parseAlgorithm(row.algorithm),
        networks: parseList(row.networks),
      }))
    },

    async recordUse(table: 'service_secrets' | 'service_keys', id: number, at: number): Promise<void> {
      await database.updateTable(table).set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

function parseAlgorithm(column: string): KeyAlgorithm {
  const algorithm = KEY_ALGORITHMS.find((known) => known === column)
  if (!algorithm) throw new Error(`a key of a service account has the unknown algorithm ${column}`)
  return algorithm
}
