import { randomBytes } from 'node:crypto'
import { type Account, createAccountStore, type StoredAccount } from '../../accounts/user/account.store.ts'
import { createUserLinkStore } from '../../accounts/user/user-link.store.ts'
import { type ChangeKind, createChangeStore } from '../../cluster/change-feed/change.store.ts'
import type { ChangeFeed } from '../../cluster/change-feed/change-feed.ts'
import type { RootDatabase, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Identity } from '../../foundation/identity/identity.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import { describeUserAgent } from '../../logs/login-log/user-agent.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import type { IssuedToken, Tokens } from '../token/token.ts'
import { createSessionStore } from './session.store.ts'
import { createUserActivityStore } from './user-activity.store.ts'
import { createUserNetworkStore } from './user-network.store.ts'

/** Where a request comes from. */
export interface Client {
  readonly address: string
  readonly userAgent: string
}

export interface Sessions {
  /** Creates a session for an account whose credentials have been verified, and issues its token. */
  open(account: Account, client: Client): Promise<IssuedToken>
  /** Ends the session of a token. Returns the change version from which on every node refuses the token. */
  end(identity: Identity): Promise<number>
  /** Ends the sessions whose tokens are no longer accepted: the key was removed, or the issuer or mode has changed. */
  endUnverifiable(): Promise<void>
}

export interface SessionOptions {
  readonly database: RootDatabase
  readonly changeFeed: ChangeFeed
  readonly tokens: Tokens
  readonly now: () => number
  /** The maximum number of sessions per user; 0 for no limit. */
  readonly maxPerUser: number
  /** What happens at a login beyond the limit. */
  readonly whenFull: 'end-oldest' | 'refuse-new'
}

const SESSIONS_PER_BATCH = 500

export function createSessions(options: SessionOptions): Sessions {
  const { database, changeFeed, tokens, now, maxPerUser, whenFull } = options

  return {
    async open(account, client) {
      const issuedAtSeconds = Math.floor(now() / 1000)
      const nonce = randomBytes(16).toString('base64url')
      const signer = tokens.signerId()
      const { browser, os, platform } = describeUserAgent(client.userAgent)
      const work = async (transaction: Transaction) => {
        // Read again in the transaction: the user may have been disabled, deleted or given a new password since the
        // credentials were verified.
        const current = await createAccountStore(transaction).findLocked(account.userId)
        if (!current || !isUnchanged(current, account)) throw new Refusal('credentials-wrong')
        const sessionId = await createSessionStore(transaction).insert({
          nonce,
          signer,
          userId: current.userId,
          roleId: current.roleId,
          ipaddr: client.address,
          browser,
          os,
          platform,
          issuedAt: issuedAtSeconds * 1000,
          expiresAt: (issuedAtSeconds + tokens.lifetimeSeconds) * 1000,
        })
        await createUserActivityStore(transaction).recordLogin(current.userId, issuedAtSeconds * 1000)
        await createUserNetworkStore(transaction).recordLogin(
          current.userId,
          client.address,
          issuedAtSeconds * 1000,
        )
        if (account.linkId !== undefined)
          await createUserLinkStore(transaction).recordLogin(account.linkId, issuedAtSeconds * 1000)
        return { sessionId, current }
      }
      const { sessionId, current } = await (maxPerUser === 0
        ? inTransaction(database, work)
        : withinLimit(account.userId, work))
      // The first request with the new token sees every change that was made before the login. If the changes cannot be
      // read, the node continues with its last snapshot, as it does for other requests.
      await changeFeed.catchUp().catch(() => {})
      const { secondFactorDue = false } = account
      return tokens.issue({ ...current, secondFactorDue, sessionId, nonce, issuedAtSeconds })
    },

    async end(identity) {
      const { version } = await changeFeed.write(['revocation'], (transaction) =>
        createRevocationStore(transaction).endSession(identity.sessionId, identity.expiresAt),
      )
      return version
    },

    async endUnverifiable() {
      const signers = tokens.acceptedSignerIds()
      for (;;) {
        const ended = await createSessionStore(database).signedByOther(signers, SESSIONS_PER_BATCH)
        if (ended.length === 0) return
        await changeFeed.write(['revocation'], async (transaction) => {
          const revocations = createRevocationStore(transaction)
          for (const { id, expiresAt } of ended) await revocations.endSession(id, expiresAt)
        })
      }
    },
  }

  /** Runs one login after another, so that two at the same time do not both take the last free session. */
  async function withinLimit<T>(userId: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const kinds = new Set<ChangeKind>()
    const { value } = await changeFeed.write(kinds, async (transaction) => {
      kinds.clear()
      await createChangeStore(transaction).lock()
      const sessions = await createSessionStore(transaction).ofUser(userId, now())
      const excess = sessions.length + 1 - maxPerUser
      if (excess > 0 && whenFull === 'refuse-new') {
        throw new Refusal('session-limit', { count: sessions.length })
      }
      for (const { sessionId, expireTime } of sessions.slice(0, Math.max(0, excess))) {
        await createRevocationStore(transaction).endSession(sessionId, Date.parse(expireTime), 'replaced')
        kinds.add('revocation')
      }
      return work(transaction)
    })
    return value
  }
}

function isUnchanged(current: StoredAccount, account: Account): boolean {
  const { enabled, username, roleId, credentialVersion } = current
  if (!enabled || username !== account.username || roleId !== account.roleId) return false
  return account.credentialVersion === undefined || account.credentialVersion === credentialVersion
}
