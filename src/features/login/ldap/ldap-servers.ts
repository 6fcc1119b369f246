import { DirectoryUnavailable, UnusableResult } from './directory-errors.ts'
import { type LdapConnectionOptions, openLdapConnection } from './ldap-connection.ts'
import { type LdapSession, type LdapSessionOptions, openLdapSession, resultCodeOf } from './ldap-session.ts'

/** What happened on one server, for the command that tests the settings. */
export type ServerStep =
  | { readonly step: 'connected' | 'bound'; readonly url: string }
  | { readonly step: 'failed'; readonly url: string; readonly problem: string }

interface UseOptions {
  /** The maximum time of the work on one server. By default, connection, bind and work together have the time of the settings. */
  readonly workTimeoutMs?: number
  /** Ends the work, and no other server is tried. */
  readonly signal?: AbortSignal
  readonly onStep?: (step: ServerStep) => void
}

export type LdapServers = ReturnType<typeof createLdapServers>

export interface LdapServersOptions
  extends Pick<LdapConnectionOptions, 'startTls' | 'ca'>,
    Omit<LdapSessionOptions, 'ldapts' | 'socket'> {
  readonly urls: readonly string[]
  readonly now: () => number
}

/** A server that failed is tried last for this time, so that not every login waits for it. */
const AVOID_AFTER_FAILURE_MS = 30_000

export function createLdapServers(options: LdapServersOptions) {
  const { urls, now } = options
  const failedAt = new Map<string, number>()
  let isProbing = false

  const isAvoided = (url: string): boolean =>
    now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < AVOID_AFTER_FAILURE_MS

  const tryServers = async <T>(
    work: (session: LdapSession) => Promise<T>,
    useOptions: UseOptions,
  ): Promise<T> => {
    const { signal, onStep } = useOptions
    const problems: string[] = []
    for (const url of [...urls].sort((a, b) => Number(isAvoided(a)) - Number(isAvoided(b)))) {
      try {
        const result = await onServer(url, options, work, useOptions)
        failedAt.delete(url)
        return result
      } catch (error) {
        if (error instanceof UnusableResult) throw error
        signal?.throwIfAborted()
        const problem = problemOf(error)
        if (isServerFailure(error)) failedAt.set(url, now())
        problems.push(`${url}: ${problem}`)
        onStep?.({ step: 'failed', url, problem })
      }
    }
    throw new DirectoryUnavailable(`no directory server can be used (${problems.join('; ')})`)
  }

  return {
    /**
     * Runs the work on the first server that can do it. Everything that the work throws, except for UnusableResult, is a failure
     * of the server, so it is tried again on the next one. Throws DirectoryUnavailable if all servers fail, and the reason of the
     * signal if it is aborted.
     */
    async use<T>(work: (session: LdapSession) => Promise<T>, useOptions: UseOptions = {}): Promise<T> {
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
  { workTimeoutMs, signal, onStep }: UseOptions,
): Promise<T> {
  signal?.throwIfAborted()
  const end = new AbortController()
  const ended = new Promise<never>((_resolve, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason), { once: true })
  })
  ended.catch(() => {})
  const endAfter = (ms: number) =>
    setTimeout(() => end.abort(new Error(`no result within ${ms / 1000} seconds`)), ms)
  let timer = endAfter(options.timeoutMs)
  const abort = (): void => end.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const connection = openLdapConnection({ ...options, url, signal: end.signal })
  const run = async (): Promise<T> => {
    const [socket, ldapts] = await Promise.all([connection, import('ldapts')])
    onStep?.({ step: 'connected', url })
    const session = await openLdapSession({ ...options, ldapts, socket })
    onStep?.({ step: 'bound', url })
    if (workTimeoutMs !== undefined && !end.signal.aborted) {
      clearTimeout(timer)
      timer = endAfter(workTimeoutMs)
    }
    return work(session)
  }
  try {
    const running = run()
    // The loser of the race may fail later.
    running.catch(() => {})
    return await Promise.race([running, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    end.abort(new Error('done'))
    connection.then(
      (socket) => socket.destroy(),
      () => {},
    )
  }
}

const BUSY = 51
const UNAVAILABLE = 52

/** A server that refuses a request with another result code works: one user's entry must not stop the logins of the others. */
export function isServerFailure(error: unknown): boolean {
  return [-1, BUSY, UNAVAILABLE].includes(resultCodeOf(error))
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
