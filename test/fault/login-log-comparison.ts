import type { Attempt, Recorder } from './recorder.ts'
import type { SharedDatabase } from './shared-database.ts'

/** The expected result. */
export const NO_DIFFERENCES = { lost: 0, twice: 0, invented: 0 }

/**
 * Compares the acknowledged attempts with the login log, which should contain each of them once and nothing else. Call it
 * after the nodes have shut down, when everything is stored. `mayMiss` selects attempts that may be missing.
 */
export async function compareWithLoginLog(
  { connect }: SharedDatabase,
  { attempts }: Recorder,
  mayMiss: (attempt: Attempt) => boolean = () => false,
) {
  const client = await connect()
  const { rows } = await client.query<{ ipaddr: string; count: number }>(
    'select ipaddr, count(*)::int as count from login_log group by ipaddr',
  )
  const stored = new Set(rows.map(({ ipaddr }) => ipaddr))
  const sent = new Set(attempts.map(({ address }) => address))
  const answered = attempts.filter((attempt) => mustBeLogged(attempt) && !mayMiss(attempt))
  return {
    'attempts answered': answered.length,
    rows: rows.reduce((sum, { count }) => sum + count, 0),
    lost: answered.filter(({ address }) => !stored.has(address)).length,
    twice: rows.filter(({ count }) => count > 1).length,
    invented: rows.filter(({ ipaddr }) => !sent.has(ipaddr)).length,
  }
}

/** Returns true for every login with a response and every successful logout. */
function mustBeLogged({ kind, code }: Attempt): boolean {
  return kind === 'login' ? code !== undefined : code === 200
}
