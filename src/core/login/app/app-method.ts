import type { AppMethodName } from '../../../features/login-methods.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { RunLimited } from '../../../platform/runtime/concurrency-limit.ts'
import { visibleText } from '../../login-log/visible-text.ts'
import type { Client } from '../../session/session.ts'
import { type Account, type AccountStore, pickAccount } from '../../user/account.store.ts'
import { MAX_SUBJECT_LENGTH, type UserLinkStore } from '../../user/user-link.store.ts'
import type { BegunLogin, LoginMethod, VerifiedLogin } from '../login-method.ts'
import { fieldOf } from '../unvalidated-field.ts'
import type { AppLogin, AppLoginMethod } from './app-login-method.ts'

interface AppMethodOptions {
  readonly method: AppLoginMethod<object>
  readonly accounts: Pick<AccountStore, 'find' | 'findByName'>
  readonly links: Pick<UserLinkStore, 'find'>
  readonly limit: RunLimited
  readonly timeoutMs: number
  /** Called with texts for the log of the service. */
  readonly onProblem: (text: string) => void
}

/** A refusal of a method that can be guessed takes at least this time, whatever the app looks up for an existing user. */
const MIN_REFUSAL_MS = 500

export function appMethodNameOf({ name }: Pick<AppLoginMethod, 'name'>): AppMethodName {
  return `app:${name}`
}

/**
 * Creates the login method of an embedding app. Nothing but the verification is left to the app.
 * See docs/decisions/0080-login-methods-of-apps.md.
 */
export function createAppMethod(options: AppMethodOptions): LoginMethod {
  const { method, accounts, links, limit, timeoutMs, onProblem } = options
  const name = appMethodNameOf(method)
  const { label = method.name } = method

  return {
    name,
    hasCaptcha: true,
    limit,
    ...(method.guessable ? { minRefusalMs: MIN_REFUSAL_MS } : {}),
    async begin({ body }, client) {
      const fields: unknown = fieldOf(body, 'fields')
      // The schema has checked it.
      if (typeof fields !== 'object' || fields === null) throw new Refusal('credentials-wrong')
      if (!method.guessable) return verifiedBefore(fields, client)
      const key: unknown = method.throttleKey(fields)
      if (typeof key !== 'string')
        throw new TypeError(`throttleKey of the login method ${name} did not return a text`)
      return { username: key, verify: () => verify(fields, client) }
    },
  }

  /** There is nothing to guess, so the login is counted for the user who is found, as with an identity provider. */
  async function verifiedBefore(fields: object, client: Client): Promise<BegunLogin> {
    const login = await limit(() => verify(fields, client))
    return { username: login?.account.username ?? '', verify: async () => login }
  }

  async function verify(fields: object, client: Client): Promise<VerifiedLogin | undefined> {
    const login = await verifiedInTime(fields, client)
    const account = login && (await accountOf(login))
    return account && { account, hasSecondFactor: false }
  }

  async function verifiedInTime(
    fields: object,
    { address, userAgent }: Client,
  ): Promise<AppLogin | undefined> {
    const signal = AbortSignal.timeout(timeoutMs)
    const timedOut = new Promise<never>((_, reject) => {
      signal.addEventListener(
        'abort',
        () => reject(new Refusal('provider-unavailable', { provider: label })),
        {
          once: true,
        },
      )
    })
    try {
      const work = Promise.resolve(method.verify(fields, { address, userAgent, signal }))
      const login: unknown = await Promise.race([work, timedOut])
      if (login === undefined || login === null) return undefined
      if (isAppLogin(login)) return login
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'credentials-wrong') return undefined
      if (signal.aborted) {
        onProblem(`the login method ${name} did not verify a login within ${timeoutMs / 1000} s`)
        throw new Refusal('provider-unavailable', { provider: label }, { cause: error })
      }
      throw error
    }
    throw new TypeError(
      `verify of the login method ${name} returned neither {username}, {subject} nor undefined`,
    )
  }

  /** Returns the enabled account of a verified login. The session is opened only if it is unchanged then. */
  async function accountOf(login: AppLogin): Promise<Account | undefined> {
    if ('username' in login) {
      const account = await accounts.findByName(login.username)
      return account?.enabled ? pickAccount(account) : undefined
    }
    const { subject } = login
    const known = await links.find(name, subject)
    if (!known) {
      const shown = visibleText(subject, MAX_SUBJECT_LENGTH)
      onProblem(
        `the account ${shown} of ${name} is linked to no user. Link it with: castellan user link NAME --issuer ${name} --subject ${shown}`,
      )
      return undefined
    }
    const account = await accounts.find(known.userId)
    // Read after the account: if the link is removed from now on, the version of the credentials is outdated.
    const link = await links.find(name, subject)
    if (!account?.enabled || link?.userId !== account.userId) return undefined
    return { ...pickAccount(account), linkId: link.id }
  }
}

function isAppLogin(value: unknown): value is AppLogin {
  if (typeof value !== 'object' || value === null) return false
  const { username, subject } = value as { readonly username?: unknown; readonly subject?: unknown }
  if (username !== undefined && subject !== undefined) return false
  return typeof (username ?? subject) === 'string' && (username ?? subject) !== ''
}
