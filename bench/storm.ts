import { setTimeout as sleep } from 'node:timers/promises'
import type { ByEffort, Effort } from './harness/effort.ts'
import { makingWay } from './harness/priority.ts'
import { type Result, ratioAtMost, resultOf, valueAtMost } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { startLoad } from './load/load.ts'
import { get, post } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { PASSWORD, preparePlace, USERNAME } from './servers/place.ts'

const ROUNDS: ByEffort<number> = { full: 16, quick: 2, smoke: 1 }
const TURN_MILLISECONDS: ByEffort<number> = { full: 900, quick: 600, smoke: 150 }
/**
 * Of a turn. A moment in which the machine stands still spoils the piece that it falls into: for 26 rounds drawn from sixty, the
 * ratio had a deviation of 0.47 over whole turns and of 0.14 over their thirds. `storm-all-calls` tells what that leaves out.
 */
const PIECES = 3
/**
 * What a login needs is compiled before anything counts, on the core that the calls want: V8 took 1.9 s for it with the start and the
 * first 20 s of logins, 0.29 s in the next 20 and 0.04 s in the 20 after that.
 */
const WARM_UP_MILLISECONDS: ByEffort<number> = { full: 30_000, quick: 1000, smoke: 60 }
/** The storm is there before the calls: all of its clients come at once, as they do at no other moment of it. */
const LEAD_MILLISECONDS = 300
/** Of protected calls: what a busy back end has, and far from all that the service can do. */
const CALLS_PER_SECOND = 500
const CALL_CONNECTIONS = 20
const STORMING_CLIENTS: ByEffort<number> = { full: 50, quick: 50, smoke: 2 }
const RULES: ByEffort<number> = { full: 10_000, quick: 10_000, smoke: 10 }

/** How long protected calls take while many clients log in at once, and whether any of either fails. */
export async function measureStorm(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(RULES[effort])
  const [calling, storming] = [startLoad({ goesFirst: true }), startLoad({ makesWay: true })]
  const server = await startCastellan(place, { flags: ['application.mode=dev'] })
  const { port } = server
  let errors = 0

  const calls = async (milliseconds: number): Promise<readonly number[]> => {
    const outcome = await calling.run({
      port,
      request: get('/api/v1/exclusion', place.token),
      connections: CALL_CONNECTIONS,
      milliseconds,
      perSecond: CALLS_PER_SECOND,
      wantsLatencies: true,
    })
    errors += outcome.errors
    return outcome.latencies
  }
  const loginsPerSecond: number[] = []
  const callsInStorm = async (milliseconds: number): Promise<readonly number[]> => {
    const request = post('/api/v1/login', { username: USERNAME, password: PASSWORD })
    const order = {
      port,
      request,
      connections: STORMING_CLIENTS[effort],
      milliseconds: LEAD_MILLISECONDS + milliseconds,
    }
    const storm = storming.run(order)
    const latencies = await sleep(LEAD_MILLISECONDS).then(() => calls(milliseconds))
    const outcome = await storm
    errors += outcome.errors
    loginsPerSecond.push((outcome.answers * 1000) / outcome.milliseconds)
    return latencies
  }

  try {
    const all = { storm: [] as number[], calm: [] as number[] }
    const turnOf = (kind: 'storm' | 'calm', call: typeof calls) => async () => {
      const latencies = await call(TURN_MILLISECONDS[effort])
      all[kind].push(...latencies)
      return piecesOf(latencies).map(slowestHundredth)
    }
    const latencies = await makingWay(async () => {
      await callsInStorm(WARM_UP_MILLISECONDS[effort])
      return interleave(
        ROUNDS[effort],
        { storm: turnOf('storm', callsInStorm), calm: turnOf('calm', calls) },
        0,
      )
    })
    const against = 'the same calls without the storm'
    const [inStorm, inCalm] = [slowestHundredth(all.storm), slowestHundredth(all.calm)]
    return [
      resultOf({
        id: 'storm',
        unit: 'ms p99',
        value: figureOf(latencies.storm),
        against,
        ratio: ratioOf(latencies.storm, latencies.calm),
        targets: [ratioAtMost(2)],
      }),
      resultOf({
        id: 'storm-all-calls',
        unit: 'ms p99',
        value: inStorm,
        against,
        ratio: inStorm / inCalm,
        targets: [],
      }),
      resultOf({ id: 'storm-errors', unit: 'errors', value: errors, targets: [valueAtMost(0)] }),
      resultOf({
        id: 'storm-logins',
        unit: 'logins a second',
        value: figureOf(loginsPerSecond),
        targets: [],
      }),
    ]
  } finally {
    await Promise.all([calling.close(), storming.close(), server.end()])
    await place.remove()
  }
}

function slowestHundredth(latencies: readonly number[]): number {
  return percentile(latencies, 0.99)
}

function piecesOf(latencies: readonly number[]): number[][] {
  const end = (piece: number) => Math.floor((piece * latencies.length) / PIECES)
  return Array.from({ length: PIECES }, (_, piece) => latencies.slice(end(piece), end(piece + 1)))
}
