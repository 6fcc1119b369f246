import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { LoginMethod } from '../../../core/login/login-method.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { AccountStore, StoredAccount } from '../../../core/user/account.store.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { mayUseMethod, type User } from '../../../core/user/user.ts'
import { type Language, Refusal } from '../../../platform/refusal/refusal.ts'
import { isSameText } from '../../../platform/text/constant-time.ts'
import { deriveKey } from '../../../platform/text/derived-key.ts'
import { destinationOf } from '../messages/destination.ts'
import type { CodeChannel } from '../messages/login-code.ts'
import type { MessageLimits } from '../messages/message-limits.ts'
import type { MessageQueue } from '../messages/message-queue.ts'
import type { CodeMessage } from '../messages/message-sender.ts'
import { type CodeTexts, createCodeMessage } from './code-message.ts'

export interface CodeRequest {
  readonly username: string
  /** The address of the client. */
  readonly address: string
  readonly language: Language
}

export type LoginCodes = ReturnType<typeof createLoginCodes>

interface AllowedUser {
  readonly user: User
  readonly account: StoredAccount
}

interface LoginCodesOptions {
  readonly pending: PendingLogins
  readonly limits: MessageLimits
  readonly queue: MessageQueue
  readonly accounts: Pick<AccountStore, 'findByName'>
  readonly users: Pick<UserStore, 'find'>
  readonly userNetworks: Pick<UserNetworkStore, 'isKnown'>
  readonly send: (message: CodeMessage, signal: AbortSignal) => Promise<unknown>
  /** Called if the limit of all messages of a day is reached. */
  readonly onTotalLimit: () => void
  /** In order of preference. */
  readonly channels: readonly CodeChannel[]
  readonly digits: number
  readonly lifetimeSeconds: number
  readonly maxAttempts: number
  readonly texts: Readonly<Record<Language, CodeTexts>>
  /** The name of the application in messages. */
  readonly name: string
  readonly secret: string
  readonly now: () => number
  /** Returns the next code, for tests. */
  readonly randomCode?: ((digits: number) => string) | undefined
}

/** What is stored about a code. */
interface PendingCode {
  /** A keyed hash of the username and the code, as soon as the code may be sent. A random text before. */
  readonly hash: string
  /** A keyed hash of the username. */
  readonly nameHash: string
  /** A keyed hash of the user and the state for which the code was made. Random before. */
  readonly userHash: string
  readonly salt: string
  readonly attemptsLeft: number
  readonly issuedAt: number
}

/**
 * Creates the login by one-time codes. A request stores a code for every name, also for one that does not exist, and finds out
 * in the background whether somebody gets it. So neither the response nor its time depends on the name. No login succeeds with
 * a code that is not sent, so that the limits of messages also limit the guesses from many networks.
 * See docs/decisions/0042-one-time-codes.md.
 */
export function createLoginCodes(options: LoginCodesOptions) {
  const { pending, limits, queue, accounts, users, userNetworks, lifetimeSeconds, maxAttempts, now } = options
  const { randomCode = randomDigits } = options
  const key = deriveKey(options.secret, 'login code')
  const hashOf = (salt: string, ...parts: readonly string[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([salt, ...parts]))
      .digest('base64url')

  /** Returns the user of a name and its account, if the user may log in with a code. */
  async function findAllowed(username: string): Promise<AllowedUser | undefined> {
    const account = await accounts.findByName(username)
    const user = account?.enabled ? await users.find(account.userId) : undefined
    return account && user && mayUseMethod(account, 'code') ? { user, account } : undefined
  }

  /**
   * Identifies a user until the next change, such as a new address. It contains no time, because the clocks of nodes differ: the
   * change may seem older than the code.
   */
  const userHashOf = (salt: string, { user, account }: AllowedUser): string =>
    hashOf(salt, ...[user.userId, user.revision, account.credentialVersion].map(String))

  async function send(uuid: string, request: CodeRequest, signal: AbortSignal): Promise<void> {
    const { username, address, language } = request
    const found = await findAllowed(username)
    const destination = found && destinationOf(found.user, options.channels)
    if (!destination) return
    const isFromKnownNetwork = await userNetworks.isKnown(found.account.userId, address)
    const admission = await limits.admitMessage(destination, { isFromKnownNetwork })
    if (admission === 'total-limit') options.onTotalLimit()
    if (admission !== 'admitted') return
    const code = randomCode(options.digits)
    if (!(await makeValid(uuid, found, code))) return
    const texts = options.texts[language]
    const { name } = options
    await options.send(
      createCodeMessage({ destination, code, lifetimeSeconds, language, texts, name }),
      signal,
    )
  }

  /** Removes and returns what is stored about a code that is still valid. */
  async function take(uuid: string): Promise<{ stored: PendingCode; secondsLeft: number } | undefined> {
    const stored = pendingCodeOf(await pending.take('code', uuid))
    if (!stored) return undefined
    const ageSeconds = Math.ceil((now() - stored.issuedAt) / 1000)
    // The clock of the node that issued the code may be ahead of this one.
    const secondsLeft = lifetimeSeconds - Math.max(0, ageSeconds)
    return secondsLeft > 0 ? { stored, secondsLeft } : undefined
  }

  /** Makes a code valid for the login of a request. Returns false if the request has expired or its attempts are used up. */
  async function makeValid(uuid: string, found: AllowedUser, code: string): Promise<boolean> {
    const taken = await take(uuid)
    if (!taken) return false
    const { stored, secondsLeft } = taken
    const hash = hashOf(stored.salt, found.account.username, code)
    const userHash = userHashOf(stored.salt, found)
    await pending.putBack('code', uuid, { ...stored, hash, userHash }, secondsLeft)
    return true
  }

  /**
   * Throws unless a code was requested for this name. Only who has solved the captcha of that request can cause failures that
   * the throttle counts, and only for the name in it. There is an entry for every name, so the response does not depend on
   * whether the name exists.
   */
  async function requireRequested(uuid: string, username: string): Promise<void> {
    const taken = await take(uuid)
    if (taken) await pending.putBack('code', uuid, taken.stored, taken.secondsLeft)
    if (!taken || !isSameText(taken.stored.nameHash, hashOf(taken.stored.salt, username))) {
      throw new Refusal('credentials-wrong')
    }
  }

  /** Takes what is stored about a code. Returns undefined for a wrong code, which costs one of the attempts. */
  async function takeCode(uuid: string, username: string, code: string): Promise<PendingCode | undefined> {
    // Removed on read: of several requests at the same time, one gets the code, and a right code is valid once.
    const taken = await take(uuid)
    if (!taken) return undefined
    const { stored, secondsLeft } = taken
    if (isSameText(stored.hash, hashOf(stored.salt, username, code))) return stored
    const attemptsLeft = stored.attemptsLeft - 1
    if (attemptsLeft > 0) await pending.putBack('code', uuid, { ...stored, attemptsLeft }, secondsLeft)
    return undefined
  }

  /** The method `code` of the login endpoint. */
  const method: LoginMethod = {
    name: 'code',
    hasCaptcha: false,
    async begin({ username, uuid, code }) {
      await requireRequested(uuid, username)
      return {
        username,
        async verify() {
          const stored = await takeCode(uuid, username, code)
          const found = stored && (await findAllowed(username))
          // A change of the user, such as a new address or another user with this name, voids the codes sent before.
          if (!found || !isSameText(stored.userHash, userHashOf(stored.salt, found))) return undefined
          return { account: found.account, hasSecondFactor: false }
        },
      }
    },
  }

  return {
    /**
     * Sends a code to a user, in the background. Returns the id that the login takes as `uuid`. The response is the same for
     * names that do not exist, may not log in with a code or have no address.
     */
    async request(request: CodeRequest): Promise<string> {
      await limits.admitRequest(request)
      const salt = randomBytes(16).toString('base64url')
      const stored: PendingCode = {
        hash: randomBytes(32).toString('base64url'),
        nameHash: hashOf(salt, request.username),
        userHash: randomBytes(32).toString('base64url'),
        salt,
        attemptsLeft: maxAttempts,
        issuedAt: now(),
      }
      const id = await pending.create('code', stored, lifetimeSeconds)
      queue.add((signal) => send(id, request, signal))
      return id
    },

    method,
  }
}

function randomDigits(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('')
}

function pendingCodeOf(data: Readonly<Record<string, unknown>> | undefined): PendingCode | undefined {
  if (!data) return undefined
  const { hash, nameHash, userHash, salt, attemptsLeft, issuedAt } = data
  if (typeof hash !== 'string' || typeof nameHash !== 'string' || typeof salt !== 'string') return undefined
  if (typeof userHash !== 'string' || typeof attemptsLeft !== 'number' || typeof issuedAt !== 'number')
    return undefined
  return { hash, nameHash, userHash, salt, attemptsLeft, issuedAt }
}
