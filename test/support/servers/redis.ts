import { createClient } from '@redis/client'
import { findProgram } from './find-program.ts'
import type { ServerKind } from './server-kind.ts'
import { startServer, type ThrowawayServer } from './throwaway-server.ts'

/** Persists data across a restart without fsync. */
const SETTINGS = ['--appendonly', 'yes', '--appendfsync', 'no', '--save', '']

export const redisKind: ServerKind = {
  name: 'Redis',
  debianPackage: 'redis-server',
  url: ({ port }) => `redis://127.0.0.1:${port}`,
  async ask(url) {
    const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2000 } })
    client.on('error', () => {})
    await client.connect()
    try {
      await client.ping()
    } finally {
      client.destroy()
    }
  },
  isInstalled: () => findProgram('redis-server') !== undefined,
  local({ port }) {
    const program = findProgram('redis-server')
    if (!program) return undefined
    return {
      users: ['redis', 'nobody'],
      serve: (folder) => [
        program,
        ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
        ...SETTINGS,
      ],
      stopSignal: 'SIGTERM',
      discardSignal: 'KILL',
    }
  },
  container: () => ({ image: 'redis:7-alpine', port: 6379, env: {}, args: ['redis-server', ...SETTINGS] }),
}

/** Starts a separate Redis server for a test. It starts quickly, so that test files need not share one. */
export function startRedis(): Promise<ThrowawayServer> {
  return startServer(redisKind)
}
