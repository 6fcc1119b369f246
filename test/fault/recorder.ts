import { bearer, call, postJson } from '../support/client.ts'
import type { Node } from './node.ts'

/** Whatever is not answered by then hangs. */
const HANGS_AFTER_MILLISECONDS = 120_000
/** A change is in force on every node within this time of its acknowledgement. */
export const IN_FORCE_MILLISECONDS = 15_000

type Asked = Pick<Node, 'name' | 'base'>

/** What the clerk may call while the rule is there. */
const OPEN_TO_CLERK = '/route'

/** A login or logout that was sent, from an address that no other has. */
export interface Attempt {
  readonly address: string
  readonly kind: 'login' | 'logout'
  /** Nothing: no answer came. */
  readonly code: number | undefined
}

/** A token, and what has become of it as far as the client knows. */
export interface Session {
  readonly token: string
  /** Acknowledged: from here on it is dead. */
  ended?: { readonly at: number; readonly by: string }
  /** The end was asked for and not acknowledged: it may be dead. */
  isDoubtful?: boolean
}

export type Recorder = ReturnType<typeof createRecorder>

/** Sends requests, and knows what was sent and what was answered. */
export function createRecorder(options: { spreadsWithin?: number } = {}) {
  const { spreadsWithin = IN_FORCE_MILLISECONDS } = options
  const attempts: Attempt[] = []
  const violations: string[] = []
  const codes = new Map<string, number>()
  let sent = 0
  let slowest = 0

  async function ask(
    url: string,
    init: RequestInit,
  ): Promise<{ code?: number; body: Record<string, unknown> }> {
    sent++
    const signal = AbortSignal.timeout(HANGS_AFTER_MILLISECONDS)
    const askedAt = performance.now()
    try {
      const { body } = await call(url, { ...init, signal })
      const code = Number(body.code)
      note(String(code))
      if (code === 500) violations.push(`a fault: ${url}`)
      slowest = Math.max(slowest, performance.now() - askedAt)
      return { code, body }
    } catch {
      if (signal.aborted) violations.push(`hangs: ${url}`)
      note('none')
      return { body: {} }
    }
  }

  function note(code: string): void {
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }

  function nextAddress(): string {
    const number = attempts.length + 1
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  }

  async function attempt(kind: Attempt['kind'], url: string, init: RequestInit) {
    const address = nextAddress()
    const place = attempts.push({ address, kind, code: undefined }) - 1
    const headers = { ...init.headers, 'x-forwarded-for': address }
    const { code, body } = await ask(url, { ...init, headers })
    attempts[place] = { address, kind, code }
    return { code, body }
  }

  return {
    attempts,
    violations,

    /** Answers the session where a token was given. */
    async login(
      node: Asked,
      credentials: unknown,
    ): Promise<{ code?: number | undefined; session?: Session }> {
      const { code, body } = await attempt('login', `${node.base}/login`, postJson(credentials))
      return typeof body.token === 'string' ? { code, session: { token: body.token } } : { code }
    },

    async logout(node: Asked, session: Session): Promise<number | undefined> {
      const init = { method: 'POST', ...bearer(session.token) }
      session.isDoubtful = true
      const { code } = await attempt('logout', `${node.base}/logout`, init)
      if (code === 200) session.ended = { at: performance.now(), by: node.name }
      return code
    },

    /** Calls a protected endpoint, and judges what is answered by what the client knows. */
    async read(node: Asked, session: Session, path = OPEN_TO_CLERK): Promise<number | undefined> {
      const isDead = mustBeDead(node, session)
      const mayBeDead = session.ended !== undefined || session.isDoubtful === true
      const { code } = await ask(`${node.base}${path}`, bearer(session.token))
      if (isDead && code !== 401 && code !== 503 && code !== undefined) {
        violations.push(`an ended session was answered ${code} by ${node.name}`)
      }
      // It may have been ended meanwhile.
      if (!mayBeDead && !session.isDoubtful && code === 401 && path === OPEN_TO_CLERK) {
        violations.push(`a live session was answered 401 by ${node.name}`)
      }
      return code
    },

    async health(node: Asked): Promise<unknown> {
      const { body } = await ask(`${node.base}/health`, {})
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

  function mustBeDead(node: Asked, { ended }: Session): boolean {
    if (!ended) return false
    return ended.by === node.name || performance.now() - ended.at > spreadsWithin
  }
}
