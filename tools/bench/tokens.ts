import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startLoad, withoutErrors } from './load/load.ts'
import { get, TOKEN_PLACEHOLDER } from './load/order.ts'
import { startCastellan } from './servers/castellan.ts'
import { preparePlace, SECRET } from './servers/place.ts'

/** With the one token, not more than the service caches, so that none is evicted. */
const TOKENS: ByEffort<number> = { full: 99_999, quick: 10_000, smoke: 20 }
const ROUNDS: ByEffort<number> = { full: 40, quick: 5, smoke: 1 }
const REQUESTS_PER_ROUND: ByEffort<number> = { full: 2000, quick: 500, smoke: 20 }
const CONNECTIONS = 10
const ROUTE = '/api/v1/exclusion'

/** Measures the CPU time of a protected call with many active tokens, against the same call with one. */
export async function measureTokens(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  const tokenFile = join(place.folder, 'tokens')
  await writeFile(tokenFile, tokensLike(place.token, TOKENS[effort]).join('\n'))
  const load = startLoad()
  const server = await startCastellan(place)
  const many = { request: get(ROUTE, TOKEN_PLACEHOLDER), tokenFile }
  const one = { request: get(ROUTE, place.token) }
  const send = async (what: typeof many | typeof one, requests: number): Promise<number> => {
    const before = await server.cpuMicroseconds()
    withoutErrors(await load.run({ port: server.port, connections: CONNECTIONS, requests, ...what }))
    return ((await server.cpuMicroseconds()) - before) / requests
  }
  try {
    // Every token is verified once, so that all of them are in the cache.
    await send(many, TOKENS[effort])
    const costs = await interleave(ROUNDS[effort], {
      many: () => send(many, REQUESTS_PER_ROUND[effort]),
      one: () => send(one, REQUESTS_PER_ROUND[effort]),
    })
    return [
      resultOf({
        id: 'tokens',
        unit: 'µs CPU',
        value: figureOf(costs.many),
        against: `the same call with one token instead of ${TOKENS[effort]}`,
        ratio: ratioOf(costs.many, costs.one),
        target: ratioAtMost(1.3),
      }),
    ]
  } finally {
    await Promise.all([load.close(), server.end()])
    await place.remove()
  }
}

/** Returns valid tokens of the same session that differ only in their id. */
function tokensLike(token: string, count: number): string[] {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const sessionId = String(claims.jti).split('-')[0]
  return Array.from({ length: count }, (_, index) => {
    const jti = `${sessionId}-${String(index).padStart(22, '0')}`
    const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, jti })).toString('base64url')}`
    return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
  })
}
