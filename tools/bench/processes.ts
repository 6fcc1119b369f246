import { availableParallelism } from 'node:os'
import { openContext } from '../../test/support/context.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { type Place, preparePlace } from './servers/place.ts'
import type { Server } from './servers/server.ts'

const ROUNDS: ByEffort<number> = { full: 32, quick: 2, smoke: 1 }
const ROUND_MS: ByEffort<number> = { full: 400, quick: 400, smoke: 50 }
/** V8 compiles the code of the route during the first seconds. */
const WARM_UP_MS: ByEffort<number> = { full: 12_000, quick: 1500, smoke: 50 }
const ROLES: ByEffort<number> = { full: 200, quick: 200, smoke: 5 }
/** Enough that no process waits for requests. */
const CONNECTIONS = 8
const PROCESSES = 2
/** A page of roles from the database: enough work per request that the load generator needs little CPU time. */
const ROUTE = '/api/v1/role?pageSize=200'

/** Measures protected requests per second with two processes that share a port, against one. */
export async function measureProcesses(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  await addRoles(place, ROLES[effort])
  const load = startLoad()
  const servers = [
    await startCastellan(place),
    await startCastellan(place, { processes: PROCESSES }),
  ] as const
  let generatorCores = 0
  const request = get(ROUTE, place.token)
  const rateOf =
    ({ port }: Server, milliseconds = ROUND_MS[effort]) =>
    async (): Promise<number> => {
      const order = { port, request, connections: CONNECTIONS, milliseconds }
      const outcome = withoutErrors(await load.run(order))
      generatorCores = outcome.cpuMilliseconds / outcome.milliseconds
      return (outcome.responses * 1000) / outcome.milliseconds
    }
  try {
    await Promise.all(servers.map((server) => rateOf(server, WARM_UP_MS[effort])()))
    const [one, several] = servers
    const perSecond = await interleave(ROUNDS[effort], { one: rateOf(one), several: rateOf(several) })
    return [
      resultOf({
        id: 'processes',
        unit: 'requests per second',
        value: figureOf(perSecond.several),
        against: `one process (${availableParallelism()} cores; the load generator used ${generatorCores.toFixed(2)})`,
        ratio: ratioOf(perSecond.several, perSecond.one),
        target: ratioAtLeast(1.5),
      }),
    ]
  } finally {
    await Promise.all([load.close(), ...servers.map((server) => server.end())])
    await place.remove()
  }
}

async function addRoles({ databaseUrl }: Place, count: number): Promise<void> {
  const { roleAdministration, close } = await openContext(databaseUrl)
  for (let number = 0; number < count; number++) {
    const roleKey = `other-role-${number}`
    await roleAdministration.add({ roleKey, roleName: `Role ${roleKey}`, dataScope: '5' })
  }
  await close()
}
