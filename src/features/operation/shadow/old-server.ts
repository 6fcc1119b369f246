import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import {
  codeOf,
  type OldResponse,
  type OldSystem,
  type Verdict,
  verdictOf,
  wireFormatOf,
} from './old-systems.ts'
import type { Credential } from './tokens-file.ts'

/** Responses that refuse a call are short. Of longer ones, which come from a handler, the rest is not read. */
const MAX_BODY_BYTES = 65_536
const MAX_ATTEMPTS = 5
const MAX_WAIT_MS = 30_000
/** After so many failures in a row, the server is gone. */
const MAX_FAILURES = 10

export interface OldCall {
  readonly method: string
  readonly path: string
  readonly query: string
}

/** What the old server decides about a call, and what it says if that is unclear. */
export interface OldDecision {
  readonly verdict: Verdict
  /** The code in the body, or the HTTP status; undefined if there was no response. */
  readonly code: number | undefined
  readonly detail: string | undefined
}

export interface OldServerOptions {
  readonly address: URL
  readonly system: OldSystem
  readonly refusedCodes: readonly number[] | undefined
  readonly requestsPerSecond: number
  readonly timeoutMs: number
}

/** Thrown if the old server cannot be asked at all. */
export class OldServerError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OldServerError'
  }
}

/** Creates a client that asks the old server, at most so many times a second. Bodies are not sent and redirects not followed. */
export function createOldServer({
  address,
  system,
  refusedCodes,
  requestsPerSecond,
  timeoutMs,
}: OldServerOptions) {
  const format = wireFormatOf(system)
  const tokens = new Map<Credential, Promise<string>>()
  let nextAtMs = 0
  let failures = 0

  /** Waits until the rate allows another request. */
  async function turn(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, nextAtMs)
    nextAtMs = at + 1000 / requestsPerSecond
    if (at > now) await sleep(at - now)
  }

  async function send(
    target: string,
    init: RequestInit,
  ): Promise<OldResponse & { retryAfterMs: number | undefined }> {
    await turn()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(target, { ...init, redirect: 'manual', signal })
      const body = await readBody(response)
      failures = 0
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
      return {
        status: response.status,
        body,
        retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
      }
    } catch (error) {
      failures++
      const text = textOfFailure(error, timeoutMs)
      if (failures >= MAX_FAILURES) throw new OldServerError(`cannot reach ${address.origin}: ${text}`)
      throw new Error(text, { cause: error })
    }
  }

  async function logIn({ username, password }: { username: string; password: string }): Promise<string> {
    if (format.loginPath === undefined) {
      throw new OldServerError(
        `the login of ${system} is not known: give a token instead of the password of ${username}`,
      )
    }
    const { body } = await send(urlOf(format.loginPath, ''), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(format.loginBody(username, password)),
    }).catch((error: unknown) => {
      throw new OldServerError(
        `cannot log in as ${username} at ${address.origin}: ${textOfFailure(error, timeoutMs)}`,
      )
    })
    const token = body && format.tokenOf(body)
    if (typeof token === 'string' && token !== '') return token
    const reason = typeof body?.msg === 'string' ? body.msg : 'the response has no token'
    throw new OldServerError(
      `the old server refuses the login of ${username}: ${reason}. Its captcha must be off, or give a token`,
    )
  }

  function tokenOf(credential: Credential): Promise<string> {
    if ('token' in credential) return Promise.resolve(credential.token)
    const known = tokens.get(credential) ?? logIn(credential)
    tokens.set(credential, known)
    return known
  }

  function urlOf(path: string, query: string): string {
    const base = address.pathname.replace(/\/$/, '')
    return `${address.origin}${base}${path}${query}`
  }

  async function askOnce(credential: Credential, { method, path, query }: OldCall) {
    const headers = format.headers(await tokenOf(credential))
    return send(urlOf(path, query), { method, headers: { ...headers, Accept: 'application/json' } })
  }

  return {
    /** Asks the old server. Throws an `OldServerError` if it is gone or refuses the login. */
    async ask(credential: Credential, call: OldCall): Promise<OldDecision> {
      let hasLoggedInAgain = false
      for (let attempt = 1; ; attempt++) {
        let response: Awaited<ReturnType<typeof askOnce>>
        try {
          response = await askOnce(credential, call)
        } catch (error) {
          if (error instanceof OldServerError) throw error
          return { verdict: 'unclear', code: undefined, detail: textOfFailure(error, timeoutMs) }
        }
        const verdict = verdictOf(system, response, refusedCodes)
        if (verdict === 'rate-limited' && attempt < MAX_ATTEMPTS) {
          const waitMs = Math.min(response.retryAfterMs ?? 500 * 2 ** attempt, MAX_WAIT_MS)
          // For all calls that wait, not only for this one.
          nextAtMs = Math.max(nextAtMs, performance.now() + waitMs)
          continue
        }
        if (verdict === 'token-refused' && 'password' in credential && !hasLoggedInAgain) {
          hasLoggedInAgain = true
          tokens.delete(credential)
          continue
        }
        return { verdict, code: codeOf(response), detail: detailOf(verdict, response) }
      }
    },
  }
}

function detailOf(verdict: Verdict, { status }: OldResponse): string | undefined {
  if (verdict !== 'unclear') return undefined
  if (status >= 300 && status < 400) return `it redirects (HTTP ${status})`
  return `HTTP ${status}`
}

async function readBody(response: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (response.body === null) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    // Leaving the loop cancels the response.
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns why a request failed. The error of `fetch` has the reason in its cause. */
function textOfFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response in ${timeoutMs / 1000} s`
  const cause = error.cause instanceof Error && error.message === 'fetch failed' ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : undefined
  return code ?? cause.message
}
