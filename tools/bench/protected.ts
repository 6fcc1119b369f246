import { join } from 'node:path'
import { openContext } from '../../test/support/context.ts'
import { addLargeDepartments } from '../../test/support/large-departments.ts'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Measured, type Result, ratioAtMost, resultOf, valueAtMost } from './harness/result.ts'
import { interleave, type Round, repeatStarts } from './harness/rounds.ts'
import { differenceOf, figureOf, ratioOf } from './harness/statistics.ts'
import { type Load, startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { roleKeyOf } from './rules.ts'
import { startCastellan } from './servers/castellan.ts'
import { type Place, preparePlace, SECRET } from './servers/place.ts'
import { CPU_REPORTER, type Server, startServer } from './servers/server.ts'

const RULES: ByEffort<{ few: number; many: number }> = {
  full: { few: 10, many: 10_000 },
  quick: { few: 10, many: 10_000 },
  smoke: { few: 10, many: 40 },
}
/** Many short rounds, so that changes in the speed of the machine affect all contenders alike. */
const ROUNDS: ByEffort<{ cost: number; growth: number }> = {
  full: { cost: 80, growth: 80 },
  quick: { cost: 10, growth: 5 },
  smoke: { cost: 1, growth: 1 },
}
/** What V8 compiles differs from process to process, so the servers are started several times. */
const STARTS: ByEffort<number> = { full: 4, quick: 1, smoke: 1 }
/** V8 compiles most of the code during these rounds. */
const WARM_UP_ROUNDS: ByEffort<number> = { full: 25, quick: 6, smoke: 0 }
const REQUESTS_PER_ROUND: ByEffort<number> = { full: 500, quick: 500, smoke: 20 }
const DEPARTMENTS: ByEffort<number> = { full: 1000, quick: 1000, smoke: 10 }
const CONNECTIONS = 10
/** A route that needs a rule and does no I/O. */
const OWN_ROUTE = '/api/v1/exclusion'

/** Measures the CPU time of a protected request: embedded, standalone, and with many rules. */
export async function measureProtected(effort: Effort): Promise<Result[]> {
  const load = startLoad()
  try {
    return [...(await measureCosts(effort, load)), await measureGrowth(effort, load)]
  } finally {
    await load.close()
  }
}

async function measureCosts(effort: Effort, load: Load): Promise<Result[]> {
  const place = await preparePlace(RULES[effort].many)
  const costs = await repeatStarts(STARTS[effort], () =>
    withServers(async (start) => {
      const [embedding, whole] = await Promise.all([
        start(startEmbedding(place)),
        start(startCastellan(place)),
      ])
      const bare = await start(startBare(place, whole))
      const rounds = {
        protected: roundOf(load, effort, embedding, get('/api/v1/order/7', place.token)),
        open: roundOf(load, effort, embedding, get('/api/v1/price/7', place.token)),
        whole: roundOf(load, effort, whole, get(OWN_ROUTE, place.token)),
        bare: roundOf(load, effort, bare, get(OWN_ROUTE, place.token)),
      }
      return interleave(ROUNDS[effort].cost, rounds, WARM_UP_ROUNDS[effort])
    }),
  ).finally(() => place.remove())
  return [
    resultOf({
      id: 'protected-overhead',
      unit: 'µs CPU more',
      value: differenceOf(costs.protected, costs.open),
      against: 'the same route outside `protect`',
      target: valueAtMost(19),
    }),
    resultFor('protected-whole', 'a bare Fastify app with one route', 3, costs.whole, costs.bare),
  ]
}

async function measureGrowth(effort: Effort, load: Load): Promise<Result> {
  const { few, many } = RULES[effort]
  const [fewPlace, manyPlace] = await Promise.all([preparePlace(few), preparePlace(many)])
  const costs = await withServers(async (start) => {
    const [withFew, withMany] = await Promise.all([
      start(startCastellan(fewPlace)),
      start(startCastellan(manyPlace)),
    ])
    const rounds = {
      many: roundOf(load, effort, withMany, get(OWN_ROUTE, manyPlace.token)),
      few: roundOf(load, effort, withFew, get(OWN_ROUTE, fewPlace.token)),
    }
    return interleave(ROUNDS[effort].growth, rounds, WARM_UP_ROUNDS[effort])
  }).finally(() => Promise.all([fewPlace.remove(), manyPlace.remove()]))
  return resultFor('protected-growth', `the same request with ${few} rules`, 1.1, costs.many, costs.few)
}

/** Measures the CPU time of a protected request with a large data scope. */
export async function measureProtectedScope(effort: Effort): Promise<Result[]> {
  const load = startLoad()
  const place = await preparePlace(RULES[effort].few)
  const deptIds = await addLargeDepartments(place.folder, DEPARTMENTS[effort])
  const { roleAdministration, close } = await openContext(place.databaseUrl)
  await roleAdministration.change(roleKeyOf(0), { deptIds }).finally(close)
  const costs = await withServers(async (start) => {
    const server = await start(startEmbedding(place))
    const rounds = {
      scoped: roundOf(load, effort, server, get('/api/v1/department-order/7', place.token)),
      unscoped: roundOf(load, effort, server, get('/api/v1/order/7', place.token)),
    }
    return interleave(ROUNDS[effort].growth, rounds, WARM_UP_ROUNDS[effort])
  }).finally(() => Promise.all([place.remove(), load.close()]))
  const against = 'the same handler without a data scope'
  return [resultFor('protected-scope', against, 1.2, costs.scoped, costs.unscoped)]
}

/** Stops all started servers after the work, even if it fails. */
export async function withServers<T>(
  work: (start: (server: Promise<Server>) => Promise<Server>) => Promise<T>,
): Promise<T> {
  const started: Promise<Server>[] = []
  try {
    return await work((server) => {
      started.push(server)
      return server
    })
  } finally {
    await Promise.allSettled(started.map(async (server) => (await server).end()))
  }
}

function resultFor(id: string, against: string, limit: number, ours: number[], theirs: number[]): Result {
  const measured: Measured = {
    id,
    unit: 'µs CPU',
    value: figureOf(ours),
    against,
    ratio: ratioOf(ours, theirs),
    target: ratioAtMost(limit),
  }
  return resultOf(measured)
}

/** Returns a round of requests, which returns the CPU time per request in microseconds. */
export function roundOf(load: Load, effort: Effort, server: Server, request: string): Round {
  const requests = REQUESTS_PER_ROUND[effort]
  return async () => {
    const before = await server.cpuMicroseconds()
    withoutErrors(await load.run({ port: server.port, request, connections: CONNECTIONS, requests }))
    return ((await server.cpuMicroseconds()) - before) / requests
  }
}

function startEmbedding({ folder }: Place): Promise<Server> {
  const app = join(import.meta.dirname, 'servers', 'embedding.mjs')
  return startServer(['--import', CPU_REPORTER, app, folder, SECRET], folder)
}

/** Starts an app that sends the same body as the service. */
async function startBare({ folder, token }: Place, whole: Server): Promise<Server> {
  const response = await fetch(`http://127.0.0.1:${whole.port}${OWN_ROUTE}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const app = join(import.meta.dirname, 'peers', 'bare-fastify.mjs')
  return startServer(
    ['--import', CPU_REPORTER, app, '--path', OWN_ROUTE, '--body', await response.text()],
    folder,
  )
}
