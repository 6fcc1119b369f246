import { bearer, call, postJson } from '../support/client.ts'
import type { Node } from './node.ts'

/** A request without a response after this time counts as hanging. */
const RESPONSE_TIMEOUT_MS = 120_000
/** A change must take effect on every node within this time after its acknowledgement. */
export const PROPAGATION_LIMIT_MS = 15_000

type Target = Pick<Node, 'name' | 'base'>

/** The endpoint that the clerk may call while the rule exists. */
const CLERK_PATH = '/route'

/** A login or logout that was sent, from a unique address. */
export interface Attempt {
  readonly address: string
  readonly kind: 'login' | 'logout'
  /** Undefined if there was no response. */
  readonly code: number | undefined
}

/** A token and its state as known to the client. */
export interface Session {
  readonly token: string
  /** Set when the logout was acknowledged: from then on the token must be refused. */
  ended?: { readonly at: number; readonly by: string }
  /** True if a logout was sent but not acknowledged: the token may be revoked. */
  isEndUncertain?: boolean
}

export type Recorder = ReturnType<typeof createRecorder>

/** Creates a client that sends requests and records requests, responses and violations. */
export function createRecorder(options: { propagationLimitMs?: number } = {}) {
  const { propagationLimitMs = PROPAGATION_LIMIT_MS } = options
  const attempts: Attempt[] = []
  const violations: string[] = []
  const codes = new Map<string, number>()
  let sent = 0
  let slowest = 0

  async function send(
    url: string,
    init: RequestInit,
  ): Promise<{ code?: number; body: Record<string, unknown> }> {
    sent++
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const sentAt = performance.now()
    try {
      const { body } = await call(url, { ...init, signal })
      const code = Number(body.code)
      countCode(String(code))
      if (code === 500) violations.push(`internal error: ${url}`)
      slowest = Math.max(slowest, performance.now() - sentAt)
      return { code, body }
    } catch {
      if (signal.aborted) violations.push(`hangs: ${url}`)
      countCode('none')
      return { body: {} }
    }
  }

  function countCode(code: string): void {
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }

  function nextAddress(): string {
    const number = attempts.length + 1
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  }

  async function attempt(kind: Attempt['kind'], url: string, init: RequestInit) {
    const address = nextAddress()
    const index = attempts.push({ address, kind, code: undefined }) - 1
    const headers = { ...init.headers, 'x-forwarded-for': address }
    const { code, body } = await send(url, { ...init, headers })
    attempts[index] = { address, kind, code }
    return { code, body }
  }

  return {
    attempts,
    violations,

    /** Returns the session if a token was issued. */
    async login(
      node: Target,
      credentials: unknown,
    ): Promise<{ code?: number | undefined; session?: Session }> {
      const { code, body } = await attempt('login', `${node.base}/login`, postJson(credentials))
      return typeof body.token === 'string' ? { code, session: { token: body.token } } : { code }
    },

    async logout(node: Target, session: Session): Promise<number | undefined> {
      const init = { method: 'POST', ...bearer(session.token) }
      session.isEndUncertain = true
      const { code } = await attempt('logout', `${node.base}/logout`, init)
      if (code === 200) session.ended = { at: performance.now(), by: node.name }
      return code
    },

    /** Calls a protected endpoint and checks the response against the known state of the session. */
    async read(node: Target, session: Session, path = CLERK_PATH): Promise<number | undefined> {
      const mustBeRefused = mustBeRevoked(node, session)
      const mayBeRefused = session.ended !== undefined || session.isEndUncertain === true
      const { code } = await send(`${node.base}${path}`, bearer(session.token))
      if (mustBeRefused && code !== 401 && code !== 503 && code !== undefined) {
        violations.push(`an ended session was answered ${code} by ${node.name}`)
      }
      // The session may have ended in the meantime.
      if (!mayBeRefused && !session.isEndUncertain && code === 401 && path === CLERK_PATH) {
        violations.push(`a live session was answered 401 by ${node.name}`)
      }
      return code
    },

    async health(node: Target): Promise<unknown> {
      const { body } = await send(`${node.base}/health`, {})
      return typeof body.data === 'object' && body.data && 'status' in body.data
        ? body.data.status
        : undefined
    },

    numbers: () => ({
      sent,
      answered: sent - (codes.get('none') ?? 0),
      unanswered: codes.get('none') ?? 0,
      ...Object.fromEntries(
        [...codes].filter(([code]) => code !== 'none').map(([code, count]) => [`code ${code}`, count]),
      ),
      'slowest ms': Math.round(slowest),
    }),
  }

  function mustBeRevoked(node: Target, { ended }: Session): boolean {
    if (!ended) return false
    return ended.by === node.name || performance.now() - ended.at > propagationLimitMs
  }
}
