import { randomBytes } from 'node:crypto'
import { type ChangeKind, createChangeStore } from '../change-feed/change.store.ts'
import type { ChangeFeed } from '../change-feed/change-feed.ts'
import type { RootDatabase, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { describeUserAgent } from '../login-log/user-agent.ts'
import { Refusal } from '../refusal.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import type { IssuedToken, Tokens } from '../token/token.ts'
import type { Identity } from '../token/token-payload.ts'
import { type Account, createAccountStore, type StoredAccount } from '../user/account.store.ts'
import { createSessionStore } from './session.store.ts'

/** Where a request comes from. */
export interface Client {
  readonly address: string
  readonly userAgent: string
}

export interface Sessions {
  /** Begins a session for an account whose credentials have been verified, and issues its token. */
  open(account: Account, client: Client): Promise<IssuedToken>
  /** Ends the session of this token. Answers the version at which it is dead on every node. */
  end(identity: Identity): Promise<number>
}

export interface SessionOptions {
  readonly database: RootDatabase
  readonly changeFeed: ChangeFeed
  readonly tokens: Tokens
  readonly now: () => number
  /** How many sessions a user may have at once; 0 for as many as they like. */
  readonly maxPerUser: number
  /** What happens to one too many. */
  readonly whenFull: 'end-oldest' | 'refuse-new'
}

export function createSessions(options: SessionOptions): Sessions {
  const { database, changeFeed, tokens, now, maxPerUser, whenFull } = options

  return {
    async open(account, client) {
      const issuedAtSeconds = Math.floor(now() / 1000)
      const nonce = randomBytes(16).toString('base64url')
      const { browser, os, platform } = describeUserAgent(client.userAgent)
      const work = async (transaction: Transaction) => {
        // The account is looked at again where the session is written: disabled, deleted or given a new password
        // since it was verified, it gets no session.
        const live = await createAccountStore(transaction).findLocked(account.userId)
        if (!live || !isStill(live, account)) throw new Refusal('credentials-wrong')
        const sessionId = await createSessionStore(transaction).insert({
          nonce,
          userId: live.userId,
          roleId: live.roleId,
          ipaddr: client.address,
          browser,
          os,
          platform,
          issuedAt: issuedAtSeconds * 1000,
          expiresAt: (issuedAtSeconds + tokens.lifetimeSeconds) * 1000,
        })
        return { sessionId, live }
      }
      const { sessionId, live } = await (maxPerUser === 0
        ? inTransaction(database, work)
        : withinLimit(account.userId, work))
      return tokens.issue({ ...live, sessionId, nonce, issuedAtSeconds })
    },

    async end(identity) {
      const { version } = await changeFeed.write(['revocation'], (transaction) =>
        createRevocationStore(transaction).endSession(identity.sessionId, identity.expiresAt),
      )
      return version
    },
  }

  /** One login after another, so that two at once do not both take the last place. */
  async function withinLimit<T>(userId: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const kinds = new Set<ChangeKind>()
    const { value } = await changeFeed.write(kinds, async (transaction) => {
      kinds.clear()
      await createChangeStore(transaction).lock()
      const sessions = await createSessionStore(transaction).ofUser(userId, now())
      const tooMany = sessions.length + 1 - maxPerUser
      if (tooMany > 0 && whenFull === 'refuse-new')
        throw new Refusal('session-limit', { count: sessions.length })
      for (const { sessionId, expireTime } of sessions.slice(0, Math.max(0, tooMany))) {
        await createRevocationStore(transaction).endSession(sessionId, Date.parse(expireTime), 'replaced')
        kinds.add('revocation')
      }
      return work(transaction)
    })
    return value
  }
}

function isStill(live: StoredAccount, account: Account): boolean {
  if (!live.enabled || live.username !== account.username || live.roleId !== account.roleId) return false
  return account.credentialVersion === undefined || account.credentialVersion === live.credentialVersion
}
