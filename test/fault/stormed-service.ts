import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { openCommandContext } from '../../src/cli/context.ts'
import { login } from '../support/client.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD, ANY_PASSWORD } from '../support/service.ts'
import { onCleanUp } from './clean-up.ts'
import { CLERK, CLERK_RULE } from './place.ts'
import type { Numbers } from './report.ts'

export interface HttpAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly code: unknown
}

/** The service as an operator runs it, in a process of its own that tells how its event loop fares. */
export interface StormedService {
  login(): Promise<HttpAnswer>
  /** A call that passes both checks, on a connection of its own, and how long it took. */
  protectedCall(): Promise<HttpAnswer & { readonly milliseconds: number }>
  /** Milliseconds since it was asked last. */
  loopDelay(): Promise<Numbers & { readonly p50: number; readonly p99: number; readonly max: number }>
}

const FLAGS = [
  'application.mode=dev',
  'rateLimit.perAddress=0',
  'rateLimit.total=0',
  'rateLimit.loginPerAddress=0',
]
const TELLER = pathToFileURL(join(import.meta.dirname, 'loop-delay-teller.mjs')).href

export async function startStormedService(): Promise<StormedService> {
  const folder = await temporaryFolder()
  onCleanUp(folder.remove)
  const socketPath = join(folder.path, 'loop-delay')
  const running = await startProcess(folder.path, FLAGS, {
    CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    NODE_OPTIONS: `--import=${TELLER}`,
    LOOP_DELAY_SOCKET: socketPath,
  })
  onCleanUp(() => running.end('SIGKILL'))
  await makeUsers(running.started.dataDir)

  const crowd = new Agent({ keepAlive: true })
  const own = new Agent({ keepAlive: true, maxSockets: 1 })
  onCleanUp(() => {
    crowd.destroy()
    own.destroy()
  })
  const authorization = `Bearer ${await login(running.base, READER)}`
  return {
    login: () => send(`${running.base}/login`, { method: 'POST', agent: crowd }, JSON.stringify(CLERK)),
    async protectedCall() {
      const start = performance.now()
      const answer = await send(`${running.base}/route`, { agent: own, headers: { authorization } })
      return { ...answer, milliseconds: performance.now() - start }
    },
    async loopDelay() {
      const { body } = await sendTo({ socketPath, path: '/' })
      return JSON.parse(body)
    },
  }
}

/** Who calls is none of those who log in. */
const READER = { username: 'reader', password: CLERK.password }

async function makeUsers(dataDir: string): Promise<void> {
  const context = await openCommandContext(`sqlite:${join(dataDir, 'castellan.db')}`, ANY_PASSWORD)
  const { roleKey } = CLERK_RULE
  await context.roleAdministration.add({ roleKey, roleName: 'Clerk' })
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
