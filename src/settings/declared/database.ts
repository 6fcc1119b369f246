import { readDatabaseUrl } from '../database-url.ts'
import type { Group } from '../setting.ts'
import { integer, text } from '../value-types.ts'

function problemOfDatabaseUrl(url: string): string | undefined {
  const outcome = readDatabaseUrl(url)
  return 'problem' in outcome ? outcome.problem : undefined
}

export const database = {
  url: text({
    default: '',
    mayBeEmpty: true,
    secret: true,
    doc: 'Where users, roles, policy and the login log live: `sqlite:PATH` (`sqlite:data/castellan.db`, `sqlite:///var/lib/castellan.db`, `sqlite::memory:`), `postgres://USER:PASSWORD@HOST:PORT/DATABASE` (PostgreSQL 15 or newer) or `mysql://USER:PASSWORD@HOST:PORT/DATABASE` (MySQL 8.0.17 or MariaDB 10.11 or newer). In the password, `: / ? # @ %` are written `%3A %2F %3F %23 %40 %25`. A server is reached without encryption unless the URL ends in `?sslmode=require` (encrypted) or `?sslmode=verify-full` (encrypted, and its certificate checked; `NODE_EXTRA_CA_CERTS` names an authority of your own). Empty: `castellan.db` in the data folder.',
    example: 'sqlite:///var/lib/castellan/castellan.db',
    check: problemOfDatabaseUrl,
  }),
  poolSize: integer({
    default: 10,
    min: 1,
    max: 1000,
    doc: 'How many connections a process keeps to a PostgreSQL or MySQL server at most, beside one that listens for changes. Those of all processes together must be fewer than the server allows (`max_connections`).',
  }),
} satisfies Group
