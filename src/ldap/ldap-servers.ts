import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import { openLdapConnection } from './ldap-connection.ts'
import { codeOf, type LdapSession, openLdapSession } from './ldap-session.ts'

/** What happened on one server, for the command that tests the settings. */
export type ServerStep =
  | { readonly step: 'connected' | 'bound'; readonly url: string }
  | { readonly step: 'failed'; readonly url: string; readonly problem: string }

export interface UseOptions {
  /** The maximum time on one server. The default is that of the settings. */
  readonly timeoutMs?: number
  readonly onStep?: (step: ServerStep) => void
}

export interface LdapServers {
  /**
   * Runs the work on the first server that can do it. Everything that the work throws, except for UnusableResult, is a failure
   * of the server, so it is tried again on the next one. Throws DirectoryUnavailable if all servers fail.
   */
  use<T>(work: (session: LdapSession) => Promise<T>, options?: UseOptions): Promise<T>
}

export interface LdapServersOptions {
  readonly urls: readonly string[]
  readonly startTls: boolean
  readonly ca: string | undefined
  readonly bindDn: string
  readonly bindPassword: string
  readonly isActiveDirectory: boolean
  readonly timeoutMs: number
  readonly now: () => number
}

/** A server that failed is tried last for this time, so that not every login waits for it. */
const AVOID_AFTER_FAILURE_MS = 30_000

export function createLdapServers(options: LdapServersOptions): LdapServers {
  const { urls, now } = options
  const failedAt = new Map<string, number>()
  let isProbing = false

  const isAvoided = (url: string): boolean =>
    now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < AVOID_AFTER_FAILURE_MS

  const tryServers = async <T>(
    work: (session: LdapSession) => Promise<T>,
    { timeoutMs = options.timeoutMs, onStep }: UseOptions,
  ): Promise<T> => {
    const problems: string[] = []
    for (const url of [...urls].sort((a, b) => Number(isAvoided(a)) - Number(isAvoided(b)))) {
      try {
        const result = await onServer(url, { ...options, timeoutMs }, work, onStep)
        failedAt.delete(url)
        return result
      } catch (error) {
        if (error instanceof UnusableResult) throw error
        const problem = problemOf(error)
        if (isOutage(error)) failedAt.set(url, now())
        problems.push(`${url}: ${problem}`)
        onStep?.({ step: 'failed', url, problem })
      }
    }
    throw new DirectoryUnavailable(`no directory server can be used (${problems.join('; ')})`)
  }

  return {
    async use(work, useOptions = {}) {
      if (!urls.every(isAvoided)) return tryServers(work, useOptions)
      // During an outage only one request waits for the servers, so that the others do not pile up.
      if (isProbing) throw new DirectoryUnavailable('no directory server could be used a moment ago')
      isProbing = true
      try {
        return await tryServers(work, useOptions)
      } finally {
        isProbing = false
      }
    },
  }
}

async function onServer<T>(
  url: string,
  options: LdapServersOptions,
  work: (session: LdapSession) => Promise<T>,
  onStep: UseOptions['onStep'],
): Promise<T> {
  const { timeoutMs } = options
  const deadline = new AbortController()
  const expired = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason), { once: true })
  })
  expired.catch(() => {})
  const timer = setTimeout(
    () => deadline.abort(new Error(`no result within ${timeoutMs / 1000} seconds`)),
    timeoutMs,
  )
  const connection = openLdapConnection({ ...options, url, signal: deadline.signal })
  const run = async (): Promise<T> => {
    const [socket, ldapts] = await Promise.all([connection, import('ldapts')])
    onStep?.({ step: 'connected', url })
    const session = await openLdapSession({ ...options, ldapts, socket })
    onStep?.({ step: 'bound', url })
    return work(session)
  }
  try {
    const running = run()
    // The loser of the race may fail later.
    running.catch(() => {})
    return await Promise.race([running, expired])
  } finally {
    clearTimeout(timer)
    deadline.abort(new Error('done'))
    connection.then(
      (socket) => socket.destroy(),
      () => {},
    )
  }
}

const BUSY = 51
const UNAVAILABLE = 52

/** A server that refuses a request with another result code works: one user's entry must not stop the logins of the others. */
export function isOutage(error: unknown): boolean {
  return [-1, BUSY, UNAVAILABLE].includes(codeOf(error))
}

const MAX_PROBLEM_LENGTH = 300

/** Returns the reason of a failure in one line. Responses of servers do not contain passwords. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error && text === '' ? String(error.code) : ''
  return (
    `${text}${code}`
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MAX_PROBLEM_LENGTH) || 'it failed'
  )
}
