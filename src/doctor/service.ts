import { isIP } from 'node:net'
import type { Settings } from '../settings/declarations.ts'
import { errorCodeOf } from '../token/private-file.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { textOf } from './run-check.ts'

const TIMEOUT_MS = 5000
const MAX_BODY_BYTES = 64 * 1024
const HEALTH_PATH = '/api/v1/health'

export interface ServiceCheckOptions {
  readonly application: Pick<Settings['application'], 'host' | 'port'>
  /** Whether a node on this machine sends heartbeats; undefined if that is unknown. */
  readonly runsHere: boolean | undefined
}

/** Asks the service on the configured port for its health. */
export async function checkService({
  application,
  runsHere,
}: ServiceCheckOptions): Promise<readonly Finding[]> {
  if (application.port === 0) return [skipped('application.port is 0: the port of the service is not known')]
  const url = urlOf(application)
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return [judge(url, healthIn(await readText(response)))]
  } catch (error) {
    if (isRefused(error) && runsHere !== true) {
      return [skipped(`nothing listens on ${url}`, 'Start the service with: castellan serve')]
    }
    return [
      problem(
        `${url} cannot be reached (${reasonOf(error)})${runsHere ? ', although a node runs on this machine' : ''}`,
        'Check application.host and application.port, and whether doctor and the service use the same settings.',
      ),
    ]
  }
}

/** Returns the URL to call. The addresses that mean "all addresses" cannot be called. */
function urlOf({ host, port }: ServiceCheckOptions['application']): string {
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(target) === 6 ? `[${target}]` : target}:${port}${HEALTH_PATH}`
}

function judge(url: string, health: string | undefined): Finding {
  if (health === 'up') return ok(`the service on ${url} is up`)
  if (health === 'degraded') {
    return warning(
      `the service on ${url} is degraded: it handles requests, but a dependency fails`,
      'Look for the cause in the other findings and in the log of the service.',
    )
  }
  if (health === 'down') {
    return problem(
      `the service on ${url} is down: it refuses requests`,
      'Restore the database or the connection to it.',
    )
  }
  return problem(
    `something other than Castellan listens on ${url}`,
    'Stop the other program, or set application.port to another port.',
  )
}

/** Reads the beginning of a body. Another program may send any amount. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function healthIn(text: string): string | undefined {
  try {
    const status: unknown = JSON.parse(text)?.data?.status
    return typeof status === 'string' ? status : undefined
  } catch {
    return undefined
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && errorCodeOf(error.cause) === 'ECONNREFUSED'
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? textOf(error.cause) : textOf(error)
}
