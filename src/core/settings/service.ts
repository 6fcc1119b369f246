import { HOUR_IN_SECONDS } from '../../platform/runtime/time-units.ts'
import {
  databaseUrlInFolder,
  problemOfDatabaseUrl,
  problemOfHost,
  problemOfProxyAddress,
  problemOfRedisUrl,
  problemOfWebOrigin,
} from '../../platform/settings/addresses.ts'
import { textList } from '../../platform/settings/list-types.ts'
import { choice, flag, type Group, integer, path, text } from '../../platform/settings/setting.ts'
import { problemOfMode } from './mode.ts'

export const application = {
  mode: text({
    default: 'prod',
    doc: 'Operating mode. Only the exact text `dev` selects development mode: the captcha is skipped, tokens are valid for 100 years, and a weak secret causes a warning instead of an error. Every other text means normal operation; use `prod` in production and `test` in tests, because the start warns about others.',
    check: problemOfMode,
  }),
  name: text({ default: 'Castellan', doc: 'Name shown on login pages (`sys_app_name`).' }),
  publicUrl: text({
    doc: 'Address of the console or of your front end, as users type it in the browser. Logins by OpenID Connect and with passkeys need it: they return to it, and are valid only there. Links to set a password lead to it.',
    example: 'https://admin.example.com',
    check: problemOfWebOrigin,
  }),
  host: text({
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` or `::` listens on all addresses.',
    check: problemOfHost,
  }),
  port: integer({ default: 8000, min: 0, max: 65535, doc: 'Port to listen on. 0 selects any free port.' }),
  dataDir: path({
    default: './data',
    doc: 'Folder for the embedded database, the generated secret and the spool of the login log. A relative path is relative to the folder of the settings file; in a variable, in a flag and without a settings file, to the current folder.',
    example: '/var/lib/castellan',
  }),
  trustProxy: textList({
    typeName: 'list of addresses or CIDR ranges',
    doc: 'Proxies whose `X-Forwarded-For` header is trusted, and that may ask `/api/v1/authorize` about requests. If empty, the client address is that of the connection. It also applies in an app that embeds the service, whatever the framework trusts, such as Fastify’s own `trustProxy`.',
    example: ['10.0.0.0/8', '::1'],
    check: problemOfProxyAddress,
  }),
  shutdownSeconds: integer({
    default: 10,
    min: 0,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'Maximum time that a shutdown waits for running requests.',
  }),
} satisfies Group

export const logger = {
  level: choice({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    doc: 'Lowest level of messages that the service logs.',
  }),
  format: choice({
    choices: ['auto', 'json', 'pretty'],
    default: 'auto',
    doc: 'Format of the log on standard error: `json` writes one JSON object per line, `pretty` one readable line. `auto` is `pretty` on a terminal and `json` everywhere else. Only `castellan serve` uses it.',
    example: 'json',
  }),
  enableddb: flag({
    default: true,
    doc: 'Whether login attempts are recorded in the login log. If false, no attempt is recorded.',
  }),
  retentionDays: integer({
    default: 0,
    min: 0,
    max: 36_500,
    unit: 'days',
    doc: 'Age at which entries of the login log are deleted. 0 never deletes them.',
  }),
} satisfies Group

export const database = {
  url: text({
    secret: true,
    doc: 'Database for users, roles, policy and logs: `sqlite:PATH` (`sqlite:data/castellan.db`, `sqlite:///var/lib/castellan.db`, `sqlite::memory:`), `postgres://USER:PASSWORD@HOST:PORT/DATABASE` (PostgreSQL 15 or newer) or `mysql://USER:PASSWORD@HOST:PORT/DATABASE` (MySQL 8.0.17, MariaDB 10.11 or newer). In the password, write `%3A %2F %3F %23 %40 %25` for `: / ? # @ %`. Connections to a server are not encrypted unless the URL ends in `?sslmode=require` (encrypted) or `?sslmode=verify-full` (encrypted, with a check of the certificate; `NODE_EXTRA_CA_CERTS` adds your own certificate authority). Empty: `castellan.db` in the data folder.',
    example: 'sqlite:///var/lib/castellan/castellan.db',
    check: problemOfDatabaseUrl,
    resolvePath: databaseUrlInFolder,
  }),
  poolSize: integer({
    default: 10,
    min: 1,
    max: 1000,
    doc: 'Maximum number of connections per process to a PostgreSQL or MySQL server, in addition to one connection that listens for changes. The sum over all processes must be below the limit of the server (`max_connections`).',
  }),
} satisfies Group

export const redis = {
  url: text({
    secret: true,
    doc: 'Redis server through which several nodes share captchas and counters and notify each other of changes. Empty: captchas and counters are in the memory of the process, which is correct for a single node only.',
    example: 'redis://127.0.0.1:6379',
    check: problemOfRedisUrl,
  }),
} satisfies Group

export const cluster = {
  maxStalenessSeconds: integer({
    default: 30,
    min: 1,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'Maximum time that a node without a connection to the database uses the last known policy and revocations. After that it refuses requests with 503.',
  }),
} satisfies Group
