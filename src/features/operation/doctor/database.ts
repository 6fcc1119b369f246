import {
  type Finding,
  ok,
  problem,
  problemOfMessage,
  skipped,
  warning,
} from '../../../platform/cli/output/finding.ts'
import { describeUnknown } from '../../../platform/database/migrate.ts'
import {
  type DatabaseConnection,
  type OpenDatabase,
  reasonWithoutTables,
} from '../../../platform/database/unmigrated.ts'
import { WRITE_FIX } from './disk.ts'

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
  if (server.minVersion !== undefined && isOlder(server.version, server.minVersion)) {
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

/** Compares the numbers of two versions. */
export function isOlder(version: string, min: string): boolean {
  return version.localeCompare(min, 'en', { numeric: true }) < 0
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

export function millisecondsText(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
