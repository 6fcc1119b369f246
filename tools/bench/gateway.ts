import { join } from 'node:path'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave, type Round, repeatStarts } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { preparePlace, SECRET } from './servers/place.ts'
import { CPU_REPORTER, type Server, startServer } from './servers/server.ts'

const RULES: ByEffort<number> = { full: 10_000, quick: 10_000, smoke: 40 }
const ROUNDS: ByEffort<number> = { full: 80, quick: 10, smoke: 1 }
const STARTS: ByEffort<number> = { full: 4, quick: 1, smoke: 1 }
const WARM_UP_ROUNDS: ByEffort<number> = { full: 25, quick: 6, smoke: 0 }
const REQUESTS_PER_ROUND: ByEffort<number> = { full: 500, quick: 500, smoke: 20 }
const CONNECTIONS = 10
const PREFIX = '/api/v1/order'
const ROUTE = `${PREFIX}/7`
const BODY = { code: 200, msg: 'OK', data: { id: 7, customer: 'Sam', items: [] } }

/** Measures the CPU time of a request through the gateway, against the same request through @fastify/http-proxy alone. */
export async function measureGateway(effort: Effort): Promise<Result[]> {
  const requests = REQUESTS_PER_ROUND[effort]
  const load = startLoad()
  const place = await preparePlace(RULES[effort])
  const upstream = await startPeer('bare-fastify.mjs', place.folder, [
    '--path',
    ROUTE,
    '--body',
    JSON.stringify(BODY),
  ])
  const url = `http://127.0.0.1:${upstream.port}`
  const roundOf =
    (server: Server): Round =>
    async () => {
      const before = await server.cpuMicroseconds()
      const request = get(ROUTE, place.token)
      withoutErrors(await load.run({ port: server.port, request, connections: CONNECTIONS, requests }))
      return ((await server.cpuMicroseconds()) - before) / requests
    }
  try {
    const costs = await repeatStarts(STARTS[effort], async () => {
      const flags = [
        `gateway.signingSecret=${[...SECRET].reverse().join('')}`,
        `gateway.upstreams=${JSON.stringify([{ prefix: PREFIX, url }])}`,
      ]
      const gateway = await startCastellan(place, { flags })
      const bare = await startPeer('http-proxy.mjs', place.folder, ['--upstream', url])
      try {
        const rounds = { gateway: roundOf(gateway), bare: roundOf(bare) }
        return await interleave(ROUNDS[effort], rounds, WARM_UP_ROUNDS[effort])
      } finally {
        await Promise.all([gateway.end(), bare.end()])
      }
    })
    return [
      resultOf({
        id: 'gateway',
        unit: 'µs CPU',
        value: figureOf(costs.gateway),
        against: '@fastify/http-proxy without any check',
        ratio: ratioOf(costs.gateway, costs.bare),
        target: ratioAtMost(2),
      }),
    ]
  } finally {
    await Promise.all([load.close(), upstream.end()])
    await place.remove()
  }
}

function startPeer(name: string, folder: string, args: readonly string[]): Promise<Server> {
  const app = join(import.meta.dirname, 'peers', name)
  return startServer(['--import', CPU_REPORTER, app, ...args], folder)
}
