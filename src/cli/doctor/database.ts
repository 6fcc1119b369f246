import { describeUnknown } from '../../database/migrate.ts'
import type { DatabaseConnection, OpenDatabase } from './database-connection.ts'
import { type Finding, ok, problem, problemOfMessage, skipped, warning } from './finding.ts'
import { millisecondsText } from './round-trip.ts'
import { isAtLeast } from './versions.ts'
import { WRITE_FIX } from './write-access.ts'

/** Slower than any database on the same site. */
export const SLOW_ROUND_TRIP_MS = 50

const FILE_FIX =
  'Run it as the user of the service; check the owner and the mode of the file. If it is damaged, restore a backup.'
const SERVER_FIX =
  'Start the database, or check host, port, user and password in database.url, and the firewall between both machines.'

/** Checks whether the database responds, how fast, and whether its version is supported. */
export function checkDatabase(connection: DatabaseConnection): readonly Finding[] {
  if (connection.state !== 'open') return [unopenedFinding(connection)]
  const { place, server, roundTrips, unusable, obstacle } = connection
  const found = `${server.product} ${server.version} at ${place}, median round trip ${millisecondsText(roundTrips.medianMs)}`
  const findings: Finding[] = []
  if (server.minVersion !== undefined && !isAtLeast(server.version, server.minVersion)) {
    findings.push(
      problem(
        `${server.product} ${server.version} is not supported`,
        `Upgrade the database server to ${server.product} ${server.minVersion} or newer.`,
      ),
    )
  }
  if (unusable !== undefined) findings.push(problemOfMessage(unusable))
  if (obstacle !== undefined) findings.push(problem(`the service cannot start: ${obstacle}`, WRITE_FIX))
  if (roundTrips.medianMs > SLOW_ROUND_TRIP_MS) {
    findings.push(
      warning(found, 'Run the service near the database: every login waits for several round trips.'),
    )
  } else findings.push(ok(found))
  return findings
}

function unopenedFinding(connection: Exclude<DatabaseConnection, OpenDatabase>): Finding {
  const { place, state } = connection
  if (state === 'unread') return skipped(`${place}: ${connection.reason}`, connection.fix)
  if (state === 'failed') {
    return problem(`${place}: ${connection.reason}`, connection.isFile ? FILE_FIX : SERVER_FIX)
  }
  const isMissing = state === 'missing'
  const found = `${place} ${isMissing ? 'does not exist yet' : 'is an empty file'}`
  return connection.obstacle === undefined
    ? ok(`${found}: the first start creates ${isMissing ? 'it' : 'the tables'}`)
    : problem(`${found}, and the service cannot start: ${connection.obstacle}`, WRITE_FIX)
}

/** Checks whether the tables are those of this version. */
export function checkMigrations(connection: DatabaseConnection): readonly Finding[] {
  const reason = reasonWithoutTables(connection)
  if (connection.state !== 'open') return [skipped(reason ?? '')]
  const { isEmpty, missing, unknown } = connection.migrations
  if (unknown.length > 0) return [problemOfMessage(describeUnknown(unknown))]
  if (isEmpty) return [ok('the database is empty: the first start creates the tables')]
  if (missing.length > 0) {
    return [
      warning(
        `${missing.length} pending: ${missing.join(', ')}`,
        'Start this version of the service, or run: castellan migrate',
      ),
    ]
  }
  return [ok('the tables are those of this version')]
}

const UNOPENED = {
  missing: 'the database does not exist yet',
  empty: 'the database is empty',
  unread: 'the database was not read',
  failed: 'the database is not reachable',
} as const

/** Returns why the tables cannot be read, or undefined if they can. */
export function reasonWithoutTables(connection: DatabaseConnection): string | undefined {
  if (connection.state !== 'open') return UNOPENED[connection.state]
  const { isEmpty, missing, unknown } = connection.migrations
  if (isEmpty) return 'the database is empty'
  return missing.length > 0 || unknown.length > 0 ? 'the tables are those of another version' : undefined
}
