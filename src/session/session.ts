import { randomBytes } from 'node:crypto'
import type { ChangeFeed } from '../change-feed/change-feed.ts'
import type { RootDatabase } from '../database/database.ts'
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
}

export function createSessions({ database, changeFeed, tokens, now }: SessionOptions): Sessions {
  return {
    async open(account, client) {
      const issuedAtSeconds = Math.floor(now() / 1000)
      const nonce = randomBytes(16).toString('base64url')
      const { browser, os, platform } = describeUserAgent(client.userAgent)
      // The account is looked at again where the session is written: disabled, deleted or given a new password
      // since it was verified, it gets no session.
      const { sessionId, live } = await inTransaction(database, async (transaction) => {
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
      })
      return tokens.issue({ ...live, sessionId, nonce, issuedAtSeconds })
    },

    async end(identity) {
      const { version } = await changeFeed.write(['revocation'], (transaction) =>
        createRevocationStore(transaction).endSession(identity.sessionId, identity.expiresAt.getTime()),
      )
      return version
    },
  }
}

function isStill(live: StoredAccount, account: Account): boolean {
  if (!live.enabled || live.username !== account.username || live.roleId !== account.roleId) return false
  return account.credentialVersion === undefined || account.credentialVersion === live.credentialVersion
}
