import { availableParallelism } from 'node:os'
import { openCommandContext } from '../src/cli/context.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtLeast, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { CONTEXT_SETTINGS } from './servers/context-settings.ts'
import { type Place, preparePlace } from './servers/place.ts'
import type { Server } from './servers/server.ts'

const ROUNDS: ByEffort<number> = { full: 32, quick: 2, smoke: 1 }
const TURN_MILLISECONDS: ByEffort<number> = { full: 400, quick: 400, smoke: 50 }
/** All of them at once. Where two processes fill both cores, V8 compiles on one that they want, and for two. */
const WARM_UP_MILLISECONDS: ByEffort<number> = { full: 12_000, quick: 1500, smoke: 50 }
const ROLES: ByEffort<number> = { full: 200, quick: 200, smoke: 5 }
/** Enough that no process ever waits for a request, and few: when a turn ends, one process may be done with its share sooner. */
const CONNECTIONS = 8
const PROCESSES = 2
/** A page of roles out of the database: so much work for a request that the load generator needs little of a core. */
const ROUTE = '/api/v1/role?pageSize=200'

/** How many protected requests a second two processes answer that share a port, and how many one. */
export async function measureProcesses(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  await addRoles(place, ROLES[effort])
  const load = startLoad()
  const servers = [
    await startCastellan(place),
    await startCastellan(place, { processes: PROCESSES }),
  ] as const
  let ofGenerator = 0
  const request = get(ROUTE, place.token)
  const turn =
    ({ port }: Server, milliseconds = TURN_MILLISECONDS[effort]) =>
    async (): Promise<number> => {
      const order = { port, request, connections: CONNECTIONS, milliseconds }
      const outcome = withoutErrors(await load.run(order))
      ofGenerator = outcome.cpuMilliseconds / outcome.milliseconds
      return (outcome.answers * 1000) / outcome.milliseconds
    }
  try {
    await Promise.all(servers.map((server) => turn(server, WARM_UP_MILLISECONDS[effort])()))
    const [one, several] = servers
    const perSecond = await interleave(ROUNDS[effort], { one: turn(one), several: turn(several) })
    return [
      resultOf({
        id: 'processes',
        unit: 'requests a second',
        value: figureOf(perSecond.several),
        against: `one process (${availableParallelism()} cores, of which the load generator took ${ofGenerator.toFixed(2)})`,
        ratio: ratioOf(perSecond.several, perSecond.one),
        targets: [ratioAtLeast(1.7)],
      }),
    ]
  } finally {
    await Promise.all([load.close(), ...servers.map((server) => server.end())])
    await place.remove()
  }
}

async function addRoles({ databaseUrl }: Place, count: number): Promise<void> {
  const { roleAdministration, close } = await openCommandContext(databaseUrl, CONTEXT_SETTINGS)
  for (let number = 0; number < count; number++) {
    const roleKey = `other-role-${number}`
    await roleAdministration.add({ roleKey, roleName: `The role of ${roleKey}`, dataScope: '5' })
  }
  await close()
}
