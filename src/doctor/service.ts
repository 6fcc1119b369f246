import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Settings } from '../settings/declarations.ts'
import { errorCodeOf } from '../token/private-file.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { textOf } from './run-check.ts'

const TIMEOUT_MS = 5000
const MAX_BODY_LENGTH = 64 * 1024
const HEALTH_PATH = '/api/v1/health'
const RATE_LIMITED = 429

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
    return [judge(url, parseBody(await readText(url)))]
  } catch (error) {
    if (errorCodeOf(error) === 'ECONNREFUSED' && runsHere !== true) {
      return [skipped(`nothing listens on ${url}`, 'Start the service with: castellan serve')]
    }
    return [
      problem(
        `${url} cannot be reached (${textOf(error)})${runsHere ? ', although a node runs on this machine' : ''}`,
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

function judge(url: string, { health, code }: HealthBody): Finding {
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
  if (code === RATE_LIMITED) {
    return warning(
      `the service on ${url} refuses requests of this machine: too many requests`,
      'Wait a few seconds. If it stays, raise rateLimit.perAddress or rateLimit.total.',
    )
  }
  return problem(
    `something other than Castellan listens on ${url}`,
    'Stop the other program, or set application.port to another port.',
  )
}

/** Returns the beginning of a response. Another program may send any amount. `fetch` refuses to call some ports. */
async function readText(url: string): Promise<string> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) })
  // Later errors are those of the response.
  request.on('error', () => {})
  const [response]: IncomingMessage[] = await once(request, 'response')
  let text = ''
  for await (const chunk of response?.setEncoding('utf8') ?? []) {
    text += chunk
    if (text.length > MAX_BODY_LENGTH) break
  }
  return text
}

interface HealthBody {
  readonly health?: unknown
  readonly code?: unknown
}

function parseBody(text: string): HealthBody {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return {}
    const code = 'code' in body ? body.code : undefined
    const data = 'data' in body ? body.data : undefined
    const isRecord = typeof data === 'object' && data !== null && 'status' in data
    return { code, health: isRecord ? data.status : undefined }
  } catch {
    return {}
  }
}
