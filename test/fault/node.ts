import { type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD, SECRET } from '../support/service.ts'
import { onCleanUp } from './cleanup.ts'

/** A node as an operator runs it: a child process with a persistent data folder. */
export interface Node {
  readonly name: string
  /** The base URL of the current process. */
  readonly base: string
  readonly pid: number
  log(): string
  kill(): Promise<void>
  /** Shuts it down gracefully. Returns its exit code. */
  stop(): Promise<number | null>
  start(): Promise<void>
}

export interface NodeOptions {
  readonly name: string
  readonly databaseUrl: string
  readonly flags?: readonly string[]
}

/** Starts a node in dev mode, which needs no captcha, and trusts forwarded addresses, so that attempts can be identified. */
export async function startNode({ name, databaseUrl, flags = [] }: NodeOptions): Promise<Node> {
  const folder = await temporaryFolder()
  onCleanUp(folder.remove)
  const settings = [
    'application.mode=dev',
    'application.trustProxy=127.0.0.1',
    `database.url=${databaseUrl}`,
    'rateLimit.perAddress=0',
    'rateLimit.total=0',
    'rateLimit.loginPerAddress=0',
    'logger.level=info',
    ...flags,
  ]
  const env = { CASTELLAN_ADMIN_PASSWORD: ADMIN_PASSWORD, CASTELLAN_JWT_SECRET: SECRET }
  const launch = (): Promise<ServiceProcess> => startProcess(folder.path, settings, env)
  let running = await launch()
  onCleanUp(() => running.end('SIGKILL'))
  return {
    name,
    get base() {
      return running.base
    },
    get pid() {
      return running.pid
    },
    log: () => running.log(),
    async kill() {
      await running.end('SIGKILL')
    },
    stop: () => running.end('SIGTERM'),
    async start() {
      running = await launch()
    },
  }
}
