import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from './find-program.ts'
import type { ServerKind } from './server-kind.ts'
import { startServer, type ThrowawayServer } from './throwaway-server.ts'

const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql*/bin']
const USERNAME = 'castellan'

/** Optimized for speed: a power failure may lose data, a process crash does not. */
const SETTINGS = [
  'fsync=off',
  // Tests with conflicting writers resolve deadlocks one by one, each after this time.
  'deadlock_timeout=100ms',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
  'shared_buffers=32MB',
].flatMap((setting) => ['-c', setting])

/** TCP only, and no files outside the folder: no socket file, no shared memory file. */
const KEPT_TO_ITSELF = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'dynamic_shared_memory_type=mmap',
].flatMap((setting) => ['-c', setting])

function programs(): { initdb: string; postgres: string } | undefined {
  const initdb = findProgram('initdb', FOLDERS)
  const postgres = findProgram('postgres', FOLDERS)
  return initdb && postgres ? { initdb, postgres } : undefined
}

export const postgresKind: ServerKind = {
  name: 'PostgreSQL',
  debianPackage: 'postgresql',
  url: ({ port, password }) => `postgres://${USERNAME}:${password}@127.0.0.1:${port}/postgres`,
  async ask(url) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
    } finally {
      await client.end()
    }
  },
  isInstalled: () => programs() !== undefined,
  local({ port, password }) {
    const found = programs()
    if (!found) return undefined
    return {
      users: ['postgres', 'nobody'],
      async prepare(folder) {
        const passwordFile = join(folder, 'password')
        await writeFile(passwordFile, password)
        const options = ['--no-sync', '--encoding=UTF8', '--locale=C', '--wal-segsize=1']
        const access = [`--username=${USERNAME}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
        return [found.initdb, '-D', join(folder, 'data'), ...options, ...access]
      },
      serve: (folder) => [
        found.postgres,
        ...['-D', join(folder, 'data'), '-p', String(port)],
        ...SETTINGS,
        ...KEPT_TO_ITSELF,
      ],
      stopSignal: 'SIGINT', // "fast": it does not wait for its clients
      discardSignal: 'QUIT', // takes its children and its shared memory along
    }
  },
  container: ({ password }) => ({
    image: 'postgres:17-alpine',
    port: 5432,
    env: { POSTGRES_USER: USERNAME, POSTGRES_PASSWORD: password, POSTGRES_INITDB_ARGS: '--no-sync' },
    args: SETTINGS,
  }),
}

/** Starts a separate PostgreSQL server for a test. */
export function startPostgres(): Promise<ThrowawayServer> {
  return startServer(postgresKind)
}
