import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContainerInstance, hasDockerEngine } from './container-server.ts'
import { freePort } from './free-port.ts'
import { createLocalInstance } from './local-server.ts'
import type { ServerInstance } from './server-instance.ts'
import type { Access, ServerKind } from './server-kind.ts'

/** A temporary server for tests. It is removed when its owner process ends for any reason. */
export interface ThrowawayServer extends Pick<ServerInstance, 'folder' | 'pids'> {
  readonly url: string
  /** Stops the server gracefully. */
  stop(): Promise<void>
  /** Restarts the server on the same port with its data, and waits until it is ready. */
  start(): Promise<void>
  /** Pauses the server: connections stay open without responses. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

const READY_TIMEOUT_MS = 300_000
const READY_POLL_INTERVAL_MS = 25

/** Starts a server of this kind and waits until it is ready. The caller must remove it. */
export async function startServer(kind: ServerKind): Promise<ThrowawayServer> {
  const access = { port: await freePort(), password: randomBytes(12).toString('hex') }
  const instance = await createInstance(kind, access)
  const url = kind.url(access)

  async function waitUntilReady(): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS
    for (;;) {
      try {
        return void (await kind.ask(url))
      } catch (error) {
        const finalOutput = await instance.finalOutput()
        if (finalOutput !== undefined) throw new Error(`${kind.name} ended:\n${finalOutput}`)
        if (Date.now() > deadline) throw new Error(`${kind.name} is not ready`, { cause: error })
      }
      await sleep(READY_POLL_INTERVAL_MS)
    }
  }

  const server: ThrowawayServer = {
    ...instance,
    url,
    async start() {
      await instance.start()
      await waitUntilReady()
    },
  }

  try {
    await server.start()
    return server
  } catch (error) {
    await server.remove()
    throw error
  }
}

async function createInstance(kind: ServerKind, access: Access): Promise<ServerInstance> {
  const local = kind.local(access)
  if (local) return createLocalInstance(local)
  if (await hasDockerEngine()) return createContainerInstance(kind.container(access), access.port)
  throw new Error('the server is not installed, and no Docker engine is available')
}
