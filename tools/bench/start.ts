import { join } from 'node:path'
import type { ByEffort, Effort } from './harness/effort.ts'
import { type Result, ratioAtMost, resultOf } from './harness/result.ts'
import { interleave } from './harness/rounds.ts'
import { figureOf, ratioOf } from './harness/statistics.ts'
import { startCastellan } from './servers/castellan.ts'
import { type Place, preparePlace } from './servers/place.ts'
import { CPU_REPORTER, type Server, startServer } from './servers/server.ts'

const ROUNDS: ByEffort<number> = { full: 8, quick: 2, smoke: 1 }
const HEALTH = '/api/v1/health'

/** Measures the time from the start of the process to its first response. */
export async function measureStart(effort: Effort): Promise<Result[]> {
  const place = await preparePlace(10)
  const timeUntilFirstResponse = (start: () => Promise<Server>) => async () => {
    const begin = performance.now()
    const server = await start()
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}${HEALTH}`)
      if (!response.ok) throw new Error(`the health check returned ${response.status}`)
      await response.text()
      return performance.now() - begin
    } finally {
      await server.end()
    }
  }
  try {
    const times = await interleave(ROUNDS[effort], {
      castellan: timeUntilFirstResponse(() => startCastellan(place)),
      bare: timeUntilFirstResponse(() => startBare(place)),
    })
    return [
      resultOf({
        id: 'start',
        unit: 'ms',
        value: figureOf(times.castellan),
        against: 'bare Fastify with the same database driver',
        ratio: ratioOf(times.castellan, times.bare),
        target: ratioAtMost(2.5),
      }),
    ]
  } finally {
    await place.remove()
  }
}

function startBare({ folder }: Place): Promise<Server> {
  const app = join(import.meta.dirname, 'peers', 'bare-fastify.mjs')
  const database = join(folder, 'castellan.db')
  return startServer(['--import', CPU_REPORTER, app, '--path', HEALTH, '--database', database], folder)
}
