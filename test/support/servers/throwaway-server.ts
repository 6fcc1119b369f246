import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContainerHome, hasDockerEngine } from './container-home.ts'
import { freePort } from './free-port.ts'
import type { Home } from './home.ts'
import { createLocalHome } from './local-home.ts'
import type { Access, ServerKind } from './server-kind.ts'

/** A server of the test's own. It goes when its owner does, in whatever way the owner ends. */
export interface ThrowawayServer extends Pick<Home, 'folder' | 'pids'> {
  readonly url: string
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Starts it again, on the same port and with its data, and waits until it answers. */
  start(): Promise<void>
  /** Freezes it: connections stay open, and nobody answers. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends it for good; nothing stays behind. */
  remove(): Promise<void>
}

const ANSWERS_WITHIN_MILLISECONDS = 300_000
const ASK_AGAIN_AFTER_MILLISECONDS = 25

/** Starts a server of this kind and waits until it answers. Whoever starts it removes it. */
export async function startServer(kind: ServerKind): Promise<ThrowawayServer> {
  const access = { port: await freePort(), password: randomBytes(12).toString('hex') }
  const home = await createHome(kind, access)
  const url = kind.url(access)

  async function untilItAnswers(): Promise<void> {
    const deadline = Date.now() + ANSWERS_WITHIN_MILLISECONDS
    for (;;) {
      try {
        return void (await kind.ask(url))
      } catch (error) {
        const lastWords = await home.lastWords()
        if (lastWords !== undefined) throw new Error(`${kind.name} ended:\n${lastWords}`)
        if (Date.now() > deadline) throw new Error(`${kind.name} does not answer`, { cause: error })
      }
      await sleep(ASK_AGAIN_AFTER_MILLISECONDS)
    }
  }

  const server: ThrowawayServer = {
    ...home,
    url,
    async start() {
      await home.start()
      await untilItAnswers()
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

async function createHome(kind: ServerKind, access: Access): Promise<Home> {
  const local = kind.local(access)
  if (local) return createLocalHome(local)
  if (await hasDockerEngine()) return createContainerHome(kind.container(access), access.port)
  throw new Error('its programs are not on this machine, and there is no Docker engine')
}
