import { join } from 'node:path'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Measured, type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { afresh, interleave, type Turn } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { type Load, startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { type Place, preparePlace, SECRET } from './servers/place.ts'
import { type Server, startServer, TELLING } from './servers/server.ts'

const RULES: ByEffort<{ few: number; usual: number; many: number }> = {
  full: { few: 10, usual: 10_000, many: 100_000 },
  quick: { few: 10, usual: 10_000, many: 30_000 },
  smoke: { few: 10, usual: 20, many: 40 },
}
/**
 * Many short turns: the machine is then most nearly the same for all. Turns of three times as many requests had the same
 * medians and quartiles twice as far apart.
 */
const ROUNDS: ByEffort<{ cost: number; growth: number }> = {
  full: { cost: 80, growth: 80 },
  quick: { cost: 10, growth: 5 },
  smoke: { cost: 1, growth: 1 },
}
/** As often are the servers started. */
const STARTS: ByEffort<number> = { full: 4, quick: 1, smoke: 1 }
/** So that most of it is compiled before anything counts. */
const WARM_UP_ROUNDS: ByEffort<number> = { full: 25, quick: 6, smoke: 0 }
const REQUESTS_A_TURN: ByEffort<number> = { full: 500, quick: 500, smoke: 20 }
const CONNECTIONS = 10
/** Open to roles by a rule, answered from memory: what is left is the way there and back. */
const OWN_ROUTE = '/api/v1/exclusion'

/** What a protected request costs in CPU time of the server's process: embedded, standing alone, and with many rules. */
export async function measureProtected(effort: Effort): Promise<Result[]> {
  const load = startLoad()
  try {
    return [...(await measureCosts(effort, load)), await measureGrowth(effort, load)]
  } finally {
    await load.close()
  }
}

async function measureCosts(effort: Effort, load: Load): Promise<Result[]> {
  const place = await preparePlace(RULES[effort].usual)
  const costs = await afresh(STARTS[effort], () =>
    withServers(async (start) => {
      const [embedding, whole] = await Promise.all([
        start(startEmbedding(place)),
        start(startCastellan(place)),
      ])
      const naked = await start(startNaked(place, whole))
      const turns = {
        protected: turnOf(load, effort, embedding, get('/api/v1/order/7', place.token)),
        open: turnOf(load, effort, embedding, get('/api/v1/price/7', place.token)),
        whole: turnOf(load, effort, whole, get(OWN_ROUTE, place.token)),
        naked: turnOf(load, effort, naked, get(OWN_ROUTE, place.token)),
      }
      return interleave(ROUNDS[effort].cost, turns, WARM_UP_ROUNDS[effort])
    }),
  ).finally(() => place.remove())
  return [
    resultFor('protected-overhead', 'the same route outside `protect`', 1.1, costs.protected, costs.open),
    resultFor('protected-whole', 'a naked Fastify app with one route', 1.4, costs.whole, costs.naked),
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
    const turns = {
      many: turnOf(load, effort, withMany, get(OWN_ROUTE, manyPlace.token)),
      few: turnOf(load, effort, withFew, get(OWN_ROUTE, fewPlace.token)),
    }
    return interleave(ROUNDS[effort].growth, turns, WARM_UP_ROUNDS[effort])
  }).finally(() => Promise.all([fewPlace.remove(), manyPlace.remove()]))
  return resultFor('protected-growth', `itself at ${few} rules`, 1.1, costs.many, costs.few)
}

/** Ends what was started, whatever comes of the work. */
async function withServers<T>(
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
    targets: [ratioAtMost(limit)],
  }
  return resultOf(measured)
}

/** A turn of requests; it answers the CPU time of one of them, in microseconds. */
function turnOf(load: Load, effort: Effort, server: Server, request: string): Turn {
  const requests = REQUESTS_A_TURN[effort]
  return async () => {
    const before = await server.cpuMicroseconds()
    withoutErrors(await load.run({ port: server.port, request, connections: CONNECTIONS, requests }))
    return ((await server.cpuMicroseconds()) - before) / requests
  }
}

function startEmbedding({ folder }: Place): Promise<Server> {
  const app = join(import.meta.dirname, 'servers', 'embedding.mjs')
  return startServer(['--import', TELLING, app, folder, SECRET], folder)
}

/** It answers with the very bytes that the service answers with. */
async function startNaked({ folder, token }: Place, whole: Server): Promise<Server> {
  const response = await fetch(`http://127.0.0.1:${whole.port}${OWN_ROUTE}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const app = join(import.meta.dirname, 'peers', 'bare-fastify.mjs')
  return startServer(['--import', TELLING, app, '--path', OWN_ROUTE, '--body', await response.text()], folder)
}
