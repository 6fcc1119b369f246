import { type ServiceProcess, startProcess, temporaryFolder } from '../support/process.ts'
import { ADMIN_PASSWORD, SECRET } from '../support/service.ts'
import { onCleanUp } from './clean-up.ts'

/** A node as an operator runs it: a process of its own, with a data folder that outlives it. */
export interface Node {
  readonly name: string
  /** The address of the process that runs now. */
  readonly base: string
  readonly pid: number
  log(): string
  kill(): Promise<void>
  /** Ends it in good order. Answers its exit code. */
  stop(): Promise<number | null>
  start(): Promise<void>
}

export interface NodeOptions {
  readonly name: string
  readonly databaseUrl: string
  readonly flags?: readonly string[]
}

/** In dev: logins need no captcha. Every client may name its own address, so that attempts can be told apart. */
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
