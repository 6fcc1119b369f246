import { join } from 'node:path'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Measured, type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
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
/** Many short turns: the machine is then most nearly the same for all. The growth is far from its limit. */
const ROUNDS: ByEffort<{ cost: number; growth: number }> = {
  full: { cost: 120, growth: 80 },
  quick: { cost: 10, growth: 4 },
  smoke: { cost: 1, growth: 1 },
}
const REQUESTS_A_TURN: ByEffort<number> = { full: 1500, quick: 1500, smoke: 20 }
const CONNECTIONS = 10
/** Open to roles by a rule, answered from memory: what is left is the way there and back. */
const OWN_ROUTE = '/api/v1/exclusion'

/** What a protected request costs in CPU time of the server's process: embedded, standing alone, and with many rules. */
export async function measureProtected(effort: Effort): Promise<Result[]> {
  const { few, usual, many } = RULES[effort]
  const places = await Promise.all([few, usual, many].map(preparePlace))
  const load = startLoad()
  const servers: Server[] = []
  const started = async (server: Promise<Server>): Promise<Server> => {
    servers.push(await server)
    return server
  }
  try {
    const [fewPlace, usualPlace, manyPlace] = places
    if (!fewPlace || !usualPlace || !manyPlace) throw new Error('a place is missing')
    const [embedding, whole, withFew, withMany] = await Promise.all([
      started(startEmbedding(usualPlace)),
      started(startCastellan(usualPlace)),
      started(startCastellan(fewPlace)),
      started(startCastellan(manyPlace)),
    ])
    const naked = await started(startNaked(usualPlace, whole))
    const turn = (server: Server, path: string, { token }: Place) =>
      turnOf(load, effort, server, get(path, token))

    const costs = await interleave(ROUNDS[effort].cost, {
      protected: turn(embedding, '/api/v1/order/7', usualPlace),
      open: turn(embedding, '/api/v1/price/7', usualPlace),
      whole: turn(whole, OWN_ROUTE, usualPlace),
      naked: turn(naked, OWN_ROUTE, usualPlace),
    })
    const growth = await interleave(ROUNDS[effort].growth, {
      many: turn(withMany, OWN_ROUTE, manyPlace),
      few: turn(withFew, OWN_ROUTE, fewPlace),
    })
    return [
      resultFor('protected-overhead', 'the same route outside `protect`', 1.1, costs.protected, costs.open),
      resultFor('protected-whole', 'a naked Fastify app with one route', 1.4, costs.whole, costs.naked),
      resultFor('protected-growth', `itself at ${few} rules`, 1.1, growth.many, growth.few),
    ]
  } finally {
    await Promise.all([load.close(), ...servers.map((server) => server.end())])
    await Promise.all(places.map((place) => place.remove()))
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
function turnOf(load: Load, effort: Effort, server: Server, request: string): () => Promise<number> {
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
