import { setTimeout as sleep } from 'node:timers/promises'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, resultOf, valueAtMost } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile } from './harness/statistics.ts'
import { startLoad } from './load/load.ts'
import { get, post } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { PASSWORD, preparePlace, USERNAME } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 16, quick: 2, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 900, quick: 600, smoke: 150 }
/** V8 compiles the code of a login during the first seconds. */
const WARM_UP_MS: ByEffort<number> = { full: 20_000, quick: 1000, smoke: 60 }
/** The logins start before the calls, so that all of them are running when the first call is measured. */
const LEAD_MS = 300
const CALLS_PER_SECOND = 500
const CALL_CONNECTIONS = 20
const LOGIN_CLIENTS: ByEffort<number> = { full: 50, quick: 50, smoke: 2 }
const RULES: ByEffort<number> = { full: 10_000, quick: 10_000, smoke: 10 }

/** Measures the latency of protected calls while many clients log in, and counts failed requests. */
export async function measureStorm(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(RULES[effort])
  const [callLoad, loginLoad] = [startLoad(), startLoad()]
  const server = await startCastellan(place, { flags: ['application.mode=dev'] })
  const { port } = server
  let errors = 0

  const callWithoutLogins = async (milliseconds: number): Promise<number> => {
    const outcome = await callLoad.run({
      port,
      request: get('/api/v1/exclusion', place.token),
      connections: CALL_CONNECTIONS,
      milliseconds,
      perSecond: CALLS_PER_SECOND,
      wantsLatencies: true,
    })
    errors += outcome.errors
    return percentile(outcome.latencies, 0.99)
  }
  const callDuringLogins = async (milliseconds: number): Promise<number> => {
    const logins = loginLoad.run({
      port,
      request: post('/api/v1/login', { username: USERNAME, password: PASSWORD }),
      connections: LOGIN_CLIENTS[effort],
      milliseconds: LEAD_MS + milliseconds,
    })
    await sleep(LEAD_MS)
    const latency = await callWithoutLogins(milliseconds)
    errors += (await logins).errors
    return latency
  }

  try {
    await callDuringLogins(WARM_UP_MS[effort])
    const latencies = await interleave(ROUNDS[effort], {
      storm: () => callDuringLogins(ROUND_MS[effort]),
      calm: () => callWithoutLogins(ROUND_MS[effort]),
    })
    return [
      resultOf({
        id: 'storm',
        unit: 'ms p99',
        value: figureOf(latencies.storm),
        target: valueAtMost(10),
      }),
      // Beside it, and not as its divisor: it differs by several times from run to run.
      resultOf({ id: 'storm-calm', unit: 'ms p99', value: figureOf(latencies.calm) }),
      resultOf({ id: 'storm-errors', unit: 'errors', value: errors, target: valueAtMost(0) }),
    ]
  } finally {
    await Promise.all([callLoad.close(), loginLoad.close(), server.end()])
    await place.remove()
  }
}
