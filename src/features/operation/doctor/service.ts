import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Finding, ok, problem, skipped, warning } from '../../../platform/cli/output/finding.ts'
import { textOfError } from '../../../platform/cli/output/report-failure.ts'
import { errorCodeOf } from '../../../platform/refusal/error-code.ts'
import { isJsonObject } from '../../../platform/text/json-object.ts'
import { openSite } from '../../web/console/site.ts'

const TIMEOUT_MS = 3000
const MAX_BODY_LENGTH = 64 * 1024
const MAX_MODE_LENGTH = 40
const RATE_LIMITED = 429

interface Application {
  readonly host: string
  readonly port: number
  readonly mode: string
}

/**
 * Asks the service on the configured port for its health and its mode. `runsHere` says whether a node on this machine sends
 * heartbeats; it is undefined if that is unknown.
 */
export async function checkService(
  application: Application,
  runsHere: boolean | undefined,
): Promise<readonly Finding[]> {
  if (application.port === 0) return [skipped('application.port is 0: the port of the service is not known')]
  const origin = originOf(application)
  const url = `${origin}/api/v1/health`
  try {
    const { code, data } = parseBody(await readText(url))
    const isCastellan = ['up', 'degraded', 'down'].includes(String(data.status))
    return [
      healthFinding(url, data.status, code),
      ...(isCastellan ? await checkModeOf(origin, application.mode) : []),
    ]
  } catch (error) {
    if (errorCodeOf(error) === 'ECONNREFUSED' && runsHere !== true) {
      return [skipped(`nothing listens on ${url}`, 'Start the service with: castellan serve')]
    }
    return [
      problem(
        `${url} cannot be reached (${textOfError(error)})${runsHere ? ', although a node runs on this machine' : ''}`,
        'Check application.host and application.port, and whether doctor and the service use the same settings.',
      ),
    ]
  }
}

/** Compares the mode of the service with that of the settings. The check `mode` looks only at the settings. */
async function checkModeOf(origin: string, expected: string): Promise<readonly Finding[]> {
  const { data } = parseBody(await readText(`${origin}/api/v1/app-config`))
  const { mode, captchaRequired } = data
  if (mode === expected) return []
  if (typeof mode !== 'string') return [skipped(`the service on ${origin} does not return its mode`)]
  const found = `the service on ${origin} runs in the mode ${JSON.stringify(mode.slice(0, MAX_MODE_LENGTH))}, but the mode of these settings is ${JSON.stringify(expected)}`
  const fix =
    'Run doctor with the settings of the service (options, variables and file): the other findings are about these settings.'
  if (captchaRequired !== false) return [warning(found, fix)]
  return [problem(`${found}: its login requires no captcha, and its tokens are valid for 100 years`, fix)]
}

/** Returns the origin to call. The addresses that mean "all addresses" cannot be called. */
function originOf({ host, port }: Application): string {
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(target) === 6 ? `[${target}]` : target}:${port}`
}

function healthFinding(url: string, health: unknown, code: unknown): Finding {
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

/** Checks that the web console can be served. */
export function checkConsole(
  isEnabled: boolean,
  isBuilt = () => openSite() !== undefined,
): readonly Finding[] {
  if (!isEnabled) return [skipped('console.enabled is false')]
  if (isBuilt()) return [ok('the web console is built')]
  return [
    warning(
      'console.enabled is true, but the web console is not part of this installation',
      'Install the complete package, or run "npm run build" in a checkout.',
    ),
  ]
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

/** Returns the parts of a response, of which another program may send none. */
function parseBody(text: string): { code?: unknown; data: Readonly<Record<string, unknown>> } {
  try {
    const body: unknown = JSON.parse(text)
    const { code, data } = isJsonObject(body) ? body : {}
    return { code, data: isJsonObject(data) ? data : {} }
  } catch {
    return { data: {} }
  }
}
