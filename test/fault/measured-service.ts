import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { login } from '../support/client.ts'
import { openContext } from '../support/context.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD } from '../support/service.ts'
import { onCleanUp } from './cleanup.ts'
import type { Numbers } from './report.ts'
import { CLERK, CLERK_RULE } from './shared-database.ts'

export interface HttpAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly code: unknown
}

/** The service in a child process that reports its event loop delay. */
export interface MeasuredService {
  login(): Promise<HttpAnswer>
  /** Sends a request that passes both checks on a separate connection, and measures its duration. */
  protectedCall(): Promise<HttpAnswer & { readonly milliseconds: number }>
  /** Returns the event loop delay in milliseconds since the previous call. */
  loopDelay(): Promise<Numbers & { readonly p50: number; readonly p99: number; readonly max: number }>
}

const FLAGS = [
  'application.mode=dev',
  'rateLimit.perAddress=0',
  'rateLimit.total=0',
  'rateLimit.loginPerAddress=0',
]
const DELAY_SERVER = pathToFileURL(join(import.meta.dirname, 'event-loop-delay-server.mjs')).href

export async function startMeasuredService(): Promise<MeasuredService> {
  const folder = await temporaryFolder()
  onCleanUp(folder.remove)
  const socketPath = join(folder.path, 'loop-delay')
  const running = await startProcess(folder.path, FLAGS, {
    CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    NODE_OPTIONS: `--import=${DELAY_SERVER}`,
    LOOP_DELAY_SOCKET: socketPath,
  })
  onCleanUp(() => running.end('SIGKILL'))
  await createUsers(running.started.dataDir)

  const loginAgent = new Agent({ keepAlive: true })
  const callAgent = new Agent({ keepAlive: true, maxSockets: 1 })
  onCleanUp(() => {
    loginAgent.destroy()
    callAgent.destroy()
  })
  const authorization = `Bearer ${await login(running.base, READER)}`
  return {
    login: () => send(`${running.base}/login`, { method: 'POST', agent: loginAgent }, JSON.stringify(CLERK)),
    async protectedCall() {
      const start = performance.now()
      const answer = await send(`${running.base}/route`, { agent: callAgent, headers: { authorization } })
      return { ...answer, milliseconds: performance.now() - start }
    },
    async loopDelay() {
      const { body } = await sendTo({ socketPath, path: '/' })
      return JSON.parse(body)
    },
  }
}

/** A separate user for protected calls, who does not log in during the test. */
const READER = { username: 'reader', password: CLERK.password }

async function createUsers(dataDir: string): Promise<void> {
  const context = await openContext(`sqlite:${join(dataDir, 'castellan.db')}`)
  const { roleKey } = CLERK_RULE
  await context.roleAdministration.add({ roleKey, roleName: 'Clerk', dataScope: '1' })
  await context.policyAdministration.add([CLERK_RULE])
  for (const user of [CLERK, READER]) await context.userAdministration.add({ ...user, roleKey })
  await context.close()
}

async function send(url: string, options: RequestOptions, body = ''): Promise<HttpAnswer> {
  const { protocol, hostname, port, pathname: path } = new URL(url)
  const headers = { ...options.headers, ...(body && { 'content-type': 'application/json' }) }
  const answer = await sendTo({ ...options, protocol, hostname, port, path, headers }, body)
  return { status: answer.status, headers: answer.headers, code: JSON.parse(answer.body).code }
}

function sendTo(options: RequestOptions, body = '') {
  return new Promise<Omit<HttpAnswer, 'code'> & { body: string }>((resolve, reject) => {
    request(options, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
        reject,
      )
    })
      .on('error', reject)
      .end(body)
  })
}
