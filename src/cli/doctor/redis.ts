import { connectForDiagnosis } from '../../cluster/short-lived/redis-probe.ts'
import { textOfError } from '../output/report-failure.ts'
import { type ClockOffset, measureRoundTrips, millisecondsText } from './clock.ts'
import { SLOW_ROUND_TRIP_MS } from './database.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

const TIMEOUT_MS = 3000

/** Checks whether Redis responds, how fast, and that it does not drop entries when its memory is full. */
export async function checkRedis(
  url: string,
  now: () => number,
): Promise<{ findings: readonly Finding[]; clock?: ClockOffset | undefined }> {
  if (url === '') return { findings: [skipped('redis.url is not set, which is correct for a single node')] }
  const place = URL.canParse(url) ? new URL(url).host : 'redis.url'
  try {
    const server = await connectForDiagnosis(url, TIMEOUT_MS)
    try {
      const { medianMs, clock } = await measureRoundTrips(server.readTime, now)
      const found = `Redis ${server.version} at ${place}, median round trip ${millisecondsText(medianMs)}`
      const isSlow = medianMs > SLOW_ROUND_TRIP_MS
      return {
        findings: [
          isSlow ? warning(found, 'Run the service near Redis: every login waits for it.') : ok(found),
          ...evictionFindings(server.evictionPolicy),
        ],
        clock,
      }
    } finally {
      server.close()
    }
  } catch (error) {
    const fix =
      'Start Redis, or check host, port and password in redis.url, and the firewall between both machines. Without Redis, nobody can log in.'
    return { findings: [problem(`${place}: ${textOfError(error)}`, fix)] }
  }
}

/** Checks that Redis drops no entries when its memory is full. */
export function evictionFindings(policy: string): Finding[] {
  if (policy === '' || policy === 'noeviction') return []
  return [
    warning(
      `Redis evicts entries when its memory is full (maxmemory-policy ${policy}): captchas and limits of login attempts can get lost`,
      'Set maxmemory-policy noeviction in the configuration of Redis.',
    ),
  ]
}
