import { hasDockerEngine } from './container-server.ts'
import { installPackages, mayInstallPackages } from './debian-packages.ts'
import type { ServerKind } from './server-kind.ts'
import { startServer, type ThrowawayServer } from './throwaway-server.ts'

/** The URLs of the servers of this run. Unavailable servers are missing. */
export interface ServerUrls {
  readonly postgres?: string
  readonly mysql?: string
  readonly redis?: string
}

export interface TestServers {
  readonly urls: ServerUrls
  remove(): Promise<void>
}

type Say = (line: string) => void

/** Starts one server of each kind. Unavailable servers are skipped with a line that names them. */
export async function startTestServers(
  kinds: Readonly<Record<keyof ServerUrls, ServerKind>>,
  say: Say,
  start: (kind: ServerKind) => Promise<ThrowawayServer> = startServer,
): Promise<TestServers> {
  await installMissing(Object.values(kinds), say)
  const running: ThrowawayServer[] = []
  const startOne = async (kind: ServerKind): Promise<string | undefined> => {
    try {
      if (!kind.isInstalled() && (await hasDockerEngine())) {
        say(`${kind.name} runs in Docker. The first time, its image is fetched.`)
      }
      const server = await start(kind)
      running.push(server)
      return server.url
    } catch (error) {
      say(`SKIPPED: every test that needs ${kind.name}. No server: ${reasonOf(error)}`)
      return undefined
    }
  }
  const { postgres, mysql, redis } = kinds
  const urls = await Promise.all([startOne(postgres), startOne(mysql), startOne(redis)])
  return {
    urls: {
      ...(urls[0] && { postgres: urls[0] }),
      ...(urls[1] && { mysql: urls[1] }),
      ...(urls[2] && { redis: urls[2] }),
    },
    async remove() {
      await Promise.all(running.map((server) => server.remove()))
    },
  }
}

async function installMissing(kinds: readonly ServerKind[], say: Say): Promise<void> {
  const missing = kinds.filter((kind) => !kind.isInstalled())
  if (missing.length === 0 || !mayInstallPackages()) return
  const names = missing.map((kind) => kind.debianPackage)
  say(`Installing ${names.join(', ')} with apt-get for the tests. This takes about a minute.`)
  try {
    await installPackages(names)
  } catch (error) {
    say(reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
