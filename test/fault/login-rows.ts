import type { Place } from './place.ts'
import type { Attempt, Recorder } from './recorder.ts'

/** As it should be. */
export const NONE_ASTRAY = { lost: 0, twice: 0, invented: 0 }

/**
 * Compares what was answered with what stands in the log: it should be there once, and nothing else. Ask once the nodes
 * have stopped in good order: then all that can be stored is. `mayMiss` names what was refused for not being logged.
 */
export async function countLogged(
  { connect }: Place,
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

/** Every login that was answered, whatever was answered; and a logout that was done. */
function mustBeLogged({ kind, code }: Attempt): boolean {
  return kind === 'login' ? code !== undefined : code === 200
}
