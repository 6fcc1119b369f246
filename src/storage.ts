import { type ChangeFeed, createChangeFeed } from './change-feed/change-feed.ts'
import type { Closing } from './closing.ts'
import { openDatabase, type RootDatabase } from './database/database.ts'
import { createLoginLogStore, type LoginLogStore } from './login-log/login-log.store.ts'
import { createPolicyStore, type PolicyStore } from './permission/policy.store.ts'
import { createPolicy, type Policy } from './permission/policy.ts'
import type { Reporter } from './reporter.ts'
import { createRoleStore, type RoleStore } from './role/role.store.ts'
import { createRevocationStore } from './token/revocation.store.ts'
import { createRevocationSnapshot, type RevocationSnapshot } from './token/revocation.ts'
import { type AccountStore, createAccountStore } from './user/account.store.ts'
import { createUserStore, type UserStore } from './user/user.store.ts'

const POLL_MILLISECONDS = 500

/** The database, its stores, and the snapshots in memory that follow it. */
export interface Storage {
  readonly database: RootDatabase
  readonly users: UserStore
  readonly roles: RoleStore
  readonly accounts: AccountStore
  readonly policyStore: PolicyStore
  readonly loginLogStore: LoginLogStore
  readonly policy: Policy
  readonly revocations: RevocationSnapshot
  readonly changeFeed: ChangeFeed
}

export interface StorageOptions {
  readonly url: string
  readonly now: () => number
  readonly closing: Closing
  readonly reporter: Reporter
}

export async function openStorage({ url, now, closing, reporter }: StorageOptions): Promise<Storage> {
  const { database, close } = await openDatabase(url)
  closing.add(close)
  const policyStore = createPolicyStore(database)
  const policy = createPolicy(policyStore, reporter.warn)
  const revocations = createRevocationSnapshot(createRevocationStore(database), now)
  const changeFeed = createChangeFeed({
    database,
    reloads: { policy: policy.reload, revocation: revocations.reload },
    now,
    pollMilliseconds: POLL_MILLISECONDS,
    onProblem: (error) => reporter.problem(error, 'the database cannot be asked for changes'),
  })
  await changeFeed.start()
  closing.add(changeFeed.close)
  return {
    database,
    users: createUserStore(database),
    roles: createRoleStore(database),
    accounts: createAccountStore(database),
    policyStore,
    loginLogStore: createLoginLogStore(database),
    policy,
    revocations,
    changeFeed,
  }
}
