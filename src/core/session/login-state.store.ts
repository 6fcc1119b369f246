import { sql } from 'kysely'
import { HEAD } from '../../platform/cluster/change-feed/change.store.ts'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/query/prepared.ts'
import { forShare } from '../../platform/database/query/row-locks.ts'
import { createOwnerAccessStore } from '../operations/owner-access.store.ts'
import { accountOf, type StoredAccount, selectAccounts } from '../user/account.store.ts'
import { isServiceAccount } from '../user/service-account.ts'
import { networkIdOf } from './user-network.store.ts'

/** What the creation of a session depends on. */
interface LoginState {
  readonly account: StoredAccount
  /** When a login from the network was recorded; undefined if the network is new. */
  readonly networkRecordedAt: number | undefined
  readonly hasLoggedInBefore: boolean
  /** The version of the newest change. */
  readonly changeVersion: number
}

/** The network comes first, because it is in the list of columns. */
const lockState = prepared<[networkId: string, userId: number], Row>((database) =>
  forShare(database, selectState(database)),
)

function selectState(database: Database) {
  return selectAccounts(database)
    .where('users.id', '=', 0)
    .select((of) => [
      of
        .selectFrom('user_networks')
        .select('logged_in_at')
        .where('user_networks.id', '=', '')
        .as('networkRecordedAt'),
      of
        .selectFrom('user_logins')
        .select('logged_in_at')
        .whereRef('user_logins.id', '=', 'users.id')
        .as('lastLoginAt'),
      of
        .selectFrom('change_head')
        .select('version')
        .where('change_head.id', '=', sql.lit(HEAD))
        .as('changeVersion'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectState>['executeTakeFirstOrThrow']>>

/**
 * Reads the current state of a user in one statement. Locks the user and the role until the transaction ends: a concurrent
 * change waits, and then sees what this transaction wrote. A service account whose owner has no access counts as disabled.
 */
export async function lockLoginState(
  database: Database,
  userId: number,
  address: string,
): Promise<LoginState | undefined> {
  const [row] = await lockState(database, networkIdOf(userId, address), userId)
  if (!row) return undefined
  const { networkRecordedAt, lastLoginAt, changeVersion, ...account } = row
  return {
    account: await withOwner(database, accountOf(account)),
    networkRecordedAt: networkRecordedAt ?? undefined,
    hasLoggedInBefore: lastLoginAt !== null,
    changeVersion: changeVersion ?? 0,
  }
}

async function withOwner(database: Database, account: StoredAccount): Promise<StoredAccount> {
  if (!isServiceAccount(account)) return account
  const ownerAccess = createOwnerAccessStore(database)
  await ownerAccess.lockOwner(account.userId)
  // A statement of its own: only what is read after the lock is the newest state.
  return { ...account, enabled: account.enabled && (await ownerAccess.hasOwnerWithAccess(account.userId)) }
}
