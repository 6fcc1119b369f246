import { randomBytes } from 'node:crypto'
import { createChangeStore } from '../../platform/cluster/change-feed/change.store.ts'
import type { ChangeFeed } from '../../platform/cluster/change-feed/change-feed.ts'
import { createChangeRecords } from '../../platform/cluster/change-feed/change-records.ts'
import type { RootDatabase, Transaction } from '../../platform/database/database.ts'
import { capabilitiesOf } from '../../platform/database/engines.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import type { Identity } from '../../platform/http/call/identity.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { HOUR_IN_MS } from '../../platform/runtime/time-units.ts'
import { describeUserAgent } from '../login-log/user-agent.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import type { IssuedToken, Tokens } from '../token/token.ts'
import type { Account, StoredAccount } from '../user/account.store.ts'
import { createUserLinkStore } from '../user/user-link.store.ts'
import { lockLoginState } from './login-state.store.ts'
import { createSessionStore } from './session.store.ts'
import { createUserActivityStore } from './user-activity.store.ts'
import { createUserNetworkStore } from './user-network.store.ts'

/** Where a request comes from. */
export interface Client {
  readonly address: string
  readonly userAgent: string
}

/** A session that was created, and its token. */
export interface OpenedSession extends IssuedToken {
  /** Whether the user has logged in before, but never from this network. */
  readonly isNewNetwork: boolean
}

export type Sessions = ReturnType<typeof createSessions>

export interface SessionOptions {
  readonly database: RootDatabase
  readonly changeFeed: ChangeFeed
  readonly tokens: Tokens
  readonly now: () => number
  /** The time of the database, by which roles end. */
  readonly databaseNow?: () => number
  /** The maximum number of sessions per user; 0 for no limit. */
  readonly maxPerUser: number
  /** What happens at a login beyond the limit. */
  readonly whenFull: 'end-oldest' | 'refuse-new'
}

const SESSIONS_PER_BATCH = 500
/** A network that is used often is not stored with each login: its time only decides which networks are removed. */
const NETWORK_RECORD_INTERVAL_MS = HOUR_IN_MS

export function createSessions(options: SessionOptions) {
  const { database, changeFeed, tokens, now, databaseNow = now, maxPerUser, whenFull } = options
  const isEmbedded = capabilitiesOf(database).embedded

  return {
    /**
     * Creates a session for an account whose credentials have been verified, and issues its token. `settle` runs in the
     * transaction of the session.
     */
    async open(
      account: Account,
      client: Client,
      settle: (transaction: Transaction) => Promise<void> = async () => {},
    ): Promise<OpenedSession> {
      const issuedAtSeconds = Math.floor(now() / 1000)
      const issuedAt = issuedAtSeconds * 1000
      const { tokenLifetimeSeconds: usualLifetimeSeconds = tokens.lifetimeSeconds } = account
      const nonce = randomBytes(16).toString('base64url')
      const signer = tokens.signerId()
      const { browser, os, platform } = describeUserAgent(client.userAgent)
      const work = async (transaction: Transaction) => {
        // Read again in the transaction: the user may have been disabled, deleted or given a new password since the
        // credentials were verified.
        const state = await lockLoginState(transaction, account.userId, client.address)
        if (!state || !isUnchanged(state.account, account)) throw new Refusal('credentials-wrong')
        const { account: current, hasLoggedInBefore, changeVersion } = state
        const lifetimeSeconds = Math.min(usualLifetimeSeconds, secondsUntilRoleEnd(current, issuedAtSeconds))
        const { networkRecordedAt = Number.NEGATIVE_INFINITY } = state
        const sessionId = await createSessionStore(transaction).insert({
          nonce,
          signer,
          userId: current.userId,
          roleId: current.roleId,
          ipaddr: client.address,
          browser,
          os,
          platform,
          issuedAt,
          expiresAt: (issuedAtSeconds + lifetimeSeconds) * 1000,
        })
        await createUserActivityStore(transaction).recordLogin(current.userId, issuedAt)
        const isUnknownNetwork =
          issuedAt - networkRecordedAt > NETWORK_RECORD_INTERVAL_MS &&
          (await createUserNetworkStore(transaction).recordLogin(current.userId, client.address, issuedAt))
        if (account.linkId !== undefined)
          await createUserLinkStore(transaction).recordLogin(account.linkId, issuedAt)
        await settle(transaction)
        return {
          sessionId,
          current,
          lifetimeSeconds,
          changeVersion,
          isNewNetwork: isUnknownNetwork && hasLoggedInBefore,
        }
      }
      const { sessionId, current, lifetimeSeconds, changeVersion, isNewNetwork } = await (maxPerUser === 0
        ? inTransaction(database, work)
        : withinLimit(account.userId, work))
      // The first request with the new token sees every change that was made before the login. If the changes cannot be
      // read, the node continues with its last snapshot, as it does for other requests. A server may have read the version
      // before it waited for the lock on the user.
      if (!isEmbedded || changeVersion !== changeFeed.version) await changeFeed.catchUp().catch(() => {})
      const { secondFactorDue = false } = account
      const issued = await tokens.issue({
        ...current,
        secondFactorDue,
        sessionId,
        nonce,
        issuedAtSeconds,
        lifetimeSeconds,
      })
      return { ...issued, isNewNetwork }
    },

    /** Ends the session of a token. Returns the change version from which on every node refuses the token. */
    async end(identity: Identity): Promise<number> {
      const { version } = await changeFeed.write([{ kind: 'revocation' }], (transaction) =>
        createRevocationStore(transaction).endSession(identity.sessionId, identity.expiresAt),
      )
      return version
    },

    /** Ends the sessions whose tokens are no longer accepted: the key was removed, or the issuer or mode has changed. */
    async endUnverifiable(): Promise<void> {
      const signers = tokens.acceptedSignerIds()
      for (;;) {
        const ended = await createSessionStore(database).signedByOther(signers, SESSIONS_PER_BATCH)
        if (ended.length === 0) return
        await changeFeed.write([{ kind: 'revocation' }], async (transaction) => {
          const revocations = createRevocationStore(transaction)
          for (const { id, expiresAt } of ended) await revocations.endSession(id, expiresAt)
        })
      }
    },
  }

  /**
   * Returns for how many seconds a token may be valid. None outlives the role, whose end is a time of the database, converted to the
   * clock of this node.
   */
  function secondsUntilRoleEnd({ roleUntil }: Account, issuedAtSeconds: number): number {
    if (roleUntil === undefined) return Number.POSITIVE_INFINITY
    const time = databaseNow()
    const seconds = Math.floor((roleUntil - time + now()) / 1000) - issuedAtSeconds
    // A login records the ends that are due before it verifies credentials: this one came since, like any other change.
    if (roleUntil <= time) throw new Refusal('credentials-wrong')
    // For less than a second, the end of the role in the token ends it before its `exp`.
    return Math.max(1, seconds)
  }

  /** Runs one login after another, so that two at the same time do not both take the last free session. */
  async function withinLimit<T>(userId: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const changes = createChangeRecords()
    const { value } = await changeFeed.write(changes, async (transaction) => {
      changes.clear()
      await createChangeStore(transaction).lock()
      const sessions = await createSessionStore(transaction).ofUser(userId, now())
      const excess = sessions.length + 1 - maxPerUser
      if (excess > 0 && whenFull === 'refuse-new') {
        throw new Refusal('session-limit', { count: sessions.length })
      }
      for (const { sessionId, expireTime } of sessions.slice(0, Math.max(0, excess))) {
        await createRevocationStore(transaction).endSession(sessionId, Date.parse(expireTime), 'replaced')
        changes.add('revocation')
      }
      return work(transaction)
    })
    return value
  }
}

function isUnchanged(current: StoredAccount, account: Account): boolean {
  const { enabled, username, roleId } = current
  if (!enabled || username !== account.username || roleId !== account.roleId) return false
  const { credentialVersion = current.credentialVersion, secondFactorEnabled = current.secondFactorEnabled } =
    account
  return (
    credentialVersion === current.credentialVersion && secondFactorEnabled === current.secondFactorEnabled
  )
}
