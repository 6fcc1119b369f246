import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { findProgram } from './find-program.ts'
import type { ServerKind } from './server-kind.ts'
import { startServer, type ThrowawayServer } from './throwaway-server.ts'

const FOLDERS = ['/opt/homebrew/opt/mariadb*/bin']

/** Optimized for speed: a power failure may lose data, a process crash does not. */
const SETTINGS = [
  '--loose-debug-no-sync',
  '--loose-innodb-flush-method=nosync',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--loose-innodb-undo-tablespaces=0',
  '--max-connections=200',
  '--skip-name-resolve',
  // The defaults of Debian and the image: case-insensitive unless a column says otherwise.
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_general_ci',
]

function programs(): { install: string; mariadbd: string } | undefined {
  const install = findProgram('mariadb-install-db', FOLDERS)
  const mariadbd = findProgram('mariadbd', FOLDERS)
  return install && mariadbd ? { install, mariadbd } : undefined
}

/** Returns one statement per line, as MariaDB requires. */
function firstStatements(password: string): string {
  return `DELETE FROM mysql.global_priv WHERE User IN ('', 'root');
FLUSH PRIVILEGES;
GRANT ALL PRIVILEGES ON *.* TO root@'127.0.0.1' IDENTIFIED BY '${password}' WITH GRANT OPTION;
CREATE DATABASE IF NOT EXISTS castellan;
`
}

export const mariadbKind: ServerKind = {
  name: 'MariaDB',
  debianPackage: 'mariadb-server',
  url: ({ port, password }) => `mysql://root:${password}@127.0.0.1:${port}/castellan`,
  async ask(url) {
    const connection = await createConnection({ uri: url, connectTimeout: 2000 })
    try {
      await connection.query('SELECT 1')
    } finally {
      await connection.end()
    }
  },
  isInstalled: () => programs() !== undefined,
  local({ port, password }) {
    const found = programs()
    if (!found) return undefined
    const data = (folder: string) => `--datadir=${join(folder, 'data')}`
    const firstFile = (folder: string) => join(folder, 'first.sql')
    return {
      users: ['mysql', 'nobody'],
      async prepare(folder) {
        await writeFile(firstFile(folder), firstStatements(password))
        const options = ['--auth-root-authentication-method=normal', '--skip-test-db']
        return [found.install, '--no-defaults', data(folder), ...options, ...SETTINGS]
      },
      serve: (folder) => [
        found.mariadbd,
        ...['--no-defaults', data(folder), ...SETTINGS],
        ...[`--port=${port}`, '--bind-address=127.0.0.1'],
        ...[`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`],
        `--init-file=${firstFile(folder)}`,
      ],
      stopSignal: 'SIGTERM',
      discardSignal: 'KILL',
    }
  },
  container: ({ password }) => ({
    image: 'mariadb:11.4',
    port: 3306,
    env: { MARIADB_ROOT_PASSWORD: password, MARIADB_DATABASE: 'castellan' },
    args: SETTINGS,
  }),
}

/** Starts a separate MariaDB server for a test. */
export function startMariadb(): Promise<ThrowawayServer> {
  return startServer(mariadbKind)
}
