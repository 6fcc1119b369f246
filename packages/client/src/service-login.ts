import { ApiError } from './api-error.ts'

/**
 * A service account: its name and one of its secrets, or a function that returns a new signed assertion for each login
 * (RFC 7523).
 */
export type ServiceAccount =
  | { readonly name: string; readonly secret: string }
  | (() => string | Promise<string>)

/** The body of a login of a service account. */
export type ServiceLogin =
  | { readonly method: 'service'; readonly username: string; readonly secret: string }
  | { readonly method: 'service'; readonly assertion: string }

/** After a refused login, requests are refused for this time without another one: failures make the account wait. */
const HOLD_MS = 10_000

interface ServiceLoginOptions {
  readonly serviceAccount: ServiceAccount
  readonly hasToken: () => boolean
  readonly logIn: (request: ServiceLogin) => Promise<unknown>
}

/** Returns a function that logs in unless there is a token. Parallel requests share one login. */
export function createServiceLogin(options: ServiceLoginOptions): () => Promise<void> {
  const { serviceAccount, hasToken, logIn } = options
  let current: Promise<void> | undefined
  let held: { readonly error: ApiError; readonly until: number } | undefined

  async function attempt(): Promise<void> {
    if (held && Date.now() < held.until) throw held.error
    try {
      await logIn(await requestOf(serviceAccount))
      held = undefined
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) held = { error, until: Date.now() + HOLD_MS }
      throw error
    }
  }

  return async () => {
    if (hasToken()) return
    current ??= attempt().finally(() => {
      current = undefined
    })
    await current
  }
}

async function requestOf(serviceAccount: ServiceAccount): Promise<ServiceLogin> {
  if (typeof serviceAccount === 'function') return { method: 'service', assertion: await serviceAccount() }
  const { name, secret } = serviceAccount
  return { method: 'service', username: name, secret }
}

/** Whether the service has refused the login itself. A service that does not respond may do so a moment later. */
function isRefusal({ code }: ApiError): boolean {
  return code >= 400 && code < 500
}
