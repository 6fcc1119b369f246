import { LOGIN_SERVICE } from '../../../core/audit-log/operator.ts'
import type { LoginLog } from '../../../core/login-log/login-log.ts'
import { createLoginLogEntry } from '../../../core/login-log/login-log-entry.ts'
import type { LoginReason } from '../../../core/login-log/login-status.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { PasswordHashes } from '../../../core/password/password-hash.ts'
import type { PasswordRules } from '../../../core/password/password-rules.ts'
import type { Client } from '../../../core/session/session.ts'
import { type AccountStore, createAccountStore } from '../../../core/user/account.store.ts'
import { createUserStore, type UserStore } from '../../../core/user/user.store.ts'
import { emitIfAdmin, setPasswordHash } from '../../../core/user/user-operation.ts'
import { InvalidParameters, Refusal } from '../../../platform/refusal/refusal.ts'
import { createPasswordLinkStore, type PasswordLinkStore } from './password-link.store.ts'
import { hashOfLinkSecret, isValidLink } from './password-link.ts'

export interface LinkUse extends Client {
  /** The secret of the link. */
  readonly link: string
  readonly password: string
  readonly requestId: string
}

interface PasswordByLinkOptions {
  readonly operations: Operations
  readonly links: Pick<PasswordLinkStore, 'find'>
  readonly users: Pick<UserStore, 'find'>
  readonly accounts: Pick<AccountStore, 'find'>
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  readonly loginLog: Pick<LoginLog, 'record'>
  readonly now: () => number
}

export type PasswordByLink = ReturnType<typeof createPasswordByLink>

export function createPasswordByLink(options: PasswordByLinkOptions) {
  const { operations, links, users, accounts, hashes, passwordRules, loginLog, now } = options

  async function setPassword({ link, password, address, requestId }: LinkUse, attempt: { username: string }) {
    const linkHash = hashOfLinkSecret(link)
    const stored = await links.find(linkHash)
    const user = stored && (await users.find(stored.userId))
    if (!user) throw new Refusal('link-invalid')
    const { userId, username, roleId } = user
    attempt.username = username
    // Before the password is hashed, which is expensive.
    if (!isValidLink(stored, await accounts.find(userId), now())) throw new Refusal('link-invalid')
    const problem = passwordRules.problemOf(password, user)
    if (problem) throw new InvalidParameters({ ...problem, field: 'password' })
    const passwordHash = await hashes.hash(password)
    const operator = { ...LOGIN_SERVICE, userId, username, roleId, ipaddr: address, requestId }
    await operations.run(operator, async (operation) => {
      const { transaction } = operation
      await createUserStore(transaction).lock(userId)
      const account = await createAccountStore(transaction).find(userId)
      const isTaken = await createPasswordLinkStore(transaction).take(linkHash)
      if (!isTaken || !isValidLink(stored, account, operation.at)) throw new Refusal('link-invalid')
      // The count of wrong codes stays: somebody with access to the mailbox could otherwise guess again with each link.
      await setPasswordHash(operation, user, { passwordHash, pwdChangeDue: false })
      await emitIfAdmin(operation, 'admin.password-reset', user)
      return {}
    })
  }

  return {
    /**
     * Sets the password of the user of a link, which is valid once, and revokes all tokens of the user. Returns the username. A
     * password that the rules refuse does not use up the link.
     */
    async set(use: LinkUse): Promise<string> {
      const attempt = { username: '' }
      const record = async (reason: LoginReason, msg: string): Promise<void> => {
        const { address, userAgent } = use
        const at = new Date(now())
        await loginLog.record(
          createLoginLogEntry({ ...attempt, address, userAgent, reason, msg, method: '', at }),
        )
      }
      try {
        await setPassword(use, attempt)
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal('fault')
        await record(refusal.reason, refusal.text('en'))
        throw error
      }
      await record('password-set', 'Set the password over a link.')
      return attempt.username
    },
  }
}
