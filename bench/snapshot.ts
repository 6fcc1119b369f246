import { openCommandContext } from '../src/cli/context.ts'
import { openDatabase } from '../src/database/database.ts'
import { createPolicyStore } from '../src/permission/policy.store.ts'
import { createPolicy } from '../src/permission/policy.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { bytesInUse } from './harness/memory.ts'
import { makingWay } from './harness/priority.ts'
import { type Result, ratioAtMost, resultOf, valueUnder } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, percentile, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { CONTEXT_SETTINGS } from './servers/context-settings.ts'
import { type Place, preparePlace } from './servers/place.ts'

const RULES: ByEffort<number> = { full: 100_000, quick: 100_000, smoke: 20 }
const BUILDINGS: ByEffort<number> = { full: 8, quick: 2, smoke: 1 }
const ROUNDS: ByEffort<number> = { full: 16, quick: 2, smoke: 1 }
/** Some more than the service needs to hear of a change and to have it in force. */
const TURN_MILLISECONDS: ByEffort<number> = { full: 1200, quick: 1200, smoke: 60 }
const CALLS_PER_SECOND = 500
const CONNECTIONS = 20

/** The policy's way from the database into memory: how long it takes, what it holds, what requests feel of it. */
export async function measureSnapshot(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(RULES[effort])
  try {
    return [...(await measureBuilding(place, effort)), await measureRequests(place, effort)]
  } finally {
    await place.remove()
  }
}

async function measureBuilding({ databaseUrl }: Place, effort: Effort): Promise<Result[]> {
  const { database, close } = await openDatabase(databaseUrl)
  const newPolicy = () => createPolicy(createPolicyStore(database), () => {})
  try {
    const { building } = await interleave(BUILDINGS[effort], {
      building: async () => {
        const begin = performance.now()
        await newPolicy().reload()
        return performance.now() - begin
      },
    })
    const policy = newPolicy()
    const before = bytesInUse()
    await policy.reload()
    const bytes = (bytesInUse() - before) / policy.current().size
    return [
      resultOf({ id: 'snapshot', unit: 'ms', value: figureOf(building), targets: [valueUnder(1000)] }),
      resultOf({ id: 'snapshot-memory', unit: 'bytes a rule', value: bytes, targets: [valueUnder(400)] }),
    ]
  } finally {
    await close()
  }
}

async function measureRequests(place: Place, effort: Effort): Promise<Result> {
  const load = startLoad({ goesFirst: true })
  const server = await startCastellan(place)
  const calls = async (): Promise<number> => {
    const outcome = await load.run({
      port: server.port,
      request: get('/api/v1/exclusion', place.token),
      connections: CONNECTIONS,
      milliseconds: TURN_MILLISECONDS[effort],
      perSecond: CALLS_PER_SECOND,
      wantsLatencies: true,
    })
    return percentile(withoutErrors(outcome).latencies, 0.99)
  }
  try {
    const turns = {
      loading: async () => {
        await changePolicy(place)
        return calls()
      },
      calm: calls,
    }
    const latencies = await makingWay(() => interleave(ROUNDS[effort], turns))
    return resultOf({
      id: 'snapshot-requests',
      unit: 'ms p99',
      value: figureOf(latencies.loading),
      against: 'the same requests while the policy rests',
      ratio: ratioOf(latencies.loading, latencies.calm),
      targets: [ratioAtMost(2)],
    })
  } finally {
    await Promise.all([load.close(), server.end()])
  }
}

/** From beside the service, as the command line does it; from then on the service reads and builds the whole policy anew. */
async function changePolicy({ databaseUrl }: Place): Promise<void> {
  const { policyAdministration, close } = await openCommandContext(databaseUrl, CONTEXT_SETTINGS)
  const path = `/api/v1/change-${performance.now().toFixed(0)}`
  await policyAdministration.add([{ roleKey: 'role-0', path, method: 'GET' }])
  await close()
}
